package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.presence.Site.ROOM;
import static org.whosonline.presence.Site.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.presence.Heard.Outcome;
import org.whosonline.store.Operation;

/** What people in a room see of each other; the watcher is on another node than they. */
class PresenceTest {

    private final Site site = new Site();
    private final Site.Node node = site.node();
    private final Site.Node watcher = site.node().watch(ROOM);

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    @Test
    @DisplayName(
            "S2 2.1, S4 4.6, S5 5.7: the first thing a follower gets is the roster, and then each change on any node")
    void followersGetTheRosterAndItsChanges() {
        assertEquals("nobody", text(watcher.last()));
        site.open(node, "ana", ROOM);
        site.pass(seconds(0.3));
        assertEquals("{ana=active}", text(watcher.last()));
        assertEquals("{ana=active}", text(site.node().watch(ROOM).last()));
        assertEquals(
                List.of("Ana"),
                watcher.last().viewers().stream().map(Viewer::name).toList());
    }

    @Test
    @DisplayName("a change on one's own node shows at once, without waiting for the tick")
    void ownChangesShowAtOnce() {
        site.open(watcher, "ana", ROOM);
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("S3 3.1, S5 5.8: who leaves is gone after the leave grace and the next tick")
    void whoLeavesIsGone() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(3));
        page.leave();
        site.pass(seconds(0.9));
        assertEquals("{ana=active}", text(watcher.last()));
        site.pass(seconds(0.6));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName("S3 3.1: leaving twice, late, or for somebody else's page is no fault and harms nobody")
    void leavingIsIdempotent() {
        Site.Page ana = site.open(node, "ana", ROOM);
        Site.Page bob = site.open(node, "bob", ROOM);
        ana.leave();
        ana.leave();
        site.pass(seconds(2));
        site.run(node.presence.release(ROOM, "ana", bob.conn));
        ana.leave();
        site.pass(seconds(2));
        assertEquals("{bob=active}", text(watcher.last()));
    }

