package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Server;

/** Rooms on two nodes of which one dies or both are started anew, and on a Memcached that is lost, emptied or halted. */
@Tag("waiting")
class RoomsOutageIT {

    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Duration GONE = RoomsCluster.LEASE.plus(RoomsCluster.LATE);
    private static final Duration HEALED = RoomsCluster.HEARTBEAT.plusSeconds(2);

    private static RoomsCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = new RoomsCluster();
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Test
    @DisplayName(
            "STOR-H05: with 30 users in three rooms Memcached is emptied, restarted and halted for 20 s: nobody is seen to"
                    + " leave, pages answer, and within a heartbeat and 2 s the rosters are right again")
    void nobodyLeavesForAnOutage() throws Exception {
        try (Attendance attendance = new Attendance(cluster.quick, "/outage", 30, 3)) {
            attendance.awaitAll(SOON);
            attendance.mark();
            for (int i = 0; i < 2; i++) {
                assertEquals("OK", cluster.memcached.ask("flush_all"));
                attendance.awaitAll(HEALED);
            }
            cluster.memcached.kill();
            cluster.memcached.start();
            attendance.awaitAll(HEALED);
            cluster.memcached.suspend();
            try {
                assertPagesAnswerFor(Duration.ofSeconds(20), attendance);
            } finally {
                cluster.memcached.resume();
            }
            attendance.awaitAll(HEALED);
            attendance.awaitFresh(Duration.ofSeconds(20));
            attendance.assertNobodyLeft();
        }
    }

    private static void assertPagesAnswerFor(Duration duration, Attendance attendance) throws Exception {
        long begun = System.nanoTime();
        boolean stale = false;
        while (System.nanoTime() - begun < duration.toNanos()) {
            for (int node = 0; node < 2; node++) {
                long asked = System.nanoTime();
                String page = attendance
                        .reader()
                        .get(node, "/paint.jsp?r=%2Foutage%2F0")
                        .body();
                RosterSeen roster = attendance.reader().roster(node, "/outage/0");
                long millis = (System.nanoTime() - asked) / 1_000_000;
                assertTrue(page.contains("<p>"), page);
                assertTrue(millis < 3_000, () -> "A page and a list took " + millis + " ms");
                assertTrue(roster.ids().containsAll(attendance.ids("/outage/0")), () -> "" + roster);
                stale |= roster.stale();
            }
        }
        assertTrue(stale, "What is old was never marked stale");
    }

    @Test
    @DisplayName(
            "NODE-H01, NODE-H03: a node is killed: who goes on at the other is seen all the time, who does not is gone by"
                    + " the lease and 5 s, told once; the node that starts again shows no ghosts")
    void aKilledNodeLeavesNobodyBehind() throws Exception {
        String room = "/killed";
        Someone eye = cluster.quick.login("eye");
        cluster.awaitReporting(cluster.quick);
        try (RosterWatch watch = new RosterWatch(eye, 1, room);
                Attendance attendance = new Attendance(cluster.quick, room, 0, 1)) {
            Set<String> stay = new TreeSet<>();
            Set<String> lost = new TreeSet<>();
            for (int i = 0; i < 10; i++) {
                stay.add(attendance.add("stay" + i, room, 0));
                Someone someone = cluster.quick.login("lost" + i);
                lost.add(someone.id);
                someone.page(room).beat(0);
            }
            watch.await(
                    "all",
                    SOON,
                    seen -> seen.ids().containsAll(stay) && seen.ids().containsAll(lost));
            int mark = watch.mark();
            long begun = killAndStart(cluster.nodes.get(0));
            awaitGone(lost, watch, mark, begun);
            stay.add(eye.id);
            awaitExactly(stay, eye, 0, room, begun + GONE.toNanos());
            watch.assertAlwaysThere(mark, stay);
            for (String id : lost) {
                cluster.awaitReports("left " + room + ' ' + id, 1);
                cluster.awaitReports("joined " + room + ' ' + id, 1);
            }
            Map<String, Long> reports = cluster.reports();
            stay.forEach(id -> assertNull(reports.get("left " + room + ' ' + id), id));
        }
    }

    /** Answers when it was killed. */
    private static long killAndStart(Server node) throws Exception {
        long begun = System.nanoTime();
        node.kill();
        node.awaitEnd();
        node.start();
        return begun;
    }

    private static void awaitGone(Set<String> ids, RosterWatch watch, int mark, long begun) {
        watch.await("the lost are gone", GONE, seen -> seen.ids().stream().noneMatch(ids::contains));
        for (String id : ids) {
            long took = watch.goneNanos(id, mark) - begun;
            assertTrue(took <= GONE.toNanos(), () -> id + " was gone after " + took / 1_000_000 + " ms");
        }
    }

    /** Looks until exactly {@code ids} are there, in looks of which the last begins at {@code deadline}. */
    private static void awaitExactly(Set<String> ids, Someone reader, int node, String room, long deadline)
            throws Exception {
        RosterSeen roster = reader.roster(node, room);
        while (!ids.equals(roster.ids()) && roster.begunNanos() - deadline < 0) {
            roster = reader.roster(node, room);
        }
        assertEquals(ids, roster.ids());
    }

    @Test
    @DisplayName(
            "NODE-H02: both nodes are restarted one after the other, twice: 20 users stay all the time, with one page"
                    + " each in the end")
    void rollingRestartsLeaveNoGhosts() throws Exception {
        try (Attendance attendance = new Attendance(cluster.quick, "/rolling", 20, 1)) {
            attendance.awaitAll(SOON);
            attendance.mark();
            for (int round = 0; round < 2; round++) {
                for (Server node : cluster.nodes) {
                    node.stop();
                    node.start();
                }
            }
            attendance.awaitAll(GONE);
            attendance.assertNobodyLeft();
            for (int node = 0; node < 2; node++) {
                RosterSeen roster = attendance.reader().roster(node, "/rolling/0");
                assertTrue(
                        roster.viewers().values().stream().allMatch(viewer -> viewer.connections() == 1),
                        () -> "" + roster);
            }
        }
    }
}
