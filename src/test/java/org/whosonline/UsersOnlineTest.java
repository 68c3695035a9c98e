package org.whosonline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.testing.ScriptedCluster;

class UsersOnlineTest {

    private final Time time = new Time();
    private final Store store = new HeapStore(time);
    private final SiteMap site = new SiteMap(store, time, 1);

    @Test
    @DisplayName("S1 1.1: online is who was recorded within five minutes, whether or not a cleanup ran")
    void onlineIsWhoWasRecordedWithinTheWindow() {
        site.view("a", new Session());
        pass(Duration.ofMinutes(5));
        assertEquals(List.of("a"), online());
        // A snapshot may be a second old.
        pass(Duration.ofSeconds(2));
        assertEquals(List.of(), online());
    }

    @Test
    @DisplayName("S1 1.2, SESS-H05: a session records again only when its last record is older than two minutes")
    void recordsAgainOnlyAfterTwoMinutes() {
        Session session = new Session();
        for (int second = 0; second <= 120; second++) {
            site.view("a", session);
            pass(Duration.ofSeconds(1));
        }
        assertEquals(1, session.writes);
        site.view("a", session);
        assertEquals(2, session.writes);
    }

    @Test
    @DisplayName("S1 1.14: 50,000 people with a page every 8 s, 6,250 views a second, are about 417 records a second")
    void fiftyThousandPeopleAreAFewHundredRecordsASecond() {
        SiteMap growing = new SiteMap(store, time, 0);
        Session[] people = new Session[50_000];
        for (int i = 0; i < people.length; i++) {
            people[i] = new Session();
        }
        int seconds = 304;
        long before = 0;
        for (int second = 0; second < seconds; second++) {
            for (int i = second % 8; i < people.length; i += 8) {
                growing.view("user" + i, people[i]);
            }
            if (second == 7) {
                before = writes(people);
            }
            time.pass(Duration.ofSeconds(1));
            growing.users.tend();
        }
        assertEquals(50_000, before, "everybody once at the beginning");
        assertEquals(50_000, growing.users.cleanUp().now());
        double rate = (double) (writes(people) - before) / (seconds - 8);
        assertTrue(rate > 300 && rate <= 417, () -> rate + " records a second");
    }

    private static long writes(Session[] people) {
        long writes = 0;
        for (Session session : people) {
            writes += session.writes;
        }
        return writes;
    }

    @Test
    @DisplayName("S1 1.3, KEY-H01, KEY-H05: ids count exactly as they are")
    void idsCountExactly() {
        List<String> ids = List.of(
                "Ann Lee",
                "Ann_Lee",
                "Ann-Lee",
                "Ann%20Lee",
                "Ann+Lee",
                "user1",
                "User1",
                " ",
                "x\ny",
                "\"],",
                "你好-Ω-é",
                "é",
                "e\u0301",
                "😄",
                "\ud83d",
                "0",
                "00",
                "<b>",
                "x".repeat(400),
                " ".repeat(400),
                "null",
                "false");
        ids.forEach(id -> site.view(id, new Session()));
        assertEquals(ids.stream().sorted().toList(), online().stream().sorted().toList());
        for (String id : ids) {
            assertEquals(id, site.users.snapshot().user(id).orElseThrow().id());
        }
        // The same after a reading of the log, without this node's own memory of what it wrote.
        pass(Duration.ofSeconds(6));
        assertEquals(ids.stream().sorted().toList(), online().stream().sorted().toList());
    }

    @Test
    @DisplayName("KEY-H02: an empty id and one of over 2,048 bytes are not counted, and harm nobody")
    void emptyAndOverlongIdsAreNotCounted() {
        Session session = new Session();
        site.view("", session);
        site.view("x".repeat(2049), session);
        site.view("語".repeat(683), session);
        assertNull(session.mark);
        site.view("語".repeat(682), session);
        assertEquals(List.of("語".repeat(682)), online());
    }

    @Test
    void aLongNameIsCutBetweenCharacters() {
        site.users.record("a", "😄".repeat(600), new Session());
        assertEquals(
                "😄".repeat(512), site.users.snapshot().user("a").orElseThrow().name());
    }