    @Test
    @DisplayName(
            "S3 3.3, S5 5.1: a page is gone after its lease, and no more than five seconds later; two lost beats do no harm")
    void leasesRunOut() {
        Site.Page page = site.open(node, "ana", ROOM);
        page.next = site.millis() + 29_000;
        site.pass(seconds(35));
        assertEquals("{ana=active}", text(watcher.last()));
        page.crash();
        site.pass(seconds(23));
        assertEquals("{ana=active}", text(watcher.last()));
        site.pass(seconds(6));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName(
            "S4 4.7, S5 5.5, BEAT-H01: a hidden page is shown as away, and has the longer lease for the slower beats of its timers")
    void awayPagesMayBeSilentForLonger() {
        Site.Page page = site.open(node, "ana", ROOM);
        page.state = State.AWAY;
        page.beat();
        page.next = site.millis() + 140_000;
        site.pass(seconds(130));
        assertEquals("{ana=away}", text(watcher.last()));
        site.pass(seconds(12));
        page.crash();
        site.pass(seconds(140));
        assertEquals("{ana=away}", text(watcher.last()));
        site.pass(seconds(18));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName("S4 4.5, LEAVE-H06: a page whose stream was closed has the grace to come back, and is gone after it")
    void closedStreamsHaveAGrace() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.run(noted(() -> node.presence.streamOpened(ROOM, "ana", page.conn)));
        site.pass(seconds(2));
        page.crash();
        site.run(noted(() -> node.presence.streamClosed(ROOM, "ana", page.conn)));
        site.pass(seconds(14));
        assertEquals("{ana=active}", text(watcher.last()));
        site.pass(seconds(6));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName("S4 4.5, BEAT-H02: a page that comes back within the grace, on any node, was never gone")
    void whoComesBackWithinTheGraceWasNeverGone() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.run(noted(() -> node.presence.streamOpened(ROOM, "ana", page.conn)));
        site.run(noted(() -> node.presence.streamClosed(ROOM, "ana", page.conn)));
        page.next = Long.MAX_VALUE;
        site.pass(seconds(12));
        page.node = watcher;
        page.beat();
        site.pass(seconds(60));
        assertEquals(
                2,
                watcher.shown.size(),
                () -> watcher.shown.stream().map(Site::text).toList().toString());
    }

    @Test
    @DisplayName("a stream that was closed here after its page had moved to another node takes nothing away")
    void aLateCloseOfAnOldStreamTakesNothingAway() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.run(noted(() -> node.presence.streamOpened(ROOM, "ana", page.conn)));
        site.pass(seconds(5));
        page.node = watcher;
        page.beat();
        site.pass(seconds(2));
        site.run(noted(() -> node.presence.streamClosed(ROOM, "ana", page.conn)));
        page.next = site.millis() + 25_000;
        site.pass(seconds(24));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    private static CompletableFuture<Void> noted(Runnable action) {
        action.run();
        return CompletableFuture.completedFuture(null);
    }

    @Test
    @DisplayName(
            "S4 4.2, S5 5.2, TABS-H01, TABS-H02, TABS-H04: of three tabs one may close and nobody sees more than the number")
    void tabsAreOneViewer() {
        List<Site.Page> tabs =
                List.of(site.open(node, "ana", ROOM), site.open(watcher, "ana", ROOM), site.open(node, "ana", ROOM));
        site.pass(seconds(1));
        assertEquals("{ana=active x3}", text(watcher.last()));
        tabs.get(0).leave();
        site.pass(seconds(20));
        assertEquals("{ana=active x2}", text(watcher.last()));
        tabs.get(1).leave();
        site.pass(seconds(20));
        assertEquals("{ana=active}", text(watcher.last()));
        assertTrue(watcher.shown.stream()
                .skip(1)
                .noneMatch(roster -> roster.viewers().isEmpty()));
        tabs.get(2).leave();
        site.pass(seconds(2));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName("S3 3.7, TABS-H05: of several devices the most active state counts, and editing is a flag of its own")
    void theMostActiveStateCounts() {
        Site.Page phone = site.open(node, "ana", ROOM);
        Site.Page laptop = site.open(node, "ana", ROOM);
        laptop.state = State.AWAY;
        laptop.beat();
        phone.state = State.IDLE;
        phone.beat(true, null);
        site.pass(seconds(1));
        assertEquals("{ana=idle editing x2}", text(watcher.last()));
        phone.leave();
        site.pass(seconds(3));
        assertEquals("{ana=away}", text(watcher.last()));
    }

    @Test
    @DisplayName("a stay has one start: later tabs inherit it, also when the first one is closed")
    void joinedAtIsThatOfTheStay() {
        Site.Page first = site.open(node, "ana", ROOM);
        long start = site.millis() / 1000;
        site.pass(seconds(8));
        site.open(watcher, "ana", ROOM);
        site.pass(seconds(1));
        first.leave();
        site.pass(seconds(30));
        assertEquals(start, watcher.last().viewers().get(0).joinedAt());
    }

    @Test
    @DisplayName(
            "TABS-H06, LEAVE-H07: twenty reloads show nothing to others, and the number of connections is one at the end")
    void reloadsShowNothing() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(1));
        int before = watcher.shown.size();
        for (int i = 0; i < 20; i++) {
            page.leave();
            site.pass(seconds(0.4));
            page = site.open(i % 2 == 0 ? watcher : node, "ana", ROOM);
            site.pass(seconds(0.6));
        }
        site.pass(seconds(40));
        assertEquals(
                before,
                watcher.shown.size(),
                () -> watcher.shown.stream().map(Site::text).toList().toString());
    }

