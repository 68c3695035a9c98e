package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** A Tomcat and a Jetty as two nodes of one site, with one Memcached. */
@Tag("waiting")
class NodesCasesIT {

    private static final int USERS = 100;
    private static final Pattern COUNT = Pattern.compile("<p id=\"count\">(\\d+)</p>");

    private static MemcachedProcess memcached;
    private static Server tomcat;
    private static Server jetty;

    @BeforeAll
    static void start() throws Exception {
        memcached = MemcachedProcess.running();
        tomcat = new Tomcat();
        jetty = new Jetty();
        for (Server node : List.of(tomcat, jetty)) {
            node.option("whosonline.memcached.servers", memcached.address());
            node.option("whosonline.list.public", "true");
            Host.withSessions("/host").option("cleanup.interval", "2s").deployOn(node);
            shortened("/short").option("cleanup.interval", "2s").deployOn(node);
            shortened("/still")
                    .option("cleanup.enabled", "false")
                    .option("cleanup.interval", "1s")
                    .deployOn(node);
            node.start();
        }
    }

    private static Host shortened(String contextPath) {
        return Host.withPrincipals(contextPath).option("window", "8s").option("record-after", "3s");
    }

    @AfterAll
    static void stop() throws Exception {
        tomcat.close();
        jetty.close();
        memcached.close();
    }

    @Test
    @DisplayName(
            "COUNT-H01: whatever comes and goes, count and list of one answer agree, and in the end all of them do")
    void countsAndListsAgree() throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            clients.add(new Client(i % 2 == 0 ? tomcat : jetty, "/host"));
        }
        boolean[] online = new boolean[USERS];
        CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> comeAndGo(clients, online));
        while (!traffic.isDone()) {
            assertEachAnswerAgrees();
        }
        traffic.join();
        int left = 0;
        for (boolean one : online) {
            left += one ? 1 : 0;
        }
        int expected = left;
        for (Server node : List.of(tomcat, jetty)) {
            Client client = new Client(node, "/host");
            Await.until(
                    "all numbers are the true one",
                    Look.SOON,
                    () -> Look.count(client) == expected
                            && Look.users(client).size() == expected
                            && countOf(client.get("/page.jsp")) == expected
                            && memcached.value("host-numUsersOnline").equals(expected + "\n"));
        }
    }

    /** Lets users log in and out in an order of chance that is always the same. */
    private static void comeAndGo(List<Client> clients, boolean[] online) {
        Random random = new Random(1);
        try {
            for (int step = 0; step < 5 * USERS; step++) {
                int i = random.nextInt(USERS);
                if (online[i] && random.nextInt(3) == 0) {
                    clients.get(i).post("/logout", "how", "invalidate");
                    online[i] = false;
                } else if (online[i]) {
                    clients.get(i).get("/page.jsp");
                } else {
                    clients.get(i).login("user" + i);
                    online[i] = true;
                }
            }
        } catch (Exception e) {
            throw new AssertionError("The traffic broke off", e);
        }
    }

    private static void assertEachAnswerAgrees() throws Exception {
        for (Server node : List.of(tomcat, jetty)) {
            Client client = new Client(node, "/host");
            JsonObject list = client.json("/whosonline/online?limit=1000");
            assertEquals(
                    list.get("count").getAsInt(), list.getAsJsonArray("users").size(), list::toString);
            HttpResponse<String> page = client.get("/page.jsp");
            assertEquals(countOf(page), page.body().split("<li>", -1).length - 1, page::body);
        }
    }

    private static int countOf(HttpResponse<String> page) {
        Matcher count = COUNT.matcher(page.body());
        assertTrue(count.find(), page::body);
        return Integer.parseInt(count.group(1));
    }

    @Test
    @DisplayName(
            "COUNT-H05: with no cleanup at all nobody past the window is shown on any node, and the stored number is"
                    + " withheld")
    void nobodyIsShownPastTheWindowWithoutACleanup() throws Exception {
        known(tomcat, "/still", "old").get("/plain.jsp");
        List<Client> nodes = List.of(new Client(tomcat, "/still"), new Client(jetty, "/still"));
        for (Client node : nodes) {
            Look.awaitUsers(node, "old");
        }
        for (Client node : nodes) {
            Await.until(
                    "the user is gone",
                    Duration.ofSeconds(14),
                    () -> Look.users(node).isEmpty());
            assertEquals(0, Look.count(node));
            assertEquals(0, countOf(node.get("/page.jsp")));
        }
        // The purge had no part in it: the user is still in the map.
        assertEquals(1, Look.records(memcached, "/still", "old"));
        assertEquals("", memcached.value("still-numUsersOnline"));
    }

    @Test
    @DisplayName(
            "COUNT-H06: whoever clicks within the window is never missing, whatever the throttle makes of the clicks")
    void whoClicksIsNeverMissing() throws Exception {
        // As 110, 130 and 290 seconds are to a throttle of two minutes and a window of five.
        List<Clicker> clickers = List.of(
                new Clicker(known(tomcat, "/short", "a"), 2_700),
                new Clicker(known(jetty, "/short", "b"), 3_300),
                new Clicker(known(tomcat, "/short", "c"), 6_300));
        for (Clicker clicker : clickers) {
            clicker.clickIfDue();
        }
        List<Client> nodes = List.of(new Client(tomcat, "/short"), new Client(jetty, "/short"));
        for (Client node : nodes) {
            Look.awaitUsers(node, "a", "b", "c");
        }
        long begin = System.nanoTime();
        Await.until("time passes", Duration.ofSeconds(30), () -> {
            for (Clicker clicker : clickers) {
                clicker.clickIfDue();
            }
            for (Client node : nodes) {
                assertEquals(List.of("a", "b", "c"), Look.users(node));
                assertEquals(3, Look.count(node));
            }
            return System.nanoTime() - begin > Duration.ofSeconds(14).toNanos();
        });
    }

    /** Somebody who clicks in fixed intervals. */
    private static final class Clicker {

        private final Client client;
        private final long intervalNanos;
        private long next = System.nanoTime();

        Clicker(Client client, long intervalMillis) {
            this.client = client;
            this.intervalNanos = Duration.ofMillis(intervalMillis).toNanos();
        }

        void clickIfDue() throws Exception {
            if (System.nanoTime() - next >= 0) {
                next += intervalNanos;
                assertEquals(200, client.get("/plain.jsp").statusCode());
            }
        }
    }

    @Test
    @DisplayName("COUNT-H08: a node that dies takes its users with it after the window, and starts again with none")
    void aDeadNodeLeavesNobodyBehind() throws Exception {
        for (int i = 0; i < 10; i++) {
            known(tomcat, "/short", "lost" + i).get("/plain.jsp");
        }
        Client survivor = new Client(jetty, "/short");
        Await.until("all are there", Look.SOON, () -> lost(survivor) == 10);

        tomcat.kill();
        Await.until("they are gone", Duration.ofSeconds(14), () -> lost(survivor) == 0);
        tomcat.start();
        Client again = new Client(tomcat, "/short");
        assertEquals(0, lost(again));
        assertFalse(again.json("/whosonline/online").get("stale").getAsBoolean());
    }

    private static long lost(Client client) throws Exception {
        return Look.users(client).stream().filter(id -> id.startsWith("lost")).count();
    }

    private static Client known(Server node, String contextPath, String user) {
        return new Client(node, contextPath).header("X-Remote-User", user);
    }
}
