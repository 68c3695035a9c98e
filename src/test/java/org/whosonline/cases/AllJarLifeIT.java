package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Tomcat;

/** The one JAR with its renamed libraries at work: Memcached, Quartz, Gson and logging, from start to end. */
class AllJarLifeIT {

    private static final Pattern TROUBLE =
            Pattern.compile("ClassNotFound|NoClassDefFound|LinkageError|has failed to stop it");

    @Test
    @DisplayName("LIFE-H01: records in Memcached, cleans up, logs where the server does, and leaves nothing behind")
    void worksAndLeavesNothingBehind() throws Exception {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                Tomcat tomcat = Tomcat.eleven()) {
            Host.withPrincipals("/app")
                    .inOneJar()
                    .option("memcached.servers", memcached.address())
                    .option("cleanup.interval", "1s")
                    .deployOn(tomcat);
            tomcat.start();
            Client ana = new Client(tomcat, "/app").header("X-Remote-User", "ana");
            // No JSP: Tomcat 11.0.14 keeps the classes of an application that has served one, also without WhosOnline.
            assertEquals(200, ana.get("/app.css").statusCode());
            MemcachedConsole console = new MemcachedConsole(memcached);
            Await.until("ana is recorded", () -> {
                String map = console.value("app-usersOnline");
                return map != null && map.contains("[\"ana\",");
            });
            Await.until(
                    "a cleanup has run",
                    () -> !ana.json("/whosonline/health").get("lastCleanup").isJsonNull());
            assertNotNull(console.value("app-numUsersOnline"));
            assertEquals(List.of("ana"), Site.ids(ana.json("/whosonline/online")));
            assertEquals(200, ana.get("/whosonline/metrics").statusCode());
            assertTrue(tomcat.log().contains("WhosOnline starts in the application \"/app\""), tomcat::log);
            tomcat.undeploy("/app");
            Await.until("no class is left", () -> tomcat.findLeaks().isEmpty());
            assertFalse(TROUBLE.matcher(tomcat.log()).find(), tomcat::log);
        }
    }
}