    @Test
    @DisplayName("S2 2.9: rendering the first paint holds the place of who is here for ten seconds, and of nobody else")
    void theFirstPaintHoldsAPlace() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(1));
        site.run(node.presence.rosterHolding(ROOM, "ana"));
        site.run(node.presence.rosterHolding(ROOM, "bob"));
        page.leave();
        site.pass(seconds(8));
        assertEquals("{ana=active}", text(watcher.last()));
        Site.Page next = site.open(node, "ana", ROOM);
        site.pass(seconds(1));
        // The place is given up with the page it was held for, which may leave at once.
        next.leave();
        site.pass(seconds(1.5));
        assertEquals("nobody", text(watcher.last()));

        site.run(node.presence.rosterHolding(ROOM, "ana"));
        Site.Page last = site.open(node, "ana", ROOM);
        site.run(node.presence.rosterHolding(ROOM, "ana"));
        last.leave();
        site.pass(seconds(12));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName(
            "S4 4.9, BEAT-H05: a typing mark is gone five seconds after the last key, whatever becomes of the page")
    void typingEndsByItself() {
        watcher.wrongBy = 300_000;
        Site.Page page = site.open(node, "ana", ROOM);
        page.beat(null, true);
        page.crash();
        site.pass(seconds(4.5));
        assertEquals("{ana=active typing}", text(watcher.last()));
        site.pass(seconds(1));
        assertEquals("{ana=active}", text(watcher.last()));
        page.beat(null, true);
        site.pass(seconds(0.3));
        assertEquals("{ana=active typing}", text(watcher.last()));
        page.beat(null, false);
        site.pass(seconds(0.3));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("S4 4.8: a status is the same in every room and tab, survives a flush, and can be taken away")
    void aStatusBelongsToTheUser() {
        site.open(node, "ana", ROOM);
        site.open(node, "ana", "/docs/43");
        Site.Node other = site.node().watch("/docs/43");
        node.watch(ROOM);
        site.run(node.presence.setStatus("ana", "in a meeting ☕"));
        site.pass(seconds(0.6));
        assertEquals("{ana=active \"in a meeting ☕\"}", text(watcher.last()));
        assertEquals("{ana=active \"in a meeting ☕\"}", text(other.last()));
        site.flush();
        site.pass(seconds(40));
        assertEquals(
                "{ana=active \"in a meeting ☕\"}",
                text(site.node().watch("/docs/43").last()));
        site.run(watcher.presence.setStatus("ana", ""));
        site.pass(seconds(1));
        assertEquals("{ana=active}", text(other.last()));
    }

    @Test
    @DisplayName("S2 2.3, S3 3.2, S5 5.3: renewals are no change: nothing is published, and the hash stays")
    void renewalsPublishNothing() {
        site.open(node, "ana", ROOM);
        site.pass(seconds(2));
        int before = watcher.shown.size();
        String hash = watcher.last().hash();
        site.pass(seconds(400));
        assertEquals(before, watcher.shown.size());
        assertEquals(hash, watcher.read(ROOM).hash());
        assertTrue(hash.matches("[0-9a-f]{32}"), hash);
        site.open(node, "bob", ROOM);
        site.pass(seconds(0.3));
        assertNotEquals(hash, site.run(watcher.presence.roster(ROOM)).hash());
    }

    @Test
    @DisplayName("S5 5.6: the order is by name, and a change of one moves nobody else")
    void theOrderIsByName() {
        for (String user : List.of("zoe", "Bob", "ana", "bob")) {
            site.open(node, user, ROOM);
        }
        site.pass(seconds(1));
        assertEquals(
                List.of("ana", "Bob", "bob", "zoe"),
                watcher.last().viewers().stream().map(Viewer::id).toList());
        site.open(node, "Bob", ROOM).beat(true, null);
        site.pass(seconds(1));
        assertEquals(
                List.of("ana", "Bob", "bob", "zoe"),
                watcher.last().viewers().stream().map(Viewer::id).toList());
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H10: who hides is shown to nobody but themselves")
    void hiddenUsersSeeOnlyThemselves() {
        Site.Page page = site.page(node, "ana", ROOM);
        page.hidden = true;
        page.beat();
        site.open(node, "bob", ROOM);
        site.pass(seconds(1));
        assertEquals("{bob=active}", text(watcher.last()));
        assertEquals(1, watcher.last().total().getAsInt());
        assertEquals("{ana=active, bob=active}", text(watcher.last().seenBy("ana")));
        assertTrue(watcher.last().seenBy("ana").viewers().get(0).hidden());
        assertEquals("{bob=active}", text(watcher.last().seenBy("bob")));
        page.hidden = false;
        page.beat();
        site.pass(seconds(1));
        assertEquals("{ana=active, bob=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("a user may have so many connections in a room and no more; who has them is unharmed")
    void connectionsAreLimited() {
        for (int i = 0; i < 20; i++) {
            assertEquals(Outcome.TAKEN, site.open(node, "ana", ROOM).beat().outcome());
        }
        site.pass(seconds(0.3));
        Site.Page one = site.page(watcher, "ana", ROOM);
        assertEquals(Outcome.TOO_MANY, one.beat().outcome());
        one.crash();
        assertEquals(Outcome.TAKEN, site.open(watcher, "bob", ROOM).beat().outcome());
        List<CompletableFuture<Heard>> together = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            Site.Page page = site.page(node, "zoe", "/docs/43");
            together.add(node.presence.beat(page.sign()));
        }
        site.settle();
        assertEquals(
                20,
                together.stream()
                        .filter(heard -> heard.join().outcome() == Outcome.TAKEN)
                        .count());
        site.pass(seconds(1));
        assertEquals("{ana=active x20, bob=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("a connection may be in so many rooms and no more; those it is in are unharmed")
    void roomsAreLimited() {
        for (int i = 0; i < 40; i++) {
            Heard heard = site.run(node.presence.beat(
                    new Beat("ana", null, null, false, "/many/" + i, "one-connection", null, null, null, null, 1_800)));
            assertEquals(i < 32 ? Outcome.TAKEN : Outcome.TOO_MANY, heard.outcome());
        }
        assertEquals("{ana=active}", text(node.read("/many/31")));
        assertEquals("nobody", text(node.read("/many/32")));
    }

    @Test
    @DisplayName("a released connection never comes back, on no node")
    void aReleaseIsFinal() {
        Site.Page page = site.open(node, "ana", ROOM);
        page.leave();
        assertEquals(Outcome.RELEASED, page.beat().outcome());
        site.pass(seconds(0.3));
        page.node = watcher;
        assertEquals(Outcome.RELEASED, page.beat().outcome());
        site.pass(seconds(2));
        assertEquals("nobody", text(watcher.last()));
    }

    @Test
    @DisplayName("S2 2.6: a page without input for stop-after is served no longer, until input comes")
    void pagesWithoutInputAreStopped() {
        Site.Page page = site.open(node, "ana", ROOM);
        page.state = State.IDLE;
        site.pass(seconds(1_790));
        assertEquals("{ana=idle}", text(watcher.last()));
        site.pass(seconds(60));
        assertEquals("nobody", text(watcher.last()));
        assertEquals(Outcome.STOPPED, page.beat().outcome());
        page.state = State.ACTIVE;
        assertEquals(Outcome.TAKEN, page.beat().outcome());
        site.pass(seconds(1));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("S2 2.6: an active state, a key and a change of editing are input, and each node remembers it")
    void inputIsRemembered() {
        Site.Page page = site.open(node, "ana", ROOM);
        for (int round = 0; round < 2; round++) {
            page.node = round == 0 ? watcher : node;
            site.pass(seconds(1_700));
            assertEquals(Outcome.TAKEN, page.beat(null, true).outcome());
            site.pass(seconds(1_700));
            assertEquals(Outcome.TAKEN, page.beat(round == 0, null).outcome());
        }
        page.state = State.ACTIVE;
        page.beat();
        page.state = null;
        page.node = watcher;
        site.pass(seconds(1_200));
        assertEquals(Outcome.TAKEN, page.beat().outcome());
        site.pass(seconds(700));
        assertEquals(Outcome.STOPPED, page.beat().outcome());
        page.state = State.ACTIVE;
        assertEquals(Outcome.TAKEN, page.beat().outcome());
        page.state = null;
        assertEquals(Outcome.TAKEN, page.beat().outcome());
        assertEquals(Outcome.TAKEN, page.beat().outcome());
    }

    @Test
    @DisplayName("S2 2.6: also where a page is served for a short time only, since its session is short")
    void inputIsRememberedInShortSessions() {
        Site.Page page = site.page(node, "ana", ROOM);
        page.stopAfter = 30;
        page.state = State.ACTIVE;
        page.beat();
        site.pass(seconds(60));
        page.state = null;
        page.node = watcher;
        assertEquals(Outcome.TAKEN, page.beat().outcome());
        site.pass(seconds(40));
        assertEquals(Outcome.STOPPED, page.beat().outcome());
    }

    @Test
    @DisplayName("NODE-H04: the last word counts at whatever node it is said, and what is not said stays as it is")
    void theLastWordCounts() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(2));
        page.state = State.IDLE;
        page.beat(true, null);
        page.node = watcher;
        page.state = State.ACTIVE;
        page.beat();
        site.pass(seconds(2));
        assertEquals("{ana=active editing}", text(watcher.last()));
        assertEquals("{ana=active editing}", text(node.read(ROOM)));
    }

    @Test
    @DisplayName(
            "STOR-H05: after a flush nobody is seen to leave, the roster is marked stale, and within a heartbeat all is right")
    void aFlushTakesNobodyAway() {
        site.open(node, "ana", ROOM);
        Site.Page bob = site.open(watcher, "bob", ROOM);
        site.pass(seconds(3));
        int before = watcher.shown.size();
        site.flush();
        site.pass(seconds(2));
        assertTrue(watcher.last().stale());
        site.pass(seconds(15));
        assertFalse(watcher.last().stale());
        assertEquals("{ana=active, bob=active}", text(site.node().watch(ROOM).last()));
        assertTrue(watcher.shown.stream()
                .skip(before)
                .allMatch(roster -> roster.viewers().size() == 2));
        bob.leave();
        site.pass(seconds(2));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName(
            "while the store is away the last roster stays, marked stale; after long it is unknown, not empty; then right again")
    void anOutageTakesNobodyAway() {
        site.open(node, "ana", ROOM);
        site.pass(seconds(3));
        int before = watcher.shown.size();
        site.outage(seconds(60));
        assertEquals("{ana=active}", text(watcher.last()));
        assertTrue(watcher.last().stale());
        site.pass(seconds(16));
        assertFalse(watcher.last().stale());
        assertTrue(watcher.shown.stream()
                .skip(before)
                .allMatch(roster -> text(roster).equals("{ana=active}")));
        site.outage(seconds(400));
        assertTrue(watcher.last().total().isEmpty());
        site.pass(seconds(12));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName("TIME-H02: a clock that is set back or forth changes nothing")
    void clocksOfNodesDoNotMatter() {
        site.open(node, "ana", ROOM);
        Site.Page bob = site.open(node, "bob", ROOM);
        site.pass(seconds(12));
        node.wrongBy = -1_800_000;
        watcher.wrongBy = 1_800_000;
        bob.crash();
        site.pass(seconds(20));
        assertEquals("{ana=active, bob=active}", text(watcher.last()));
        site.pass(seconds(14));
        assertEquals("{ana=active}", text(watcher.last()));
    }

    @Test
    @DisplayName(
            "NODE-H01, NODE-H02: when a node dies, its users are gone after the lease, unless they went on elsewhere")
    void aDeadNodeLeavesNoGhosts() {
        Site.Page ana = site.open(node, "ana", ROOM);
        Site.Page bob = site.open(node, "bob", ROOM);
        site.pass(seconds(5));
        site.kill(node);
        bob.crash();
        ana.node = watcher;
        site.pass(seconds(40));
        assertEquals("{ana=active}", text(watcher.last()));
        assertTrue(watcher.shown.stream()
                .skip(3)
                .allMatch(roster -> roster.viewer("ana").isPresent()));
    }

    @Test
    @DisplayName("S3 3.5: a room that nobody follows here, and a site where nobody is, cause no work at all")
    void emptyRoomsAreQuiet() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(1));
        page.leave();
        site.pass(seconds(10));
        long asked = asked(node);
        site.pass(seconds(120));
        assertEquals(asked, asked(node));
        assertEquals(0, node.presence.figures().rooms());
    }

    private static long asked(Site.Node node) {
        long sum = 0;
        for (Operation operation : Operation.values()) {
            sum += node.store.asked(operation);
        }
        return sum;
    }

    @Test
    @DisplayName("S4 4.4: a room that nobody uses disappears from the store by itself")
    void unusedRoomsDisappear() {
        Site.Page page = site.open(node, "ana", ROOM);
        site.pass(seconds(400));
        assertTrue(site.stored("room:" + ROOM).contains("ana"));
        page.crash();
        site.pass(seconds(700));
        assertNull(site.stored("room:" + ROOM));
        assertNull(site.stored("roomVersion:" + ROOM));
    }

    @Test
    @DisplayName("S5 5.4: a thousand rooms are followed with one multi-get a tick")
    void manyRoomsAreFollowedWithOneQuestion() {
        for (int i = 0; i < 1_000; i++) {
            watcher.watch("/many/" + i);
        }
        site.pass(seconds(6));
        long versions = watcher.store.asked(Operation.MULTI_GET);
        long readings = watcher.presence.figures().readings();
        site.pass(seconds(4));
        long rooms = watcher.presence.figures().readings() - readings;
        long ticks = watcher.store.asked(Operation.MULTI_GET) - versions - rooms;
        assertTrue(rooms <= 1_100, () -> "readings " + rooms);
        assertTrue(ticks <= 20, () -> "questions " + ticks);
    }
}