    @Test
    @DisplayName("S1 1.4: the count is plain decimal text, there from the first record on, and expires when not kept")
    void theCountIsThereFromTheFirstRecordAndExpires() {
        assertNull(value("numUsersOnline"));
        site.view("a", new Session());
        assertEquals("1", value("numUsersOnline"));
        site.view("b", new Session());
        site.users.cleanUp();
        assertEquals("2", value("numUsersOnline"));
        pass(Duration.ofSeconds(179));
        assertEquals("2", value("numUsersOnline"));
        pass(Duration.ofSeconds(1));
        assertNull(value("numUsersOnline"));
    }

    @Test
    @DisplayName("S1 1.5: the cleanup removes who is past the window, and stores map and count")
    void theCleanupRemovesWhoIsPastTheWindow() {
        site.view("a", new Session());
        pass(Duration.ofSeconds(10));
        site.view("b", new Session());
        pass(Duration.ofSeconds(295));
        site.view("c", new Session());
        CleanupReport report = site.users.cleanUp();
        assertEquals(
                new CleanupReport(3, List.of(new CleanupReport.Removed("a", Duration.ofSeconds(305))), 2, true),
                report);
        assertFalse(value("usersOnline").contains("\"a\""));
        assertEquals("2", value("numUsersOnline"));
    }

    @Test
    @DisplayName("CRON-H05: when the last user is gone the stored count becomes 0")
    void theCountBecomesZero() {
        site.view("a", new Session());
        pass(Duration.ofSeconds(301));
        assertEquals(0, site.users.cleanUp().now());
        assertEquals("0", value("numUsersOnline"));
    }

    @Test
    @DisplayName("CRON-H01: one node cleans up in an interval, whichever comes first")
    void oneNodeCleansUpInAnInterval() {
        SiteMap other = new SiteMap(store, time, 1);
        site.view("a", new Session());
        assertTrue(site.users.cleanUpInTurn().isPresent());
        assertEquals(Optional.empty(), other.users.cleanUpInTurn());
        pass(Duration.ofMinutes(1));
        assertTrue(other.users.cleanUpInTurn().isPresent());
        assertEquals(Optional.empty(), site.users.cleanUpInTurn());
    }

