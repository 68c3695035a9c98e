package org.whosonline.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.command.Runs.on;
import static org.whosonline.command.Runs.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.command.Runs.Ended;
import org.whosonline.testing.MemcachedProcess;

@DisplayName("The command that cleans up, on a real Memcached")
class CommandIT {

    private MemcachedProcess memcached;
    private Data data;

    @BeforeEach
    void start() {
        memcached = MemcachedProcess.running();
        data = new Data(memcached);
    }

    @AfterEach
    void stop() {
        data.close();
        memcached.close();
    }

    private static void assertEnded(int code, String out, String err, Ended ended) {
        assertEquals(err, ended.err());
        assertEquals(out, ended.outWithoutSeconds());
        assertEquals(code, ended.code());
    }

    @Test
    @DisplayName("S1 1.5, S1 1.6: removes who is past the window, stores map and count, and reports all of it")
    void cleansUpAndReports() {
        data.map(data.seen("ana", 0), data.seen("bob", 412), data.seen("eve", 2_000), data.seen("zoe", 100));
        Ended ended = on(memcached, "cleanup");
        assertEnded(0, """
                Before: 4 users.
                Removed: eve, last seen N s ago.
                Removed: bob, last seen N s ago.
                Removed: 2 users.
                Now: 2 users.
                Saved.
                """, "", ended);
        assertTrue(ended.out().matches("(?s).*eve, last seen 200\\d s ago.*bob, last seen 41\\d s ago.*"), ended.out());
        assertEquals(Data.HEADER + data.seen("ana", 0) + data.seen("zoe", 100), data.get("usersOnline"));
        assertEquals("2", data.get("numUsersOnline"));
    }

    @Test
    @DisplayName("S1 1.5: without a subcommand it cleans up, whoever's turn it is; the count lives for three intervals")
    void cleansUpByDefault() {
        data.map(data.seen("ana", 0));
        data.set("usersOnline:turn", "1");
        assertEnded(0, """
                Before: 1 user.
                Removed: 0 users.
                Now: 1 user.
                Saved.
                """, "", on(memcached));
        assertEquals("1", data.get("numUsersOnline"));
        assertTrue(memcached.ask("mg numUsersOnline t").matches("HD t1(79|80)"));
        run(Map.of("WHOSONLINE_CLEANUP_INTERVAL", "20s"), "--servers", memcached.address());
        assertTrue(memcached.ask("mg numUsersOnline t").matches("HD t(59|60)"));
    }

    @Test
    @DisplayName("S1 1.7: nobody online: says so, stores the count, and ends with success")
    void saysThatNobodyIsOnline() {
        assertEnded(0, "No users online.\nSaved.\n", "", on(memcached, "cleanup"));
        assertEquals("0", data.get("numUsersOnline"));
        // What the nodes have to agree on is not for a command to make up.
        assertNull(data.get("usersOnline:layout"));
        assertNull(data.get("usersOnline"));
    }

    @Test
    @DisplayName("CRON-H05: all have left without a logout: map, every key of it and count are empty, also old layouts")
    void leavesNothingWhenAllHaveLeft() {
        data.layout("{\"window\":300,\"layouts\":[[1," + (data.now - 500) + "],[2," + (data.now - 310) + "]]}");
        data.set("usersOnline", Data.HEADER + data.seen("a", 320));
        data.set("usersOnline:2:0", Data.HEADER + data.seen("b", 301) + data.seen("c", 302));
        data.set("usersOnline:2:1", Data.HEADER + data.seen("d", 303) + data.seen("e", 304));
        data.set("numUsersOnline", "5");
        Ended ended = on(memcached);
        assertTrue(ended.out().endsWith("Removed: 5 users.\nNow: 0 users.\nSaved.\n"), ended.out());
        for (String key : new String[] {"usersOnline", "usersOnline:2:0", "usersOnline:2:1"}) {
            assertEquals(Data.HEADER, data.get(key));
        }
        assertEquals("0", data.get("numUsersOnline"));
        assertEnded(0, "No users online.\nSaved.\n", "", on(memcached));
    }

    @Test
    @DisplayName("CRON-H06: where the job of the applications is switched off, the command cleans up all the same")
    void cleansUpWhereTheJobIsOff(@TempDir Path directory) throws Exception {
        data.map(data.seen("bob", 400));
        Path file = directory.resolve("with blanks.properties");
        Files.writeString(file, "memcached.servers=" + memcached.address() + "\ncleanup.enabled=false\n");
        assertEquals(0, run("--config", file.toString(), "--quiet").code());
        assertEquals(Data.HEADER, data.get("usersOnline"));
    }

    @Test
    void quietSaysNothing() {
        data.map(data.seen("bob", 400), "broken\n");
        Ended ended = run(Map.of("WHOSONLINE_PORT", "tcp://10.0.0.1"), "-q", "--servers", memcached.address());
        assertEnded(0, "", "", ended);
        assertEquals("0", data.get("numUsersOnline"));
    }

