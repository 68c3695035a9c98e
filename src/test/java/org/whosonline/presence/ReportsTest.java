package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.presence.Site.ROOM;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the application is told of who came and who left, by two nodes together. */
class ReportsTest {

    private final Site site = new Site();
    private final Site.Node one = site.node(true);
    private final Site.Node two = site.node(true);

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    @BeforeEach
    void letTheStoreSettle() {
        Site.Page page = site.open(one, "nobody", "/elsewhere");
        site.pass(seconds(20));
        page.leave();
        site.pass(seconds(20));
        site.run(one.presence.sweep());
        site.reports.clear();
    }

    @Test
    @DisplayName("S4 4.1, 4.2, TABS-H02: three tabs on two nodes are one arrival and one departure")
    void perUserNotPerConnection() {
        two.watch(ROOM);
        List<Site.Page> tabs =
                List.of(site.open(one, "ana", ROOM), site.open(two, "ana", ROOM), site.open(one, "ana", ROOM));
        site.pass(seconds(10));
        assertEquals(List.of("joined ana"), site.reports);
        tabs.get(0).leave();
        site.pass(seconds(20));
        tabs.get(1).leave();
        site.pass(seconds(20));
        assertEquals(List.of("joined ana"), site.reports);
        tabs.get(2).leave();
        site.pass(seconds(5));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
        site.open(two, "ana", ROOM);
        site.pass(seconds(1));
        assertEquals(List.of("joined ana", "left ana", "joined ana"), site.reports);
    }

    @Test
    @DisplayName("a departure from a room that nobody follows is reported as soon as any other")
    void departuresFromRoomsNobodyFollows() {
        Site.Page page = site.open(one, "ana", ROOM);
        site.pass(seconds(68));
        page.leave();
        site.pass(seconds(2));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
    }

    @Test
    @DisplayName("while the store is silent reports wait, and are made once it answers")
    void reportsOutliveASilence() {
        one.watch(ROOM);
        two.watch(ROOM);
        Site.Page page = site.open(one, "ana", ROOM);
        site.pass(seconds(5));
        page.leave();
        site.pass(seconds(0.3));
        site.silence(seconds(3));
        site.pass(seconds(30));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
        site.open(two, "ana", ROOM);
        site.pass(seconds(20));
        assertEquals(List.of("joined ana", "left ana", "joined ana"), site.reports);
    }

    @Test
    @DisplayName("two tabs that are opened and closed together are still one arrival and one departure")
    void tabsOpenedAndClosedTogether() {
        Site.Page first = site.page(one, "ana", ROOM);
        Site.Page second = site.page(two, "ana", ROOM);
        first.node.presence.beat(first.sign());
        second.node.presence.beat(second.sign());
        site.settle();
        site.pass(seconds(3));
        first.node.presence.release(ROOM, "ana", first.conn);
        second.node.presence.release(ROOM, "ana", second.conn);
        site.pass(seconds(5));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
    }

    @Test
    @DisplayName("BEAT-H06, LEAVE-H07: reloads, changes of state and a short loss of the network are neither")
    void nothingElseIsReported() {
        one.watch(ROOM);
        Site.Page page = site.open(one, "ana", ROOM);
        for (int i = 0; i < 20; i++) {
            page.state = State.values()[i % 3];
            page.beat(i % 2 == 0, i % 2 == 1);
            site.pass(seconds(1));
        }
        page.next += 12_000;
        site.pass(seconds(30));
        for (int i = 0; i < 5; i++) {
            page.leave();
            site.pass(seconds(0.5));
            page = site.open(two, "ana", ROOM);
            site.pass(seconds(0.5));
        }
        assertEquals(List.of("joined ana"), site.reports);
    }

    @Test
    @DisplayName("S4 4.3, S3 3.4: who goes without a word from a room that nobody follows is reported by the sweep")
    void theSweepFindsWhoIsGone() {
        Site.Page page = site.open(one, "ana", ROOM);
        site.pass(seconds(12));
        site.kill(one);
        page.crash();
        site.pass(seconds(40));
        assertEquals(List.of("joined ana"), site.reports);
        assertEquals(List.of(ROOM), site.run(two.presence.rooms()));
        site.run(two.presence.sweep());
        site.pass(seconds(1));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
        assertEquals(List.of(), site.run(two.presence.rooms()));
        site.run(two.presence.sweep());
        site.pass(seconds(1));
        assertEquals(2, site.reports.size());
    }

    @Test
    @DisplayName("PRIV-H05: who hides is not reported; who begins to hide has left, and who stops hiding has come")
    void hiddenUsersAreNotReported() {
        two.watch(ROOM);
        Site.Page page = site.page(one, "ana", ROOM);
        page.hidden = true;
        page.beat();
        site.pass(seconds(5));
        assertEquals(List.of(), site.reports);
        page.hidden = false;
        page.beat();
        site.pass(seconds(5));
        assertEquals(List.of("joined ana"), site.reports);
        page.hidden = true;
        page.beat();
        site.pass(seconds(5));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
    }

    @Test
    @DisplayName(
            "after a flush those who stay are reported once more when they leave, and no second time as having come")
    void aFlushRepeatsNothing() {
        one.watch(ROOM);
        two.watch(ROOM);
        Site.Page page = site.open(one, "ana", ROOM);
        site.pass(seconds(5));
        site.flush();
        site.pass(seconds(1));
        site.open(two, "ana", ROOM).leave();
        site.pass(seconds(40));
        assertEquals(List.of("joined ana"), site.reports);
        page.leave();
        site.pass(seconds(5));
        assertEquals(List.of("joined ana", "left ana"), site.reports);
    }

    @Test
    @DisplayName("who comes to a store that has just been started is reported a little later")
    void aYoungStoreIsGivenTime() {
        Site fresh = new Site();
        Site.Node node = fresh.node(true);
        fresh.open(node, "ana", ROOM);
        fresh.pass(seconds(10));
        assertEquals(List.of(), fresh.reports);
        fresh.pass(seconds(10));
        assertEquals(List.of("joined ana"), fresh.reports);
    }

    @Test
    @DisplayName("a listener that throws harms nobody")
    void aListenerMayFail() {
        site.failing = true;
        site.open(one, "ana", ROOM);
        site.pass(seconds(2));
        site.failing = false;
        site.open(one, "bob", ROOM);
        site.pass(seconds(2));
        assertTrue(site.reports.contains("joined bob"), site.reports.toString());
    }
}
