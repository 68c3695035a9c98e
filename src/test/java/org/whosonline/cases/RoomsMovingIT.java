package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

/** Pages whose requests reach one node and, at once, the other. */
class RoomsMovingIT {

    private static final Duration SECOND = Duration.ofSeconds(1);

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
    @DisplayName("S4 4.6: what a page says last counts, also if it said the opposite at another node just before")
    void theLastWordCountsWhereverItWasSaid() throws Exception {
        String room = "/moving/state";
        Someone ana = cluster.calm.login("ana");
        OpenPage page = ana.page(room).beat(0);
        Await.until(
                "both know",
                () -> ana.roster(0, room).ids().size() == 1
                        && ana.roster(1, room).ids().size() == 1);
        for (int i = 0; i < 10; i++) {
            page.beat(i % 2, "state", "idle");
            page.beat(1 - i % 2, "state", "active");
            for (int node = 0; node < 2; node++) {
                int at = node;
                Await.until(
                        "round " + i + ": active at node " + node,
                        Duration.ofSeconds(3),
                        () -> ana.roster(at, room).viewers().get("ana").state().equals("active"));
            }
        }
    }

    @Test
    @DisplayName("S4 4.6: a heartbeat at another node leaves alone what a page said about something else just before")
    void aHeartbeatElsewhereUndoesNothing() throws Exception {
        String room = "/moving/editing";
        Someone di = cluster.calm.login("di");
        OpenPage page = di.page(room).beat(0);
        Await.until(
                "both know",
                () -> di.roster(0, room).ids().size() == 1
                        && di.roster(1, room).ids().size() == 1);
        page.beat(0, "editing", "true");
        page.beat(1, "state", "idle");
        for (int node = 0; node < 2; node++) {
            int at = node;
            Await.until("editing and idle at node " + node, Duration.ofSeconds(3), () -> {
                RosterSeen.Entry entry = di.roster(at, room).viewers().get("di");
                return entry.editing() && entry.state().equals("idle");
            });
        }
    }

    @Test
    @DisplayName("S4 4.6: what a page says last counts, also if the other node's clock is a little ahead")
    void theLastWordCountsWhateverTheClocksSay() throws Exception {
        String room = "/moving/clock";
        Someone bo = cluster.calm.login("bo");
        OpenPage page = bo.page(room).beat(0);
        Someone eye = cluster.calm.login("eye");
        try (RosterWatch first = new RosterWatch(eye, 0, room);
                RosterWatch second = new RosterWatch(cluster.calm.login("eye2"), 1, room)) {
            RosterWatch[] watches = {first, second};
            for (int i = 0; i < 40; i++) {
                String state = i % 2 == 0 ? "idle" : "active";
                page.beat(i % 2, "state", state);
                for (RosterWatch watch : watches) {
                    watch.await(
                            "round " + i + ": " + state,
                            SECOND.multipliedBy(3),
                            roster -> roster.viewers().get("bo").state().equals(state));
                }
            }
        }
    }

    @Test
    @DisplayName(
            "S5 5.8: soon after a release its user is gone also at a node that looks at the room for the first time")
    void whoHasLeftIsNotShownByANodeThatLooksForTheFirstTime() throws Exception {
        String room = "/moving/gone";
        Someone cy = cluster.calm.login("cy");
        OpenPage page = cy.page(room).beat(0);
        page.leave(0);
        long left = System.nanoTime();
        // It goes by the stamp, and nodes learn their clocks from a store that tells whole seconds.
        Duration unseen = RoomsCluster.RELEASE.plus(SECOND).plusMillis(100);
        Await.until("the stamp is old enough", () -> System.nanoTime() - left > unseen.toNanos());
        assertEquals(Set.of(), cy.roster(1, room).ids());
    }
}