    @Test
    void aDryRunTellsAllAndWritesNothing() {
        data.map(data.seen("ana", 0), data.seen("ana", 20), data.seen("bob", 400), "broken\n");
        var before = Data.writes(memcached);
        assertEnded(0, """
                Before: 2 users.
                To be removed: bob, last seen N s ago.
                To be removed: 1 user.
                Then: 1 user.
                Not readable: 1 line.
                Dry run: nothing was changed.
                """, "", on(memcached, "cleanup", "--dry-run"));
        assertEquals(0, on(memcached, "remove", "ana", "--dry-run").code());
        assertEquals(before, Data.writes(memcached));
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "count", "dump", "stats", "cleanup --dry-run", "remove ana"})
    void whoOnlyLooksWritesNothingEvenWhereNothingIs(String command) {
        var before = Data.writes(memcached);
        assertEquals(0, on(memcached, command.split(" ")).code());
        assertEquals(before, Data.writes(memcached));
    }

    @Test
    void brokenLinesAreCountedAndDropped() {
        data.map("[\"half\n", data.seen("ana", 1), "\u001b[2J\n", data.seen("bob", 400));
        assertEnded(0, """
                Before: 2 users.
                Removed: bob, last seen N s ago.
                Removed: 1 user.
                Now: 1 user.
                Not readable: 2 lines, dropped.
                Saved.
                """, "", on(memcached));
        assertEquals(Data.HEADER + data.seen("ana", 1), data.get("usersOnline"));
    }

    @Test
    void namesOfHostileUsersHaveNoPowerOverTheTerminal() {
        String hostile = "\u001b[2J\r\nNow: 0 users.\t\u202Egnp\\u000A";
        data.map(data.seen(hostile, 400), data.seen("語 <b>&\"", 500));
        assertEnded(0, """
                Before: 2 users.
                Removed: 語 <b>&", last seen N s ago.
                Removed: \\u001B[2J\\u000D\\u000ANow: 0 users.\\u0009\\u202Egnp\\\\u000A, last seen N s ago.
                Removed: 2 users.
                Now: 0 users.
                Saved.
                """, "", on(memcached));
    }

    @Test
    void fiveThousandUsersOfWhomFiftyHaveLeft() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            lines.append(data.seen("user" + i, i < 50 ? 400 : i % 200));
        }
        data.map(lines.toString());
        Ended ended = on(memcached);
        assertEquals(54, ended.out().lines().count());
        assertTrue(ended.out().endsWith("Removed: 50 users.\nNow: 4950 users.\nSaved.\n"), ended.out());
        assertEquals("4950", data.get("numUsersOnline"));
        // Where nothing says that the number of keys is fixed, the command splits the map as a node would.
        assertTrue(data.get("usersOnline:layout").contains(",[2,"), data.get("usersOnline:layout"));
    }

    @Test
    void aMapOfAFixedNumberOfKeysIsNotSplit() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            lines.append(data.seen("user" + i, 1));
        }
        data.map(lines.toString());
        String layout = "{\"window\":300,\"fixed\":true,\"layouts\":[[1," + (data.now - 9_000) + "]]}";
        data.layout(layout);
        assertEquals(0, on(memcached).code());
        assertEquals(layout, data.get("usersOnline:layout"));
    }

    @Test
    void theWindowIsTheOneGivenElseTheOneBesideTheDataElseTheConfiguredOne() {
        data.map(data.seen("ana", 30), data.seen("bob", 150));
        data.layout("{\"window\":100,\"layouts\":[[1,1]]}");
        Map<String, String> configured = Map.of("WHOSONLINE_WINDOW", "200s", "WHOSONLINE_RECORD_AFTER", "60s");
        String[] count = {"count", "--servers", memcached.address()};
        String[] countOfLast20 = {"count", "--servers", memcached.address(), "--window", "20s"};
        assertEquals("1\n", run(configured, count).out());
        assertEquals("0\n", run(configured, countOfLast20).out());
        data.layout("{\"layouts\":[[1,1]]}");
        assertEquals("2\n", run(configured, count).out());
    }

    @Test
    void aWindowForOneCleanupIsNotWrittenBesideTheData() {
        data.map(data.seen("ana", 30));
        // The old layout is due to go, so that the list is written.
        data.layout("{\"window\":300,\"layouts\":[[2,1],[1,2]]}");
        assertTrue(on(memcached, "--window=20s").out().endsWith("Removed: 1 user.\nNow: 0 users.\nSaved.\n"));
        assertEquals("{\"window\":300,\"layouts\":[[1,2]]}", data.get("usersOnline:layout"));
    }

    @Test
    void aPrefixIsEncodedAsTheApplicationDoes() {
        data.set("shop é/usersOnline", Data.HEADER + data.seen("ana", 1));
        Ended ended = on(memcached, "count", "--prefix", "shop é/");
        assertEnded(0, "1\n", "", ended);
        assertEquals("0\n", on(memcached, "count").out());
    }

    @Test
    void serversAreAlsoReachedByIpv6() {
        try (MemcachedProcess six = MemcachedProcess.runningOn("::1");
                Data sixth = new Data(six)) {
            sixth.map(sixth.seen("bob", 400));
            assertTrue(on(six).out().startsWith("Before: 1 user.\n"));
            assertFalse(sixth.get("usersOnline").contains("bob"));
        }
    }
}
