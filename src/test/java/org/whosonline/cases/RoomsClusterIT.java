package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    private static final int BURSTS = 6;

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
}
