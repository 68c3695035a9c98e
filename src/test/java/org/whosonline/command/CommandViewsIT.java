package org.whosonline.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.command.Runs.on;
import static org.whosonline.command.Runs.run;

import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.command.Runs.Ended;
import org.whosonline.testing.MemcachedProcess;

@DisplayName("The commands that look into the data, on a real Memcached")
class CommandViewsIT {

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

    @Test
    void listsByNameOneLineAUser() {
        data.map(
                "[\"42\"," + (data.now - 5) + ",\"Zoe\"]\n",
                data.seen("bob", 400),
                data.seen("tab\there", 7),
                "broken\n",
                "[\"7\"," + data.now + ",\"ana\\nlima\"]\n",
                data.seen("gone", 9),
                "[\"gone\"," + (data.now - 3) + ",false]\n");
        Ended ended = on(memcached, "list");
        assertEquals("""
                7\tN s ago\tana\\u000Alima
                tab\\u0009here\tN s ago\ttab\\u0009here
                42\tN s ago\tZoe
                """, ended.outWithoutSeconds());
        assertEquals("1 line of the map cannot be read and was passed over.\n", ended.err());
        assertEquals(0, ended.code());
        assertEquals("3\n", on(memcached, "count", "-q").out());
    }

    @Test
    @DisplayName("PRIV-H05: an operator sees who hides, marked, and the number is that of all")
    void marksWhoHides() {
        data.map(
                data.seen("bob", 7),
                "[\"42\"," + (data.now - 5) + ",{\"name\":\"Ana\",\"hidden\":true}]\n",
                "[\"7\"," + data.now + ",{\"hidden\":true}]\n");
        assertEquals("""
                7\tN s ago\t7\thidden
                42\tN s ago\tAna\thidden
                bob\tN s ago\tbob
                """, on(memcached, "list").outWithoutSeconds());
        assertEquals("3\n", on(memcached, "count").out());
    }

    @Test
    void listsTheRoomsInUse() {
        assertEquals(new Ended(0, "", "No rooms in use.\n"), on(memcached, "rooms"));
        data.set(
                "rooms",
                Data.HEADER + data.seen("/docs/7", 9) + data.seen("/docs/42", 70) + data.seen("/empty", 8)
                        + "[\"/empty\"," + data.now + ",false]\n" + data.seen("/docs/42", 5));
        assertEquals("""
                /docs/42\tN s ago
                /docs/7\tN s ago
                """, on(memcached, "rooms").outWithoutSeconds());
    }

    @Test
    void aListOfNobodyIsEmptyAndSaysSoElsewhere() {
        assertEquals(new Ended(0, "", "No users online.\n"), on(memcached, "list"));
        assertEquals(new Ended(0, "0\n", ""), on(memcached, "count"));
    }

    @Test
    void removesAUserAsALogoutWouldInEveryLayout() {
        data.layout("{\"window\":300,\"layouts\":[[1," + (data.now - 99) + "],[2," + (data.now - 50) + "]]}");
        data.set("usersOnline", Data.HEADER + data.seen("ana", 60));
        data.set("usersOnline:2:0", Data.HEADER + data.seen("ana", 5) + data.seen("bob", 5));
        data.set("usersOnline:2:1", Data.HEADER + data.seen("ana", 5) + data.seen("bob", 5));
        Ended ended = on(memcached, "remove", "ana");
        assertEquals("", ended.err());
        assertEquals(
                "Removed: \"ana\", last seen N s ago. Who goes on browsing comes back with the next page view.\n",
                ended.outWithoutSeconds());
        assertEquals(0, ended.code());
        assertTrue(data.get("usersOnline").matches("(?s).*\\[\"ana\",\\d+,false]\n"));
        assertTrue(
                (data.get("usersOnline:2:0") + data.get("usersOnline:2:1")).matches("(?s).*\\[\"ana\",\\d+,false].*"));
        assertEquals("bob", on(memcached, "list").out().split("\t")[0]);
        assertEquals(
                new Ended(0, "\"ana\" is not on the map: nothing to remove.\n", ""), on(memcached, "remove", "ana"));
        // The next record brings the user back.
        data.set("usersOnline", Data.HEADER + data.seen("ana", -2));
        assertEquals("2\n", on(memcached, "count").out());
    }

    @Test
    void removesAUserWhoseRecordIsALittleAhead() {
        data.map(data.seen("ana", -4));
        assertEquals(0, on(memcached, "remove", "ana").code());
        assertEquals("0\n", on(memcached, "count").out());
    }

    @Test
    void idsMayLookLikeAnything() {
        for (String id :
                new String[] {"-q", "--help", "@file", "${user.home}", "\"", "a,b", "list", "語", "x\ny", "%s"}) {
            data.map(data.seen(id, 1));
            assertEquals(0, on(memcached, "remove", "-q", "--", id).code(), id);
            assertEquals("0\n", on(memcached, "count").out(), id);
        }
    }

    @Test
    void dumpsWhatStandsThere() {
        data.map(data.seen("ana", 1), data.seen("ana", 0), "\u001b[2J\n");
        data.set("numUsersOnline", "1");
        assertEquals(
                "# usersOnline:layout: 41 bytes\n{\"window\":300,\"layouts\":[[1," + (data.now - 9_000) + "]]}\n"
                        + "# usersOnline: 66 bytes\n" + Data.HEADER + data.seen("ana", 1) + data.seen("ana", 0)
                        + "\\u001B[2J\n# numUsersOnline: 1 byte\n1\n",
                on(memcached, "dump").out());
    }

    @Test
    void tellsTheFiguresOfMapAndServers() {
        data.map(data.seen("ana", 5), data.seen("ana", 1), data.seen("bob", 400), data.seen("eve", 2), "broken\n");
        data.set("numUsersOnline", "2");
        try (MemcachedProcess absent = MemcachedProcess.absent()) {
            Ended ended = run("stats", "--servers", memcached.address() + "," + absent.address());
            String[] lines = ended.out().split("\n");
            assertEquals("Users online: 2, seen within the last 300 s", lines[0]);
            assertEquals("Past the window: 1", lines[1]);
            assertEquals("Stored count: 2", lines[2]);
            assertEquals("Size: 106 bytes in 1 key, the largest 106, 53.0 a user", lines[3]);
            assertEquals("Split: over 1 key since " + Instant.ofEpochSecond(data.now - 9_000), lines[4]);
            assertEquals("Lines: 4, of them superseded 1 (25.0 %), and not readable 1", lines[5]);
            assertTrue(
                    lines[6].matches("Memcached " + memcached.address()
                            + ": version [\\d.]+, up \\d+ s, 3 items, 0\\.\\d of 64\\.0 MB, 0 evictions"),
                    lines[6]);
            assertEquals("Memcached " + absent.address() + ": does not answer", lines[7]);
            assertEquals(0, ended.code());
        }
    }
}
