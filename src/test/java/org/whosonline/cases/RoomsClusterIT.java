package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

/** Rooms on two nodes. */
class RoomsClusterIT {

    private static final int USERS = 200;
    private static final int ROOMS = 6;
    private static final int FOLLOWED = 2;
    private static final int BURSTS = 5;

    private static final Duration SOON = Duration.ofSeconds(3);

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
    @DisplayName("S4 4.1, 4.3, 4.6, S5 5.2, TIME-H03: 200 users join, renew, change, leave and crash at either node; a"
            + " second after each burst both nodes tell what a model says, and each stay is reported once")
    void bothNodesTellWhatTheModelSays() throws Exception {
        long seed = Long.getLong("rooms.seed", System.nanoTime());
        List<String> rooms =
                IntStream.range(0, ROOMS).mapToObj(i -> "/crowd/" + i).toList();
        try (RoomsCrowd crowd = new RoomsCrowd(cluster.quick, seed, USERS, rooms, FOLLOWED)) {
            cluster.awaitReporting(cluster.quick);
            for (int burst = 0; burst < BURSTS; burst++) {
                crowd.assertRight(crowd.burst(Duration.ofMillis(1_500)));
            }
            crowd.leave();
            long ended = System.nanoTime();
            crowd.assertRight(ended);
            // Those who have crashed go by themselves.
            Await.until(
                    "all leases have run out",
                    () -> System.nanoTime() - ended
                            > RoomsCluster.AWAY_LEASE.plus(RoomsCluster.LATE).toNanos());
            crowd.assertRight(ended);
            List<String> wrong = crowd.wrongReports(cluster.reports());
            long begun = System.nanoTime();
            while (!wrong.isEmpty() && System.nanoTime() - begun < Await.PATIENCE.toNanos()) {
                wrong = crowd.wrongReports(cluster.reports());
            }
            assertEquals(List.of(), wrong, () -> crowd.told("reports"));
        }
    }

    @Test
    @DisplayName("NODE-H04: reads that alternate between the nodes have the same viewers each time, also who types")
    void readsThatAlternateSeeTheSame() throws Exception {
        String room = "/alternate";
        Set<String> expected = new TreeSet<>();
        Set<String> typing = new TreeSet<>();
        for (int i = 0; i < 30; i++) {
            String id = String.format("alt%02d", i);
            expected.add(id);
            OpenPage page = cluster.calm.login(id).page(room).beat(i % 2);
            if (i % 3 == 0) {
                typing.add(id);
                page.beat((i / 3) % 2, "typing", "true");
            }
        }
        Someone reader = cluster.calm.login("alternating");
        Await.until(
                "both nodes tell of all",
                Duration.ofSeconds(2),
                () -> reader.roster(0, room).ids().equals(expected)
                        && reader.roster(1, room).ids().equals(expected));
        RosterSeen first = reader.roster(0, room);
        for (int i = 0; i < 50; i++) {
            RosterSeen roster = reader.roster(i % 2, room);
            assertEquals(first.viewers(), roster.viewers());
            assertEquals(first.hash(), roster.hash());
        }
        assertEquals(expected, first.ids());
    }

    @Test
    @DisplayName("S4 4.5, 5.8, TABS-H01, H02, H04, H06, LEAVE-H07: reloads, slow pages, twelve seconds without network,"
            + " another node, a closed tab and many changes show the others no departure; leaving is seen within 1.5 s")
    void nobodyFlickers() throws Exception {
        String room = "/scene";
        cluster.awaitReporting(cluster.calm);
        Scene scene = new Scene(cluster.calm, room);
        try (Timeline timeline = new Timeline();
                RosterWatch first = new RosterWatch(cluster.calm.login("watch0"), 0, room);
                RosterWatch second = new RosterWatch(cluster.calm.login("watch1"), 1, room)) {
            List<RosterWatch> watches = List.of(first, second);
            scene.enter();
            for (RosterWatch watch : watches) {
                watch.await("all have come", SOON, roster -> roster.ids().containsAll(scene.ids()));
            }
            List<Integer> marks = watches.stream().map(RosterWatch::mark).toList();
            scene.play(timeline);
            timeline.await(Duration.ofSeconds(40));
            for (int i = 0; i < watches.size(); i++) {
                RosterWatch watch = watches.get(i);
                watch.await(
                        "one page of each is left",
                        SOON,
                        roster -> scene.ids().stream()
                                .allMatch(id -> roster.viewers().get(id).connections() == 1));
                watch.assertAlwaysThere(marks.get(i), scene.ids());
                watch.assertNoNewStay(marks.get(i), scene.ids());
            }
            scene.leave(watches);
            for (String id : scene.ids()) {
                cluster.awaitReports("joined " + room + ' ' + id, 1);
                cluster.awaitReports("left " + room + ' ' + id, 1);
            }
        }
    }

    @Test
    @DisplayName(
            "BEAT-H01, BEAT-H02, LEAVE-H06, S3 3.3, S5 5.1: a page that is silent for nearly its lease again and again,"
                    + " and one that is away, show nothing; then silence is seen after the lease and within 5 s, and told once")
    void silenceIsSeenWhenItIsFinal() throws Exception {
        String room = "/silence";
        cluster.awaitReporting(cluster.quick);
        OpenPage flapping = cluster.quick.login("flapping").page(room);
        OpenPage hidden = cluster.quick.login("hidden").page(room);
        Set<String> both = Set.of("flapping", "hidden");
        try (Timeline timeline = new Timeline();
                RosterWatch watch = new RosterWatch(cluster.quick.login("eye"), 1, room)) {
            flapping.beat(0);
            hidden.beat(0, "state", "away");
            watch.await("both have come", SOON, roster -> roster.ids().containsAll(both));
            int mark = watch.mark();
            timeline.every(4_500, 3, () -> flapping.beat(0))
                    .every(7_000, 2, () -> hidden.beat(0))
                    .await(Duration.ofSeconds(30));
            watch.assertAlwaysThere(mark, both);
            long silent = System.nanoTime();
            flapping.beat(1);
            watch.await(
                    "it is gone",
                    Duration.ofSeconds(20),
                    roster -> !roster.ids().contains("flapping"));
            long took = watch.goneNanos("flapping", mark) - silent;
            assertTrue(
                    took > RoomsCluster.LEASE.toNanos()
                            && took < RoomsCluster.LEASE.plus(RoomsCluster.LATE).toNanos(),
                    () -> "Gone after " + took / 1_000_000 + " ms");
            cluster.awaitReports("left " + room + " flapping", 1);
            watch.await(
                    "so is the other",
                    Duration.ofSeconds(20),
                    roster -> !roster.ids().contains("hidden"));
            cluster.awaitReports("left " + room + " hidden", 1);
            cluster.awaitReports("joined " + room + " flapping", 1);
            cluster.awaitReports("joined " + room + " hidden", 1);
        }
    }
}
