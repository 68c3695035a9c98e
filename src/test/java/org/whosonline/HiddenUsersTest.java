package org.whosonline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.testing.ScriptedCluster;

/** Who hides, on two nodes. */
class HiddenUsersTest {

    private final Time time = new Time();
    private final ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, 1 << 20);
    private final SiteMap site = new SiteMap(cluster.client(), time, 1);
    private final SiteMap other = new SiteMap(cluster.client(), time, 1);
    private final Session ana = new Session();
    private final Session bo = new Session();

    @BeforeEach
    void meet() {
        pass(2);
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.pass(Duration.ofSeconds(1));
            cluster.advance(1_000);
            site.users.tend();
            other.users.tend();
            cluster.settle();
        }
    }

    private void view(SiteMap node, String id, boolean hidden, Session session) {
        if (!node.users.isRecorded(session.mark, id, hidden)) {
            node.users.record(id, id.toUpperCase(Locale.ROOT), hidden, session);
        }
    }

    private static Snapshot read(SiteMap node, ScriptedCluster cluster) {
        node.users.renew();
        cluster.settle();
        return node.users.snapshot();
    }

    /** What everybody sees on this node without waiting, "listed of count, hidden". */
    private static String seen(Snapshot snapshot) {
        return ids(snapshot.users()) + " of " + snapshot.count().orElse(-1) + ", " + snapshot.hidden() + " hidden";
    }

    private static List<String> ids(List<OnlineUser> users) {
        return users.stream().map(OnlineUser::id).toList();
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H10: who hides is counted, and seen by nobody but themselves")
    void whoHidesIsCountedAndSeenByNobodyElse() {
        view(site, "bo", false, bo);
        view(site, "ana", true, ana);
        for (Snapshot snapshot : List.of(site.users.snapshot(), read(site, cluster), read(other, cluster))) {
            assertEquals("[bo] of 2, 1 hidden", seen(snapshot));
            assertEquals(OptionalInt.of(2), snapshot.count());
            assertEquals(Optional.empty(), snapshot.user("ana"));
            assertEquals(Optional.empty(), snapshot.user("ana", "bo"));
            assertEquals(Optional.empty(), snapshot.user("ana", null));
            assertEquals(List.of("bo"), ids(snapshot.users("bo")));
            assertEquals(List.of("bo"), ids(snapshot.users(null)));
            assertEquals(List.of("bo"), ids(snapshot.users("nobody")));

            assertEquals(List.of("ana", "bo"), ids(snapshot.users("ana")));
            assertTrue(snapshot.users("ana").get(0).hidden());
            assertEquals("ANA", snapshot.user("ana", "ana").orElseThrow().name());
        }
    }

    @Test
    @DisplayName("PRIV-H05: who hides is hidden at once, not when the next record is due; and the same the other way")
    void aChangeIsRecordedAtOnce() {
        view(site, "ana", false, ana);
        pass(10);
        view(site, "ana", true, ana);
        assertEquals("[] of 1, 1 hidden", seen(site.users.snapshot()));
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
        pass(1);
        view(site, "ana", true, ana);
        assertEquals(2, ana.writes);
        view(site, "ana", false, ana);
        assertEquals("[ana] of 1, 0 hidden", seen(site.users.snapshot()));
        cluster.settle();
        assertEquals("[ana] of 1, 0 hidden", seen(read(other, cluster)));
    }

    @Test
    @DisplayName("PRIV-H05: whoever hides in the second of their login does, in whatever order the records arrive")
    void aChangeWithinTheSecondIsTheLaterOne() {
        view(site, "ana", false, ana);
        view(site, "ana", true, ana);
        assertTrue(ana.mark.hidden());
        assertEquals("[] of 1, 1 hidden", seen(site.users.snapshot()));
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
        // The first record once more, as after an acknowledgement that was lost.
        String line = "[\"ana\"," + (ana.mark.time() - 1) + ",\"ANA\"]\n";
        site.store.append("usersOnline", line.getBytes(UTF_8));
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
    }

    @Test
    @DisplayName("PRIV-H05: the newest record decides, for all sessions of the user")
    void theNewestRecordDecides() {
        Session second = new Session();
        view(site, "ana", false, ana);
        view(other, "ana", false, second);
        cluster.settle();
        pass(5);
        view(site, "ana", true, ana);
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
        view(other, "ana", true, second);
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(site, cluster)));
    }

    @Test
    @DisplayName("PRIV-H05: where another session's record got in front, the next page view hides again")
    void whoIsExposedHidesWithTheNextView() {
        view(site, "ana", true, ana);
        cluster.settle();
        String line = "[\"ana\"," + (ana.mark.time() + 1) + "]\n";
        site.store.append("usersOnline", line.getBytes(UTF_8));
        cluster.settle();
        pass(4);
        assertEquals("[ana] of 1, 0 hidden", seen(read(site, cluster)));
        view(site, "ana", true, ana);
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
        int writes = ana.writes;
        pass(4);
        view(site, "ana", true, ana);
        assertEquals(writes, ana.writes, "once is enough");
    }

    @Test
    @DisplayName("PRIV-H05: whoever hides while a record of theirs is under way does not wait for it")
    void hidingDoesNotWait() {
        site.users.record("ana", "Ana", false, ana);
        site.users.record("ana", "Ana", true, ana);
        site.users.record("ana", "Ana", true, ana);
        assertEquals(2, ana.writes);
        cluster.settle();
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
    }

    @Test
    @DisplayName("STOR-H05, PRIV-H05: after a flush who hid is back hidden, also by a mark of before")
    void aFlushExposesNobody() {
        Session second = new Session();
        view(site, "ana", false, ana);
        view(site, "ana", false, second);
        view(site, "bo", true, bo);
        cluster.settle();
        pass(6);
        // Believed, and therefore repeated by the node where the record is lost.
        view(site, "ana", false, second);
        view(site, "bo", true, bo);
        view(site, "ana", true, ana);
        cluster.settle();
        cluster.flush(0);
        pass(8);
        assertEquals("[] of 2, 2 hidden", seen(read(other, cluster)));
        assertEquals("BO", read(other, cluster).user("bo", "bo").orElseThrow().name());
    }

    @Test
    @DisplayName("CONN-H01, PRIV-H05: whoever hides during an outage is hidden on that node at once, for all after it")
    void anOutageExposesNobody() {
        view(site, "ana", false, ana);
        cluster.settle();
        pass(5);
        assertEquals("[ana] of 1, 0 hidden", seen(read(site, cluster)));
        cluster.kill(0);
        view(site, "ana", true, ana);
        view(site, "ana", true, ana);
        assertEquals(2, ana.writes);
        assertEquals("[] of 1, 1 hidden", seen(site.users.snapshot()));
        pass(3);
        cluster.restart(0);
        pass(8);
        assertEquals("[] of 1, 1 hidden", seen(read(other, cluster)));
        assertFalse(ana.mark.hidden() && site.users.isRecorded(ana.mark, "ana", false));
    }

    @Test
    @DisplayName("PRIV-H07: who hides and logs out is gone")
    void whoHidesAndLogsOutIsGone() {
        view(site, "ana", false, ana);
        view(site, "ana", true, ana);
        cluster.settle();
        site.users.remove(ana.mark);
        cluster.settle();
        assertEquals("[] of 0, 0 hidden", seen(site.users.snapshot()));
        assertEquals("[] of 0, 0 hidden", seen(read(other, cluster)));
    }

    @Test
    void theStoredCountIsThatOfAll() {
        view(site, "ana", true, ana);
        view(site, "bo", false, bo);
        cluster.settle();
        var report = site.users.beginCleanUp();
        cluster.settle();
        assertEquals(2, report.join().now());
        var count = site.store.get("numUsersOnline");
        cluster.settle();
        assertEquals("2", new String(count.join(), UTF_8));
    }

    @Test
    @DisplayName("PRIV-H05: while nobody knows, nobody is hidden either")
    void unknownIsUnknown() {
        Snapshot snapshot = TestSnapshots.unknown(null);
        assertEquals(0, snapshot.hidden());
        assertEquals(List.of(), snapshot.users("ana"));
        assertEquals(Optional.empty(), snapshot.user("ana", "ana"));
    }
}
