package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonElement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Tomcat;

/** Quartz and spymemcached in the server's own lib, where all applications share their classes and static state. */
class SharedLibIT {

    private static final Predicate<String> SHARED =
            jar -> jar.startsWith("quartz-") || jar.startsWith("spymemcached-") || jar.startsWith("slf4j-");

    private static final Pattern TROUBLE = Pattern.compile(
            "[^\\n]*(ClassNotFound|NoClassDefFound|LinkageError|ClassCast|has failed to stop it)[^\\n]*");

    @TempDir
    static Path wars;

    @Test
    @DisplayName(
            "CRON-H04, CONN-H06, LIFE-H01: with shared libraries two applications work, and one that goes takes nothing "
                    + "of the other's along")
    void twoApplicationsOnSharedLibraries() throws Exception {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                Tomcat tomcat = new Tomcat()) {
            for (Map.Entry<String, byte[]> jar : Apps.libraries(SHARED).entrySet()) {
                tomcat.share(jar.getKey(), jar.getValue());
            }
            Path war = Apps.war(
                    wars.resolve("lean.war"),
                    Apps.with("memcached.servers", memcached.address(), "cleanup.interval", "1s"),
                    SHARED.negate());
            tomcat.deploy("/one", war);
            tomcat.deploy("/two", war);
            tomcat.start();
            Site one = new Site(tomcat, "/one");
            Site two = new Site(tomcat, "/two");
            one.user("Ana in one");
            two.user("Bo in two");
            two.awaitIds(Set.of("Ana in one", "Bo in two"));
            one.awaitIds(Set.of("Ana in one", "Bo in two"));
            // Both look after one map, so the cleanups of an interval are one: of /two, as soon as it is alone.
            tomcat.undeploy("/one");
            Await.until("no class of /one is left", () -> tomcat.findLeaks().isEmpty());
            for (int i = 0; i < 3; i++) {
                awaitCleanup(two);
            }
            two.user("Cy in two");
            two.awaitIds(Set.of("Ana in one", "Bo in two", "Cy in two"));
            assertEquals("up", two.health().get("status").getAsString());
            tomcat.undeploy("/two");
            Await.until("no class of /two is left", () -> tomcat.findLeaks().isEmpty());
            assertFalse(TROUBLE.matcher(tomcat.log()).find(), tomcat::log);
        }
    }

    /** Waits for one more run of the cleanup on this node. */
    private static void awaitCleanup(Site site) throws Exception {
        JsonElement before = site.health().get("lastCleanup");
        Await.until("a cleanup in " + site.path, Duration.ofSeconds(10), () -> {
            JsonElement now = site.health().get("lastCleanup");
            return !now.isJsonNull() && !now.equals(before);
        });
    }
}
