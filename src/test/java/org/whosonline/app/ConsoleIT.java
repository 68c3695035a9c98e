package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jmx;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** What an operator sees of a real Tomcat, and does to it, over JMX and in the log. */
class ConsoleIT {

    private final MemcachedProcess main = MemcachedProcess.running();
    private Tomcat tomcat;

    @BeforeEach
    void start() throws Exception {
        tomcat = new Tomcat();
        tomcat.deploy(
                "/app",
                Server.war(),
                Map.of(
                        "shop/index.jsp",
                        "<%@ page session=\"false\" %>page",
                        "WEB-INF/classes/whosonline.properties",
                        "instances = shop\ninstance.shop.paths = /shop/*\ncleanup.interval = 1s\n"));
        tomcat.option("whosonline.memcached.servers", main.address());
        tomcat.start();
    }

    @AfterEach
    void end() throws Exception {
        tomcat.close();
        main.close();
    }

    private Client visitor(String user) throws Exception {
        Client client = new Client(tomcat, "/app");
        assertEquals(302, client.login(user).statusCode());
        return client;
    }

    private static JsonElement count(Client client) throws Exception {
        return client.json("/whosonline/online/count").get("count");
    }

    private static List<String> online(Client client, String instance) throws Exception {
        return client.json("/whosonline/online?instance=" + instance).getAsJsonArray("users").asList().stream()
                .map(user -> user.getAsJsonObject().get("id").getAsString())
                .toList();
    }

    @Test
    void figuresAndTheKillSwitchWorkFromAConsole_LIFE_H06() throws Exception {
        Client ana = visitor("ana");
        try (Jmx console = new Jmx(tomcat)) {
            assertEquals(1, console.get("/app", "main", "UsersOnline"));
            assertEquals(0, console.get("/app", "shop", "UsersOnline"));
            assertEquals(1L, console.get("/app", "main", "Records"));
            assertEquals(true, console.get("/app", "shop", "StoreAvailable"));
            assertEquals("1 users before, 0 removed, 1 now, saved", console.invoke("/app", "main", "cleanUpNow"));

            switchAll(console, "RecordingEnabled", false);
            visitor("bob");
            assertEquals(List.of("ana"), online(ana, ""));
            switchAll(console, "DisplayEnabled", false);
            assertTrue(count(ana).isJsonNull());
            assertEquals(200, ana.get("/").statusCode());
            assertEquals("up", ana.json("/whosonline/health").get("status").getAsString());
            assertSilent(ana);

            switchAll(console, "RecordingEnabled", true);
            switchAll(console, "DisplayEnabled", true);
            assertEquals(200, ana.get("/shop/index.jsp").statusCode());
            Await.until("all goes on", () -> online(ana, "").equals(List.of("ana")));
            assertEquals(List.of("ana"), online(ana, "shop"));

            tomcat.undeploy("/app");
            assertEquals(new TreeSet<>(), new TreeSet<>(console.names()));
        }
    }

    private static void switchAll(Jmx console, String what, boolean on) throws Exception {
        for (String instance : List.of("main", "shop")) {
            console.set("/app", instance, what, on);
        }
    }

    /**
     * While all is off, pages, the passing of seconds and cleanups that would be due neither read nor write; all that is
     * left is the question each second whether Memcached lives.
     */
    private void assertSilent(Client visitor) throws Exception {
        long begun = System.nanoTime();
        long[] last = {-1};
        Await.until("what was under way has ended", () -> {
            long before = last[0];
            last[0] = operations();
            return last[0] == before
                    && System.nanoTime() - begun > Duration.ofMillis(500).toNanos();
        });
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        Await.until("three seconds have passed", () -> {
            assertEquals(200, visitor.get("/").statusCode());
            return System.nanoTime() - end > 0;
        });
        assertEquals(last[0], operations());
    }

    private long operations() {
        return Long.parseLong(main.stat("cmd_get")) + Long.parseLong(main.stat("cmd_set"));
    }

    @Test
    void theLogsOfOurLibrariesAreOneLineAStart() throws Exception {
        tomcat.undeploy("/app");
        List<String> lines = tomcat.log()
                .lines()
                .filter(line ->
                        line.contains("org.quartz") || line.contains("spymemcached") || line.contains("net.spy"))
                .toList();
        assertEquals(1, lines.size(), lines::toString);
    }
}
