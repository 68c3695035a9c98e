package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** Who is counted, since when, and when they go, by the ways in which applications know and forget their users. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("waiting")
class CountCasesIT {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static MemcachedProcess memcached;
    private static Server server;

    private final String user = "user" + NEXT.incrementAndGet();

    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        server = container.create();
        server.option("whosonline.memcached.servers", memcached.address());
        Host.withSessions("/host").deployOn(server);
        Host.withSessions("/short")
                .option("window", "6s")
                .option("record-after", "2s")
                .option("cleanup.interval", "2s")
                .option("record.exclude", "/pages/*, *.css")
                .option("list.public", "true")
                .deployOn(server);
        Host.withPrincipals("/known")
                .option("list.public", "true")
                .option("user.ignore", "anonymousUser, guest")
                .deployOn(server);
        Host.withPrincipals("/basic")
                .option("list.public", "true")
                .containerLogin(server, "BASIC")
                .deployOn(server);
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
    }

    @Test
    @DisplayName("COUNT-H02: visitors with the names of crawlers never count, whoever is logged in does, once")
    void crawlersNeverCount() throws Exception {
        Client anybody = new Client(server, "/known");
        int before = Look.count(anybody);
        for (int i = 0; i < 20; i++) {
            String crawler = "Mozilla/5.0 (compatible; Crawler" + i + "/2.1; +http://crawler.example/bot.html)";
            new Client(server, "/known").header("User-Agent", crawler).get("/page.jsp");
        }
        for (int i = 0; i < 5; i++) {
            Client known = known(user + i);
            known.get("/page.jsp");
            known.get("/plain.jsp");
        }
        Look.awaitCount(before + 5, anybody);
    }

    @Test
    @DisplayName("COUNT-H04, COUNT-H09: who logs out goes at once, who only polls or prefetches goes as if away")
    void whoDoesNotLookGoes() throws Exception {
        Client watcher = loggedIn("/short", "watcher");
        Client leaver = loggedIn("/short", "leaver");
        loggedIn("/short", "closed");
        Client poller = loggedIn("/short", "poller");
        Client lister = loggedIn("/short", "lister");
        Client prefetch = loggedIn("/short", "prefetch").header("Sec-Purpose", "prefetch");
        Look.awaitUsers(watcher, "closed", "leaver", "lister", "poller", "prefetch", "watcher");
        leaver.post("/logout", "how", "invalidate");
        Look.awaitUsers(watcher, "closed", "lister", "poller", "prefetch", "watcher");

        Await.until("only who looks at pages is left", Duration.ofSeconds(12), () -> {
            poller.get("/pages/observed");
            poller.get("/app.css");
            Look.users(lister);
            Look.count(lister);
            prefetch.get("/page.jsp");
            watcher.get("/page.jsp");
            List<String> users = Look.users(watcher);
            assertTrue(users.contains("watcher"), users::toString);
            return users.equals(List.of("watcher"));
        });
        assertEquals(1, Look.count(watcher));
        Await.until("a cleanup stores the number", Look.SOON, () -> {
            watcher.get("/page.jsp");
            return memcached.value("short-numUsersOnline").equals("1\n");
        });
    }

    @Test
    @DisplayName("COUNT-H10, TABS-H03: one person with three sessions is one, and stays while one session does")
    void peopleCountNotSessions() throws Exception {
        Client first = loggedIn("/host", user);
        awaitNextSecond();
        Client second = loggedIn("/host", user);
        awaitNextSecond();
        Client third = loggedIn("/host", user);
        Client watcher = loggedIn("/host", user + "w");
        Await.until("the user is listed", Look.SOON, () -> Look.users(watcher).contains(user));
        assertEquals(1, Collections.frequency(Look.users(watcher), user));

        logOutAndRead(first, watcher);
        assertTrue(Look.users(watcher).contains(user));
        // The newest record was this session's: the user is back with the next page of the one that is left.
        logOutAndRead(third, watcher);
        Await.until("the other session brings the user back", Look.SOON, () -> {
            second.get("/plain.jsp");
            return Look.users(watcher).contains(user);
        });
        logOutAndRead(second, watcher);
        Await.until("the user is gone", Look.SOON, () -> !Look.users(watcher).contains(user));
    }

    /** Logs out, and waits for a reading of the map that was begun after it. */
    private static void logOutAndRead(Client client, Client watcher) throws Exception {
        assertEquals(200, client.post("/logout", "how", "invalidate").statusCode());
        Set<String> readings = new HashSet<>();
        Await.until("the map is read anew", Look.SOON, () -> {
            readings.add(watcher.json("/whosonline/online").get("asOf").getAsString());
            return readings.size() > 2;
        });
    }

    private static void awaitNextSecond() {
        long begin = System.nanoTime();
        Await.until("a second has passed", () -> System.nanoTime() - begin > 1_100_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"/known, Cookie, remember=", "/known, X-Remote-User, ''"})
    @DisplayName("COUNT-H11: whom the application knows without any login request is listed after the first page")
    void whoIsKnownIsListed(String contextPath, String header, String value) throws Exception {
        Client known = new Client(server, contextPath).header(header, value + user);
        known.get("/plain.jsp");
        Await.until("the user is listed", Look.SOON, () -> Look.users(known).contains(user));
    }

    @Test
    @DisplayName("COUNT-H11: whom the container logs in is listed after the first page")
    void whomTheContainerKnowsIsListed() throws Exception {
        Client ana = new Client(server, "/basic");
        assertEquals(401, ana.get("/app.css").statusCode());
        String credentials = Base64.getEncoder().encodeToString("ana:secret".getBytes());
        ana.header("Authorization", "Basic " + credentials);
        assertEquals(200, ana.get("/app.css").statusCode());
        Look.awaitUsers(ana, "ana");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anonymousUser", "guest", ""})
    @DisplayName("COUNT-H13: the names that frameworks give to unknown visitors are nobody")
    void placeholdersAreNobody(String placeholder) throws Exception {
        Client anybody = new Client(server, "/known");
        int before = Look.count(anybody);
        for (int i = 0; i < 20; i++) {
            assertEquals(200, known(placeholder).get("/page.jsp").statusCode());
        }
        known(user).get("/page.jsp");
        Look.awaitCount(before + 1, anybody);
        assertFalse(Look.users(anybody).contains(placeholder));
    }

    private static Client loggedIn(String contextPath, String user) throws Exception {
        Client client = new Client(server, contextPath);
        assertEquals(302, client.login(user).statusCode());
        return client;
    }

    private static Client known(String user) {
        return new Client(server, "/known").header("X-Remote-User", user);
    }
}
