package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** Containers that keep their sessions over a restart, while Memcached loses everything. */
class RestartCasesIT {

    private static final int USERS = 10;

    private static final Pattern COMPLAINT = Pattern.compile("(?i)[^\\n]*(serializ|ClassNotFound)[^\\n]*");

    private final MemcachedProcess memcached = MemcachedProcess.running();
    private final List<Client> users = new ArrayList<>();
    private final List<Client> strangers = new ArrayList<>();
    private Server server;

    @BeforeEach
    void prepare() {
        assertEquals("OK", memcached.ask("flush_all"));
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        memcached.close();
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    @DisplayName("SESS-H06, SESS-H07, COUNT-H07: after a restart one click lists a user again, and no logout takes the"
            + " number below what is true")
    void sessionsOutliveTheServerAndTheMap(Container container) throws Exception {
        server = container.create();
        keepSessions();
        server.option("whosonline.memcached.servers", memcached.address());
        Host.withSessions("/host").option("cleanup.interval", "1s").deployOn(server);
        server.start();
        logIn();

        server.stop();
        assertFalse(COMPLAINT.matcher(server.log()).find(), server::log);
        assertEquals("OK", memcached.ask("flush_all"));
        server.start();
        assertFalse(COMPLAINT.matcher(server.log()).find(), server::log);

        Client first = users.get(0);
        String session = first.session().orElseThrow();
        assertEquals(200, first.get("/plain.jsp").statusCode());
        // The list is for users, so this also tells that the session is still the one of the login.
        Look.awaitUsers(first, "user0");
        assertEquals(session, first.session().orElseThrow());

        for (Client user : users.subList(1, USERS / 2)) {
            user.get("/plain.jsp");
        }
        Look.awaitCount(USERS / 2, first);
        logOutAll();
    }

    private void keepSessions() throws Exception {
        if (server instanceof Jetty jetty) {
            jetty.keepSessions();
        } else {
            server.configure("conf/context.xml", "<Context><Manager pathname=\"sessions.ser\"/></Context>");
        }
    }

    private void logIn() throws Exception {
        for (int i = 0; i < USERS; i++) {
            users.add(new Client(server, "/host"));
            assertEquals(302, users.get(i).login("user" + i).statusCode());
        }
        for (int i = 0; i < 3; i++) {
            strangers.add(new Client(server, "/host"));
            assertEquals(200, strangers.get(i).get("/pages/session").statusCode());
        }
        Look.awaitCount(USERS, users.get(0));
    }

    /** First those who were recorded since the restart, then those who were not, then those who never were. */
    private void logOutAll() throws Exception {
        Client anybody = new Client(server, "/host");
        int left = USERS / 2;
        for (Client user : users) {
            assertEquals(200, user.post("/logout", "how", "invalidate").statusCode());
            left = Math.max(0, left - 1);
            awaitNotBelow(left, anybody);
            assertStoredWithin(USERS / 2);
        }
        for (Client stranger : strangers) {
            assertEquals(200, stranger.post("/logout", "how", "invalidate").statusCode());
            assertEquals(0, Look.count(anybody));
        }
        Await.until(
                "a cleanup stores the number",
                Look.SOON,
                () -> memcached.value("host-numUsersOnline").equals("0\n"));
    }

    /** Waits for this number: a container may send the answer to a logout before the logout is all done. */
    private static void awaitNotBelow(int count, Client anybody) {
        Await.until(count + " users are online", Look.SOON, () -> {
            int now = Look.count(anybody);
            assertTrue(now == count || now == count + 1, now + " instead of " + count);
            return now == count;
        });
    }

    /** The stored number, which is as old as the last cleanup, and away where none has been since the flush. */
    private void assertStoredWithin(int most) {
        String stored = memcached.value("host-numUsersOnline").trim();
        if (!stored.isEmpty()) {
            int number = Integer.parseInt(stored);
            assertTrue(number >= 0 && number <= most, stored);
        }
    }
}
