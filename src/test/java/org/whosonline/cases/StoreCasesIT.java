package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** A Memcached that is shared, flushed, full or reached by IPv6, under many applications of one Tomcat. */
class StoreCasesIT {

    private static final MemcachedProcess NORMAL = MemcachedProcess.running();
    private static final MemcachedProcess SMALL = MemcachedProcess.running("-m", "1", "-I", "512k");
    private static final MemcachedProcess IPV6 = MemcachedProcess.runningOn("::1");
    private static final MemcachedProcess IPV4 = MemcachedProcess.running();
    private static final MemcachedConsole CONSOLE = new MemcachedConsole(NORMAL);

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        server = new Tomcat();
        deploy("/a", NORMAL.address());
        deploy("/b", NORMAL.address());
        deploy("/c", NORMAL.address(), "prefix", "c:");
        deploy("/d", NORMAL.address(), "prefix", "d:", "buckets", "4");
        deploy("/full", NORMAL.address(), "prefix", "full:", "buckets", "1");
        deploy("/grow", NORMAL.address(), "prefix", "grow:");
        deploy("/small", SMALL.address(), "buckets", "1");
        deploy("/v6", IPV6.address(), "prefix", "v6:");
        deploy("/two", IPV4.address() + "," + IPV6.address(), "prefix", "two:");
        deploy("/name", "localhost:" + IPV4.port(), "prefix", "name:");
        server.start();
    }

    private static void deploy(String path, String servers, String... options) throws Exception {
        String[] all = new String[options.length + 4];
        System.arraycopy(options, 0, all, 0, options.length);
        System.arraycopy(
                new String[] {"memcached.servers", servers, "cleanup.interval", "2s"}, 0, all, options.length, 4);
        server.deploy(path, Server.war(), Apps.with(all));
    }

    @AfterAll
    static void end() throws Exception {
        server.close();
        CONSOLE.close();
        List.of(NORMAL, SMALL, IPV6, IPV4).forEach(MemcachedProcess::close);
    }

    @Test
    @DisplayName(
            "STOR-H04: two applications with prefixes are separate, with the defaults they share, and the log tells")
    void applicationsAreSeparateByTheirPrefixes() throws Exception {
        for (String app : List.of("a", "b", "c", "d")) {
            new Site(server, "/" + app).user("in-" + app);
        }
        new Site(server, "/c").awaitIds(Set.of("in-c"));
        new Site(server, "/d").awaitIds(Set.of("in-d"));
        new Site(server, "/a").awaitIds(Set.of("in-a", "in-b"));
        new Site(server, "/b").awaitIds(Set.of("in-a", "in-b"));
        for (String key : List.of("c:numUsersOnline", "d:numUsersOnline")) {
            Await.until(key + " is 1", () -> "1".equals(CONSOLE.value(key)));
        }
        Await.until("the shared count is 2", () -> "2".equals(CONSOLE.value("numUsersOnline")));
        for (String app : List.of("/a", "/b")) {
            assertTrue(
                    server.log()
                            .contains("WhosOnline starts in the application \"" + app + "\": state in Memcached at "
                                    + NORMAL.address()
                                    + ", shared with whoever has the same servers and prefix, key prefix \"\""),
                    server::log);
        }
    }

    @Test
    @DisplayName("STOR-H05: flushed again and again while 30 people browse, all are back within seconds of a request")
    void whoBrowsesIsBackAfterAFlush() throws Exception {
        Site site = new Site(server, "/d");
        List<Client> users = site.users("browsing", 30);
        Set<String> expected = ids("browsing", 30);
        Await.until("all are listed", Site.SOON, () -> site.ids().containsAll(expected));
        int errors = site.logged("SEVERE");
        for (int flush = 1; flush <= 3; flush++) {
            CONSOLE.ask("flush_all");
            // Whether the list is right must not be told from memory: until another node would see it, too.
            Await.until("everybody is in Memcached again", Duration.ofSeconds(12), () -> {
                for (Client user : users) {
                    assertEquals(200, user.get("/").statusCode());
                }
                JsonObject list = site.list();
                assertEquals(
                        list.get("count").getAsInt(),
                        list.getAsJsonArray("users").size());
                return Logs.stored(CONSOLE, "d:usersOnline:4:", 4).containsAll(expected)
                        && site.ids().containsAll(expected);
            });
            Await.until(
                    "the count is right again",
                    () -> Integer.toString(site.ids().size()).equals(CONSOLE.value("d:numUsersOnline")));
        }
        assertEquals(3, CONSOLE.stat("cmd_flush"), "the product itself never flushes");
        assertEquals(errors, site.logged("SEVERE"), server::log);
        assertFalse(server.log().contains("Exception"), server::log);
    }

    @Test
    @DisplayName(
            "STOR-H01, CONN-H04: a full map of one bucket refuses new users with one message, and takes them with room")
    void aFullMapRefusesNewUsersUntilThereIsRoom() throws Exception {
        Site site = new Site(server, "/full");
        Site neighbour = new Site(server, "/c");
        int known = Logs.fill(CONSOLE, "full:usersOnline", 1_048_000);
        Await.until("the filled map is read", Site.SOON, () -> site.count() == known);
        for (int i = 0; i < 20; i++) {
            site.user("refused" + i);
            neighbour.user("neighbour" + i);
        }
        Client late = site.user("late");
        Await.until("others are listed", Site.SOON, () -> neighbour.ids().containsAll(ids("neighbour", 20)));
        Await.until(
                "the count goes on",
                Site.SOON,
                () -> Integer.toString(known).equals(CONSOLE.value("full:numUsersOnline")));
        assertEquals(known, site.ids().size());
        assertEquals(1, site.logged("The map full:usersOnline is full"), server::log);
        assertTrue(server.jcmd("Thread.print").contains("\"whosonline-memcached-io-" + NORMAL.address()));

        assertTrue(CONSOLE.store("set", "full:usersOnline", "[1,\"fedcba9876543210\"]\n"));
        Await.until("late is recorded", Site.SOON, () -> {
            assertEquals(200, late.get("/").statusCode());
            return Logs.stored(CONSOLE, "full:usersOnline", 1).contains("late");
        });
        Await.until("the list is right", Site.SOON, () -> site.ids().equals(Set.of("late")));
        Await.until("the count is right", Site.SOON, () -> "1".equals(CONSOLE.value("full:numUsersOnline")));
        assertEquals(1, site.logged("The map full:usersOnline is full"), server::log);
    }

    @Test
    @DisplayName("STOR-H01: the same map, where it may grow, takes the new user in")
    void aFullMapThatMayGrowTakesTheNewUserIn() throws Exception {
        Site site = new Site(server, "/grow");
        int known = Logs.fill(CONSOLE, "grow:usersOnline", 1_048_000);
        site.user("new");
        Await.until(
                "the new one is listed",
                Site.SOON,
                () -> site.count() == known + 1 && site.ids().contains("new"));
        assertEquals(known + 1, site.ids().size());
        Await.until(
                "the count is right",
                Site.SOON,
                () -> Integer.toString(known + 1).equals(CONSOLE.value("grow:numUsersOnline")));
    }

    @Test
    @DisplayName("STOR-H01, CONN-H04: a Memcached with almost no room (-m 1 -I 512k) keeps no page from answering")
    void aMemcachedWithAlmostNoRoomKeepsNoPageFromAnswering() throws Exception {
        Site site = new Site(server, "/small");
        try (MemcachedConsole console = new MemcachedConsole(SMALL)) {
            int known = Logs.fill(console, "usersOnline", 523_000);
            assertTrue(known > 8_000, () -> "filled with " + known);
            Await.until("the filled map is read", Site.SOON, () -> site.count() == known);
            List<Client> refused = site.users("refused", 20);
            assertEquals(1, site.logged("The map usersOnline is full"), server::log);
            // One whose refusal looked like a fault counts on this node until the second try, a second later.
            Await.until("nobody refused is counted", Site.SOON, () -> site.count() == known);

            console.ask("delete usersOnline");
            Await.until("all are recorded", Site.SOON, () -> {
                for (Client user : refused) {
                    assertEquals(200, user.get("/").statusCode());
                }
                return site.ids().equals(ids("refused", 20));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v6", "/two", "/name"})
    @DisplayName("CONN-H05: servers given by IPv6 address, by both kinds and by name work, and the log names them")
    void serversOfAllKindsOfAddressesWork(String app) throws Exception {
        Site site = new Site(server, app);
        site.user("ana");
        site.awaitIds(Set.of("ana"));
        assertEquals("up", site.health().get("status").getAsString());
        String servers =
                switch (app) {
                    case "/v6" -> "[::1]:" + IPV6.port();
                    case "/two" -> "127.0.0.1:" + IPV4.port() + ", [::1]:" + IPV6.port();
                    default -> "localhost:" + IPV4.port();
                };
        assertTrue(server.log().contains("\"" + app + "\": state in Memcached at " + servers + ","), server::log);
    }

    private static Set<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toSet());
    }
}
