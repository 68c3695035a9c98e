package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** A real Tomcat whose Memcached comes late, goes, hangs and comes back; and what is left when the application goes. */
class OutageIT {

    private static final int USERS = 10;

    /** Until a node has noticed that the store is back, and each user's next request has been recorded again. */
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    /** The option's default, and what a busy machine may add. */
    private static final Duration TIMEOUT = Duration.ofMillis(250);

    private static final Duration SLACK = Duration.ofMillis(750);

    /** What Tomcat says of applications that leave something behind. */
    private static final Pattern LEFT_BEHIND =
            Pattern.compile("[^\\n]*(has failed to stop it|ThreadLocal|failed to unregister|Illegal access)[^\\n]*");

    /** What may be wrong with Memcached. */
    enum Fault {
        NONE,
        KILLED,
        SUSPENDED;

        void happenTo(MemcachedProcess memcached) {
            switch (this) {
                case NONE -> {}
                case KILLED -> memcached.kill();
                case SUSPENDED -> memcached.suspend();
            }
        }
    }

    private final MemcachedProcess memcached = MemcachedProcess.absent();
    private Tomcat tomcat;

    @BeforeEach
    void prepare() throws Exception {
        tomcat = new Tomcat();
        tomcat.deploy("/app", Server.war());
        tomcat.option("whosonline.memcached.servers", memcached.address());
    }

    @AfterEach
    void end() throws Exception {
        tomcat.close();
        memcached.close();
    }

    /** CONN-H07. */
    @Test
    void withoutMemcachedEverythingStartsAndDataAppearWhenItDoes() throws Exception {
        tomcat.start();
        Client ana = visitor();
        assertEquals(302, ana.login("ana").statusCode());
        assertEquals(200, ana.get("/").statusCode());
        assertEquals(200, ana.get("/whosonline/online").statusCode());
        assertEquals(404, ana.get("/nothing").statusCode());
        JsonObject health = ana.json("/whosonline/health");
        assertEquals("degraded", health.get("status").getAsString());
        JsonObject count = ana.json("/whosonline/online/count");
        assertTrue(count.get("stale").getAsBoolean(), count::toString);
        assertNotZero(count);

        memcached.start();
        Await.until("ana is listed", RECOVERY, () -> {
            ana.get("/");
            return isCurrent(ana, 1);
        });
        assertTrue(ana.get("/").body().contains("<title>1 user online "));
        assertEquals("up", ana.json("/whosonline/health").get("status").getAsString());
    }

    /** CONN-H01. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"KILLED", "SUSPENDED"})
    void pagesAnswerThroughoutAnOutageAndTheListIsRightAfterIt(Fault fault) throws Exception {
        memcached.start();
        tomcat.start();
        List<Client> users = logIn(USERS);

        fault.happenTo(memcached);
        Await.until("the outage is noticed", RECOVERY, () -> {
            assertEquals(200, users.get(0).get("/").statusCode());
            JsonObject count = users.get(0).json("/whosonline/online/count");
            assertNotZero(count);
            return count.get("stale").getAsBoolean();
        });
        for (Client user : users) {
            HttpResponse<String> page = user.get("/");
            assertEquals(200, page.statusCode());
            assertTrue(page.body().contains("class=\"warning\""), page.body());
        }

        if (fault == Fault.SUSPENDED) {
            memcached.resume();
        } else {
            memcached.start();
        }
        awaitAllListed(users);
    }

    /** CONN-H03. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"KILLED", "SUSPENDED"})
    void anOutageDelaysOnePageByItsBoundAndTheOthersHardly(Fault fault) throws Exception {
        memcached.start();
        tomcat.start();
        Client ana = logIn(1).get(0);

        fault.happenTo(memcached);
        List<Duration> loads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long begin = System.nanoTime();
            assertEquals(200, ana.get("/").statusCode());
            loads.add(Duration.ofNanos(System.nanoTime() - begin));
        }
        Duration worst = loads.stream().max(Duration::compareTo).orElseThrow();
        Duration median = loads.stream().sorted().toList().get(loads.size() / 2);
        assertTrue(worst.compareTo(TIMEOUT.plus(SLACK)) < 0, loads::toString);
        assertTrue(median.compareTo(Duration.ofMillis(100)) < 0, loads::toString);
    }

    /** LIFE-H01. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void anApplicationTakenAwayLeavesNothingBehind(Fault fault) throws Exception {
        memcached.start();
        tomcat.start();
        Client ana = logIn(1).get(0);
        fault.happenTo(memcached);
        assertEquals(200, ana.get("/").statusCode());

        tomcat.undeploy("/app");

        // Classes go with a garbage collection, of which the leak finder makes one each time it is asked.
        Await.until(
                "no class of the application is left",
                Duration.ofSeconds(20),
                () -> tomcat.findLeaks().isEmpty());
        assertFalse(LEFT_BEHIND.matcher(tomcat.log()).find(), tomcat::log);
    }

    /** LIFE-H02. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void tomcatStopsByItself(Fault fault) throws Exception {
        memcached.start();
        tomcat.start();
        logIn(20);
        fault.happenTo(memcached);

        Duration stop = tomcat.stop();

        assertTrue(stop.compareTo(Duration.ofSeconds(10)) < 0, () -> stop + "\n" + tomcat.log());
        assertFalse(LEFT_BEHIND.matcher(tomcat.log()).find(), tomcat::log);
    }

    private Client visitor() {
        return new Client(tomcat, "/app");
    }

    /** Users who are all listed. */
    private List<Client> logIn(int users) throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            Client client = visitor();
            client.login("user" + i);
            clients.add(client);
        }
        awaitAllListed(clients);
        return clients;
    }

    /** Everybody goes on looking at pages until everybody is listed; no page fails meanwhile. */
    private static void awaitAllListed(List<Client> users) {
        Await.until(users.size() + " users are listed", RECOVERY, () -> {
            for (Client user : users) {
                assertEquals(200, user.get("/").statusCode());
            }
            return isCurrent(users.get(0), users.size());
        });
    }

    private static boolean isCurrent(Client client, int users) throws Exception {
        JsonObject list = client.json("/whosonline/online");
        return !list.get("stale").getAsBoolean()
                && list.get("count").getAsInt() == users
                && list.getAsJsonArray("users").size() == users;
    }

    /** Nobody knows, or an old number: but an outage never looks like an empty site. */
    private static void assertNotZero(JsonObject count) {
        JsonElement number = count.get("count");
        assertTrue(number.isJsonNull() || number.getAsInt() > 0, count::toString);
    }
}