    @Test
    @DisplayName("RACE-H04: parallel first requests of one session make one write")
    void parallelFirstRequestsMakeOneWrite() {
        ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, 1 << 20);
        SiteMap slow = new SiteMap(cluster.client(), time, 1);
        cluster.settle();
        Session session = new Session();
        for (int i = 0; i < 12; i++) {
            // All of them looked at the session before the first one set its mark.
            slow.users.record("a", "a", session);
        }
        assertEquals(1, session.writes);
        cluster.settle();
        slow.users.record("a", "a", session);
        assertEquals(1, session.writes);
    }

    @Test
    @DisplayName("STOR-H02: a refused write voids the mark, and the next request records")
    void aRefusedWriteVoidsTheMark() {
        ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, 1 << 20);
        SiteMap failing = new SiteMap(cluster.client(), time, 1);
        cluster.settle();
        Session session = new Session();
        cluster.lost = 1;
        for (int i = 1; i <= 5; i++) {
            failing.view("a", session);
            cluster.settle();
            assertEquals(i, session.writes);
        }
        cluster.lost = 0;
        failing.view("a", session);
        cluster.settle();
        failing.view("a", session);
        assertEquals(6, session.writes);
        failing.users.renew();
        cluster.settle();
        assertEquals(1, failing.users.snapshot().count().orElseThrow());
    }

    @Test
    @DisplayName("STOR-H05: after a flush everybody is back within five seconds of one request, with the name")
    void afterAFlushOneRequestBringsEverybodyBack() {
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sessions.add(new Session());
            site.users.record("u" + i, "User " + i, sessions.get(i));
        }
        for (int second = 0; second < 20; second++) {
            pass(Duration.ofSeconds(1));
        }
        List.of("usersOnline", "usersOnline:layout", "numUsersOnline").forEach(store::delete);
        for (int i = 0; i < 30; i++) {
            site.view("u" + i, sessions.get(i));
        }
        for (int second = 0; second < 5; second++) {
            pass(Duration.ofSeconds(1));
        }
        assertEquals(30, online().size());
        SiteMap other = new SiteMap(store, time, 1);
        assertEquals("User 7", other.users.snapshot().user("u7").orElseThrow().name());
        assertEquals(30, other.users.snapshot().count().orElseThrow());
        assertEquals(30, sessions.stream().mapToInt(session -> session.writes).sum(), "no session was touched again");
    }

    @Test
    @DisplayName("PRIV-H07, COUNT-H04: who logs out is gone at once, on every node after its next reading")
    void whoLogsOutIsGoneAtOnce() {
        SiteMap other = new SiteMap(store, time, 1);
        Session session = new Session();
        site.view("a", session);
        pass(Duration.ofSeconds(2));
        assertEquals(1, other.users.snapshot().count().orElseThrow());
        site.users.remove(session.mark);
        assertEquals(OptionalInt.of(0), site.users.snapshot().count());
        pass(Duration.ofSeconds(6));
        assertEquals(OptionalInt.of(0), other.users.snapshot().count());
    }

    @Test
    @DisplayName("TABS-H03: logging out in one browser leaves the user's other browser on the list")
    void anotherSessionOfTheUserStays() {
        Session chrome = new Session();
        Session firefox = new Session();
        site.view("a", firefox);
        pass(Duration.ofSeconds(1));
        site.view("a", chrome);
        site.users.remove(firefox.mark);
        assertEquals(List.of("a"), online());
        pass(Duration.ofSeconds(1));
        Session phone = new Session();
        site.view("a", phone);
        // The later record goes, and the earlier one comes back with its session's next request.
        site.users.remove(phone.mark);
        assertEquals(List.of(), online());
        site.view("a", chrome);
        assertEquals(List.of("a"), online());
    }

    @Test
    void whoComesBackWithinTheSecondOfTheLogoutIsOnline() {
        Session session = new Session();
        site.view("a", session);
        site.users.remove(session.mark);
        Session next = new Session();
        site.view("a", next);
        assertEquals(List.of("a"), online());
        pass(Duration.ofSeconds(6));
        assertEquals(List.of("a"), online());
    }

    @Test
    void tenLoginsAndLogoutsASecondDriveNobodyIntoTheFuture() {
        for (int cycle = 0; cycle < 400; cycle++) {
            Session session = new Session();
            site.view("svc", session);
            site.users.remove(session.mark);
            pass(Duration.ofMillis(100));
        }
        Session last = new Session();
        SiteMap other = new SiteMap(store, time, 1);
        for (int second = 0; second < 30; second++) {
            site.view("svc", last);
            pass(Duration.ofSeconds(1));
            other.users.tend();
            if (second > 5) {
                assertEquals(List.of("svc"), online(), "own node, second " + second);
            }
            if (second > 8) {
                assertEquals(1, other.users.snapshot().count().orElseThrow(), "other node, second " + second);
            }
        }
        assertTrue(last.writes <= 8, () -> last.writes + " records");
    }

    @Test
    @DisplayName("CONN-H01: old data that a server comes back with does not stand in for a later record")
    void oldDataDoesNotStandInForALaterRecord() {
        Session session = new Session();
        site.view("a", session);
        byte[] old = store.get("usersOnline").join();
        pass(Duration.ofSeconds(121));
        site.view("a", session);
        store.set("usersOnline", old, Store.FOREVER);
        for (int second = 0; second < 118; second++) {
            pass(Duration.ofSeconds(1));
            site.view("a", session);
        }
        for (int second = 0; second < 178; second++) {
            pass(Duration.ofSeconds(1));
            assertEquals(List.of("a"), online(), "second " + second + " after the last view");
        }
    }

    @Test
    void aNodeThatNobodyAsksFindsOutThatANewerFormatIsGone() {
        store.set("usersOnline", "[2,\"x\"]\n".getBytes(UTF_8), Store.FOREVER).join();
        Session session = new Session();
        for (int second = 0; second < 600; second += 10) {
            pass(Duration.ofSeconds(10));
            site.view("a", session);
        }
        store.delete("usersOnline").join();
        for (int second = 0; second < 20; second++) {
            pass(Duration.ofSeconds(1));
            site.view("a", session);
        }
        assertEquals(List.of("a"), online());
    }

    @Test
    void aFlushRightAfterALoginKeepsTheName() {
        Session session = new Session();
        site.users.record("4711", "Ana", session);
        List.of("usersOnline", "usersOnline:layout").forEach(store::delete);
        for (int second = 0; second < 12; second++) {
            pass(Duration.ofSeconds(1));
            site.users.isRecorded(session.mark, "4711");
        }
        assertEquals("Ana", site.users.snapshot().user("4711").orElseThrow().name());
    }

    @Test
    void anotherLoginInTheSameSessionReplacesTheFirst() {
        Session session = new Session();
        site.view("a", session);
        site.view("b", session);
        assertEquals(List.of("b"), online());
    }

    @Test
    @DisplayName("SHOW-H03: a page shows its own viewer, before and after the store is read")
    void aPageShowsItsOwnViewer() {
        site.view("a", new Session());
        assertEquals(List.of("a"), online());
        site.view("b", new Session());
        assertEquals(List.of("a", "b"), online());
        assertEquals(2, site.users.snapshot().count().orElseThrow());
    }

    @Test
    @DisplayName("SHOW-H03: a page shows its own viewer also while another thread publishes a new reading")
    void aPageShowsItsOwnViewerWhileTheMapIsRead() throws Exception {
        Store real = new HeapStore(InstantSource.system());
        StoreClock clock = new StoreClock(real, InstantSource.system(), System::nanoTime);
        clock.learn().join();
        UsersOnline users = new UsersOnline(real, clock, SiteMap.options(1), Runnable::run, new Random(1));
        AtomicBoolean going = new AtomicBoolean(true);
        Thread reader = new Thread(() -> {
            while (going.get()) {
                users.renew();
            }
        });
        reader.start();
        try {
            for (int i = 0; i < 60_000; i++) {
                // A few users only, so that a reading takes no time and there are many of them.
                String id = "u" + i % 50;
                users.record(id, id, new Session());
                assertTrue(users.snapshot().user(id).isPresent(), "view " + i);
                if (i % 500 == 499) {
                    // Else the log grows, and the readings get rare.
                    real.delete("usersOnline");
                }
            }
        } finally {
            going.set(false);
            reader.join();
        }
    }

    @Test
    @DisplayName("COUNT-H01: count and list of one snapshot agree, whatever happens meanwhile")
    void countAndListOfOneSnapshotAgree() {
        Random random = new Random(3);
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            sessions.add(new Session());
        }
        for (int step = 0; step < 3_000; step++) {
            int i = random.nextInt(100);
            Session session = sessions.get(i);
            if (random.nextInt(4) == 0 && session.mark != null) {
                site.users.remove(session.mark);
                session.mark = null;
            } else {
                site.view("u" + i, session);
            }
            Snapshot snapshot = site.users.snapshot();
            assertEquals(snapshot.count().orElseThrow(), snapshot.users().size());
            assertEquals(snapshot.users().stream().sorted(Snapshot.BY_NAME).toList(), snapshot.users());
            pass(Duration.ofMillis(random.nextInt(2_000)));
        }
    }

    @Test
    @DisplayName("COUNT-H05: without any cleanup nobody past the window is shown, and the count is withheld")
    void withoutACleanupNobodyPastTheWindowIsShown() {
        site.view("a", new Session());
        pass(Duration.ofMinutes(6));
        assertEquals(List.of(), online());
        assertNull(value("numUsersOnline"));
        assertEquals(
                "[\"a\",1764500000]",
                value("usersOnline").lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    @DisplayName("COUNT-H06: a click every 110, 130 and 290 seconds, and the user is never missing")
    void aSlowClickerIsNeverMissing() {
        for (int gap : new int[] {110, 130, 290}) {
            Session session = new Session();
            for (int click = 0; click < 60; click++) {
                site.view("a", session);
                for (int second = 0; second < gap; second += 10) {
                    assertEquals(List.of("a"), online());
                    pass(Duration.ofSeconds(10));
                }
            }
        }
    }

    @Test
    @DisplayName("COUNT-H10, COUNT-H12: people count, not sessions")
    void peopleCountNotSessions() {
        for (int i = 0; i < 3; i++) {
            site.view("a", new Session());
        }
        assertEquals(1, site.users.snapshot().count().orElseThrow());
    }

    @Test
    @DisplayName("a store away is stale after five seconds and unknown after a window, never zero")
    void aStoreAwayIsStaleThenUnknownNeverZero() {
        ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, 1 << 20);
        SiteMap site = new SiteMap(cluster.client(), time, 1);
        cluster.settle();
        site.view("a", new Session());
        cluster.settle();
        site.users.renew();
        cluster.settle();
        assertFalse(site.users.snapshot().stale());
        cluster.kill(0);
        time.pass(Duration.ofSeconds(6));
        assertTrue(site.users.snapshot().stale());
        assertEquals(OptionalInt.of(1), site.users.snapshot().count());
        time.pass(Duration.ofSeconds(295));
        Snapshot unknown = site.users.snapshot();
        assertEquals(OptionalInt.empty(), unknown.count());
        assertEquals(List.of(), unknown.users());
        assertTrue(unknown.stale());
    }

    @Test
    void aPageThatAsksOftenReadsTheStoreOnceASecond() {
        AtomicInteger operations = new AtomicInteger();
        SiteMap site = new SiteMap(counting(operations), time, 1);
        site.view("a", new Session());
        site.users.snapshot();
        int before = operations.get();
        Snapshot first = site.users.snapshot();
        for (int i = 0; i < 1_000; i++) {
            assertSame(first, site.users.snapshot());
        }
        assertEquals(before, operations.get());
        pass(Duration.ofMillis(1_100));
        site.users.snapshot();
        assertEquals(before + 1, operations.get());
    }

    @Test
    @DisplayName("S1 1.10, STOR-H01: a full map that may not be split refuses new users and serves those it has")
    void aFullMapThatMayNotBeSplitRefusesNewUsers() {
        fill(site, 30_000);
        Session session = new Session();
        site.view("new", session);
        assertEquals(Optional.empty(), find("new"));
        int count = site.users.cleanUp().now();
        assertTrue(count > 18_000 && count < 30_000, () -> "count " + count);
        pass(Duration.ofSeconds(301));
        site.view("new", session);
        assertEquals(List.of("new"), online());
    }

    @Test
    @DisplayName("S1 1.9, 1.10, STOR-H01: a map that may be split grows and loses nobody")
    void aMapThatMayBeSplitGrowsAndLosesNobody() {
        SiteMap growing = new SiteMap(store, time, 0);
        fill(growing, 30_000);
        time.pass(Duration.ofSeconds(2));
        assertEquals(30_000, growing.users.snapshot().count().orElseThrow());
        CleanupReport report = growing.users.cleanUp();
        assertEquals(30_000, report.now());
        assertTrue(value("usersOnline:layout").contains("[32,"), value("usersOnline:layout"));
        growing.view("new", new Session());
        growing.users.renew();
        assertEquals(30_001, growing.users.snapshot().users().size());
    }

    private void fill(SiteMap site, int users) {
        for (int i = 0; i < users; i++) {
            site.view(String.format("%040d", i), new Session());
        }
    }

    @Test
    void aMapOfANewerFormatIsNeitherReadNorWritten() {
        byte[] newer = "[2,\"x\"]\n".getBytes(UTF_8);
        store.set("usersOnline", newer, Store.FOREVER).join();
        pass(Duration.ofSeconds(6));
        assertTrue(site.users.snapshot().stale());
        site.view("a", new Session());
        assertEquals("[2,\"x\"]\n", value("usersOnline"));
    }

    /** The store, counting what is asked of it. */
    private Store counting(AtomicInteger operations) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (!Set.of("available", "epoch", "time").contains(method.getName())) {
                        operations.incrementAndGet();
                    }
                    return method.invoke(store, arguments);
                });
    }

    private List<String> online() {
        return site.users.snapshot().users().stream().map(OnlineUser::id).toList();
    }

    private Optional<OnlineUser> find(String id) {
        pass(Duration.ofSeconds(2));
        site.users.snapshot();
        return site.users.snapshot().user(id);
    }

    private String value(String key) {
        byte[] value = store.get(key).join();
        return value == null ? null : new String(value, UTF_8);
    }

    private void pass(Duration duration) {
        time.pass(duration);
        site.users.tend();
    }
}
