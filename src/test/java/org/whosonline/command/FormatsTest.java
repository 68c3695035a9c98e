package org.whosonline.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.Caretaker;
import org.whosonline.CleanupReport;
import org.whosonline.CleanupReport.Removed;
import org.whosonline.OnlineUser;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.store.memcached.ServerFigures;

/** What is printed, at a fixed time. */
class FormatsTest {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Removed ANA = new Removed("ana", Duration.ofSeconds(301));
    private static final Removed EVIL = new Removed("x\ny", Duration.ofSeconds(1_000));

    @Test
    @DisplayName("S1 1.6: number before, each removed id with its last seen, number removed, number now, saved")
    void aReport() {
        assertEquals(
                List.of(
                        "Before: 3 users.",
                        "Removed: x\\u000Ay, last seen 1000 s ago.",
                        "Removed: ana, last seen 301 s ago.",
                        "Removed: 2 users.",
                        "Now: 1 user.",
                        "Saved."),
                CleanupText.lines(new CleanupReport(3, List.of(EVIL, ANA), 1, true), false));
    }

    @Test
    @DisplayName("S1 1.6: failed")
    void aReportOfAFailure() {
        assertEquals(
                List.of(
                        "Before: 1 user.",
                        "Removed: 0 users.",
                        "Now: 1 user.",
                        "Not readable: 2 lines, dropped.",
                        "Not saved."),
                CleanupText.lines(new CleanupReport(1, List.of(), 1, false, 2), false));
    }

    @Test
    @DisplayName("S1 1.7: nobody online")
    void aReportOfNobody() {
        assertEquals(
                List.of("No users online.", "Saved."),
                CleanupText.lines(new CleanupReport(0, List.of(), 0, true), false));
        assertEquals(
                List.of("No users online.", "Not readable: 1 line.", "Dry run: nothing was changed."),
                CleanupText.lines(new CleanupReport(0, List.of(), 0, true, 1), true));
    }

    @Test
    void aUser() {
        OnlineUser user = new OnlineUser("4\t2", "Ana\u0085\u2028", NOON.minusSeconds(12));
        assertEquals("4\\u00092\t12 s ago\tAna\\u0085\\u2028", ListCommand.line(user, NOON.getEpochSecond()));
        assertEquals("4\\u00092\t0 s ago\tAna\\u0085\\u2028", ListCommand.line(user, NOON.getEpochSecond() - 15));
    }

    @Test
    void aUserWhoHidesIsMarked() {
        assertEquals(
                "42\t12 s ago\tAna\thidden",
                ListCommand.line(new OnlineUser("42", "Ana", NOON.minusSeconds(12), true), NOON.getEpochSecond()));
    }

    @Test
    void strangersTextsStayOnTheirLine() {
        assertEquals(
                "\\u0000\\u001B\\u007F\\u009B\\u202E\\u2066\\uD800\\\\ 語 😄 \u200D",
                Text.safe("\u0000\u001b\u007f\u009b\u202e\u2066\ud800\\ 語 😄 \u200d"));
        assertEquals("{\"a\\\\b\"}\\u000D", Text.printable("{\"a\\\\b\"}\r"));
    }

    @Test
    void theFiguresOfAMap() {
        Store store = new HeapStore(InstantSource.fixed(NOON));
        long now = NOON.getEpochSecond();
        set(store, "usersOnline:layout", "{\"window\":300,\"layouts\":[[1," + (now - 90) + "],[2," + now + "]]}");
        set(
                store,
                "usersOnline",
                "[1,\"0000000000000000\"]\n[\"a\"," + (now - 60) + "]\n[\"b\"," + (now - 400) + "]\n");
        set(store, "usersOnline:2:1", "[1,\"0000000000000000\"]\n[\"a\"," + now + "]\n[\"c\"," + now + ",false]\n?\n");
        StoreClock clock = new StoreClock(store, InstantSource.fixed(NOON), () -> 0);
        clock.learn().join();
        var options = new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                Duration.ofMinutes(5),
                Duration.ofMinutes(2),
                Duration.ofMinutes(1),
                0,
                Duration.ofSeconds(1));
        Caretaker caretaker = new Caretaker(store, clock, options, Runnable::run, new Random(1));
        assertEquals(
                List.of(
                        "Users online: 1, seen within the last 300 s",
                        "Past the window: 1",
                        "Stored count: 1\\u0007",
                        "Size: 122 bytes in 2 keys, the largest 65, 122.0 a user",
                        "Split: over 1 key since 2026-11-30T11:58:30Z, over 2 keys since 2026-11-30T12:00:00Z",
                        "Lines: 4, of them superseded 1 (25.0 %), and not readable 1"),
                StatsText.ofMap(
                        caretaker.read().join(),
                        Duration.ofMinutes(5),
                        now,
                        "1\u0007".getBytes(StandardCharsets.UTF_8)));
    }

    private static void set(Store store, String key, String value) {
        store.set(key, value.getBytes(StandardCharsets.UTF_8), Store.FOREVER).join();
    }

    @Test
    void theFiguresOfAServer() {
        assertEquals(
                "Memcached [::1]:11211: version 1.6.18, up 100 s, 1 item, 1.5 of 64.0 MB, 3 evictions",
                StatsText.ofServer(new ServerFigures("[::1]:11211", true, "1.6.18", 100, 1, 1_572_864, 67_108_864, 3)));
        assertEquals(
                "Memcached a:1: does not answer",
                StatsText.ofServer(new ServerFigures("a:1", false, "", 0, 0, 0, 0, 0)));
    }
}
