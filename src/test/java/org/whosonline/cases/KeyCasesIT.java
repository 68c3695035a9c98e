package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.tags.Html;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Names and keys of every kind on two nodes of different encodings: a Tomcat with ISO-8859-1, a Jetty with UTF-8. */
class KeyCasesIT {

    private static final String PREFIX = "My%20Site:%20%C3%A9/";

    private static final MemcachedProcess MEMCACHED = MemcachedProcess.running();
    private static final MemcachedConsole CONSOLE = new MemcachedConsole(MEMCACHED);

    private static Server latin;
    private static Server utf8;
    private static Site onLatin;
    private static Site onUtf8;

    @BeforeAll
    static void start() throws Exception {
        latin = new Tomcat();
        utf8 = new Jetty();
        latin.option("file.encoding", "ISO-8859-1");
        utf8.option("file.encoding", "UTF-8");
        for (Server server : List.of(latin, utf8)) {
            server.deploy(
                    "/names", Server.war(), Apps.with("memcached.servers", MEMCACHED.address(), "prefix", "names:"));
            server.deploy(
                    "/prefix",
                    Server.war(),
                    Apps.with(
                            "memcached.servers",
                            MEMCACHED.address(),
                            "prefix",
                            "My Site: é/",
                            "window",
                            "8s",
                            "record-after",
                            "2s",
                            "cleanup.interval",
                            "2s"));
            server.start();
        }
        onLatin = new Site(latin, "/names");
        onUtf8 = new Site(utf8, "/names");
    }

    @AfterAll
    static void end() throws Exception {
        latin.close();
        utf8.close();
        CONSOLE.close();
        MEMCACHED.close();
    }

    @Test
    @DisplayName(
            "KEY-H01, KEY-H05: names that differ in a blank, a sign or case are users of their own, on page and in JSON")
    void similarNamesAreUsersOfTheirOwn() throws Exception {
        Set<String> names = Set.of("Ann Lee", "Ann_Lee", "Ann-Lee", "Ann%20Lee", "Ann+Lee", "user1", "User1");
        Client last = null;
        for (String name : names) {
            last = onLatin.user(name);
        }
        for (Site site : List.of(onLatin, onUtf8)) {
            awaitAll(site, names);
            String page =
                    (site == onLatin ? last : onUtf8.user("Ann Lee")).get("/").body();
            for (String name : names) {
                assertTrue(page.contains("<bdi>" + Html.text(name) + "</bdi>"), () -> name + " in " + page);
            }
        }
    }

    @Test
    @DisplayName(
            "KEY-H02: 400 blanks and 300 letters are listed, nothing and too much are not, and nobody else is affected")
    void namesOfAnyLengthHarmNobody() throws Exception {
        onLatin.users("before", 5);
        String blanks = " ".repeat(400);
        String letters = "n".repeat(300);
        for (String name : List.of(blanks, letters, "", "y".repeat(2049))) {
            for (int i = 0; i < 3; i++) {
                Client visitor = onLatin.visitor();
                assertEquals(200, visitor.post("/as.jsp", "user", name).statusCode());
                assertEquals(200, visitor.get("/").statusCode());
            }
        }
        onLatin.users("after", 5);
        Set<String> expected = new HashSet<>(List.of(blanks, letters));
        Stream.of("before", "after").forEach(name -> {
            for (int i = 0; i < 5; i++) {
                expected.add(name + i);
            }
        });
        awaitAll(onUtf8, expected);
        Set<String> ids = onUtf8.ids();
        assertTrue(ids.stream().noneMatch(id -> id.isEmpty() || id.startsWith("y")), ids::toString);
        assertEquals(1, onLatin.logged("longer than 2048 bytes is not counted"), latin::log);
    }

    @Test
    @DisplayName("KEY-H03: letters of all kinds are the same on nodes of different encodings, in both directions")
    void lettersAreTheSameOnNodesOfDifferentEncodings() throws Exception {
        onLatin.user("你好-Ω-é");
        onUtf8.user("你好-Ω-é");
        onLatin.user("ä from latin 你");
        onUtf8.user("ä from utf8 你");
        Set<String> expected = Set.of("你好-Ω-é", "ä from latin 你", "ä from utf8 你");
        for (Site site : List.of(onLatin, onUtf8)) {
            awaitAll(site, expected);
            assertEquals(1, site.ids().stream().filter(id -> id.contains("好")).count());
            String page = site.user("你好-Ω-é").get("/").body();
            expected.forEach(name -> assertTrue(page.contains("<bdi>" + name + "</bdi>"), page));
        }
        assertTrue(CONSOLE.value("names:usersOnline").contains("[\"你好-Ω-é\","));
    }

    @Test
    @DisplayName(
            "KEY-H04, CRON-H05: a prefix with blanks and letters beyond ASCII makes one family of keys, that empties again")
    void aStrangePrefixMakesOneFamilyOfKeys() throws Exception {
        Site a = new Site(latin, "/prefix");
        Site b = new Site(utf8, "/prefix");
        Client leaver = a.user("leaver");
        a.user("expiring");
        b.user("other");
        a.awaitIds(Set.of("leaver", "expiring", "other"));
        b.awaitIds(Set.of("leaver", "expiring", "other"));
        Set<String> seen = new TreeSet<>();
        Await.until("the count is right", () -> {
            seen.addAll(CONSOLE.keys());
            return "3".equals(CONSOLE.value(PREFIX + "numUsersOnline"));
        });
        leaver.logout();
        b.awaitIds(Set.of("expiring", "other"));
        a.awaitIds(Set.of("expiring", "other"));
        Await.until("the others expire and the job tidies up", Duration.ofSeconds(25), () -> {
            seen.addAll(CONSOLE.keys());
            String log = CONSOLE.value(PREFIX + "usersOnline");
            return "0".equals(CONSOLE.value(PREFIX + "numUsersOnline"))
                    && log.lines().count() == 1;
        });
        a.awaitIds(Set.of());
        b.awaitIds(Set.of());
        assertEquals(0, b.count());
        seen.removeIf(key -> key.startsWith("names:"));
        assertEquals(
                Set.of(
                        PREFIX + "usersOnline",
                        PREFIX + "usersOnline:layout",
                        PREFIX + "usersOnline:turn",
                        PREFIX + "numUsersOnline"),
                seen);
    }

    private static void awaitAll(Site site, Set<String> expected) {
        Await.until(expected + " on " + site.server, Site.SOON, () -> site.ids().containsAll(expected));
    }
}
