package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.BrowserSite.LATE;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.whosonline.testing.Await;

/** What others see of pages that are hidden, asleep or left for minutes, at the default times. */
class PresenceHiddenLongIT {

    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration AWAY_LEASE = Duration.ofSeconds(150);

    /** How long others may take to see that somebody looks elsewhere or is back. */
    private static final Duration TURNED = Duration.ofSeconds(2);

    /** How long a page may take to be right again that was halted. */
    private static final Duration AWAKE = Duration.ofSeconds(3);

    /** How long after its loading a page is surely painted, and its network quiet. */
    private static final Duration FINISHED = Duration.ofSeconds(5);

    private static final int MANY = 10;

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    private String path;
    private Watch watch;
    private Told told;
    private Tab ana;
    private Watch own;

    /** Ben looks at a page, and then Ana does. */
    @BeforeEach
    void bothThere() throws Exception {
        path = STAGE.doc();
        Tab ben = STAGE.ben.open(path);
        ben.await("Ben is in", "document.querySelector('whos-here').presence?.state === 'live'");
        watch = Watch.of(ben);
        told = new Told(ben);
        ana = STAGE.ana.open(path);
        own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
    }

    private Tab elsewhere() {
        Tab other = STAGE.ana.open("/cached/plain/other");
        ana.awaitHidden();
        return other;
    }

    private void awaitState(String state, long from) {
        watch.assertWithin(
                "Ana is " + state,
                from,
                TURNED,
                look -> look.face("Ana").map(face -> face.state().equals(state)).orElse(false));
    }

    /** Asserts that Ana's page, by {@link #AWAKE} after {@code from}, knows who is there, which has changed meanwhile. */
    private void assertFresh(long from) {
        own.assertWithin("the list is fresh", from, AWAKE, look -> look.names().equals(List.of("Ben", "Cleo")));
    }

    private Guest cleo() throws Exception {
        return new Guest(STAGE.site.jetty, BrowserSite.CALM, "Cleo", STAGE.roomOf(path));
    }

    @Test
    @DisplayName(
            "BEAT-H01, S5 5.5: a page that is hidden for four minutes, with timers that the browser slows to one a minute, is"
                    + " away and never goes; seen again it is active, and closed while hidden it is gone")
    void hidden() {
        // A page that it takes for unfinished the browser slows down only after five minutes.
        pass(FINISHED);
        ana.script("window.ticks = []; setInterval(() => ticks.push(performance.now()), 100)");
        long begun = Watch.now();
        elsewhere();
        awaitState("away", begun);
        pass(Duration.ofMinutes(4));
        double slowest =
                Double.parseDouble(ana.evaluateBehind("Math.max(...ticks.slice(1).map((tick, i) => tick - ticks[i]))"));
        assertTrue(slowest > 30_000, () -> "The browser slows nothing: " + slowest);
        assertEquals("hidden", ana.evaluateBehind("document.visibilityState"));
        watch.assertAlwaysThere("Ana", begun);
        assertEquals(Set.of("active", "away"), watch.states("Ana", begun));
        long back = Watch.now();
        ana.show();
        awaitState("active", back);
        elsewhere();
        awaitState("away", Watch.now());
        assertEquals("joined Ana", told.people());
        long closed = Watch.now();
        ana.behind("Page.close", Map.of());
        watch.assertGoneWithin("Ana", closed, LEFT);
        assertEquals("joined Ana, left Ana", told.people());
    }

    @Test
    @DisplayName("BEAT-H03: who looks at another tab for ten seconds, ten times, is away meanwhile and never goes")
    void switching() {
        long begun = Watch.now();
        Tab other = elsewhere();
        for (int i = 0; i < 10; i++) {
            awaitState("away", Watch.now());
            pass(Duration.ofSeconds(10));
            long back = Watch.now();
            ana.show();
            awaitState("active", back);
            pass(TURNED);
            other.show();
        }
        watch.assertAlwaysThere("Ana", begun);
        assertEquals(Set.of("active", "away"), watch.states("Ana", begun));
        assertEquals("joined Ana", told.people());
    }

    @Test
    @DisplayName(
            "BEAT-H07: of ten tabs of one page the one that is seen speaks with every heartbeat, and those that are hidden no"
                    + " more often than three times in an away lease")
    void tenTabs() {
        List<Tab> tabs = new ArrayList<>(List.of(ana));
        while (tabs.size() < MANY) {
            tabs.add(STAGE.ana.open(path));
        }
        watch.await(
                "all tabs are known",
                look -> look.face("Ana")
                        .map(face -> face.title().equals("Ana (" + MANY + " tabs)"))
                        .orElse(false));
        pass(TURNED);
        int before = STAGE.ana.gate.requests("/presence").size();
        long begun = Watch.now();
        Duration span = Duration.ofMinutes(2);
        pass(span);
        List<String> asked = STAGE.ana.gate.requests("/presence").stream()
                .skip(before)
                .map(Gate.Request::line)
                .toList();
        long seen = span.dividedBy(HEARTBEAT);
        long hidden = span.dividedBy(AWAY_LEASE.dividedBy(3));
        int total = 0;
        for (Tab tab : tabs) {
            int beats = Integer.parseInt(
                    tab.evaluateBehind("performance.getEntriesByType('resource').filter(({ name, startTime }) =>"
                            + " name.endsWith('/presence') && performance.timeOrigin + startTime >= " + begun
                            + ").length"));
            long right = tab == tabs.get(MANY - 1) ? seen : hidden;
            assertTrue(Math.abs(beats - right) <= 1, () -> beats + " of a tab, and not about " + right);
            total += beats;
        }
        assertTrue(Math.abs(total - asked.size()) <= 1, total + " heartbeats, but " + asked);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("joined Ana", told.people());
    }

    @Test
    @DisplayName(
            "LEAVE-H05: who comes back after three minutes to a page that the browser has kept in memory is there within two"
                    + " seconds, and so is the list")
    void memory() throws Exception {
        ana.script("addEventListener('pageshow', (event) => { window.persisted = event.persisted; })");
        long left = Watch.now();
        ana.click("a");
        watch.assertGoneWithin("Ana", left, LEFT);
        pass(Duration.ofMinutes(3));
        Guest cleo = cleo();
        watch.awaitFaces("Cleo");
        long back = Watch.now();
        ana.back();
        assertEquals("true", ana.text("window.persisted"));
        watch.assertThereWithin("Ana", back, TURNED);
        assertFresh(back);
        long gone = Watch.now();
        cleo.leave();
        own.assertGoneWithin("Cleo", gone, LEFT);
    }

    @Test
    @DisplayName(
            "S5 5.8: a hidden page that the browser halts goes with its lease, and when it goes on, still hidden, it comes back"
                    + " by itself")
    void frozen() throws Exception {
        elsewhere();
        awaitState("away", Watch.now());
        long halted = Watch.now();
        ana.freeze();
        long took = watch.assertWithin("Ana is gone", halted, AWAY_LEASE.plus(LATE), look -> !look.has("Ana"));
        assertTrue(took > AWAY_LEASE.toMillis() / 2, () -> "Gone already after " + took);
        Guest cleo = cleo();
        long on = Watch.now();
        ana.thaw();
        watch.assertThereWithin("Ana", on, AWAKE);
        assertEquals("hidden", ana.evaluateBehind("document.visibilityState"));
        long seen = Watch.now();
        ana.show();
        assertFresh(seen);
        cleo.leave();
        assertEquals("joined Ana, left Ana, joined Cleo, joined Ana", told.people());
    }

    @Test
    @DisplayName(
            "LEAVE-H03, S5 5.8: who puts the computer to sleep goes with the lease; awake again the page is back by itself, and"
                    + " shows who is there now")
    void asleep() throws Exception {
        long asleep = Watch.now();
        long awake;
        Guest cleo;
        STAGE.ana.browser.sleep();
        try {
            long took = watch.assertWithin("Ana is gone", asleep, LEASE.plus(LATE), look -> !look.has("Ana"));
            assertTrue(took > HEARTBEAT.toMillis(), () -> "Gone already after " + took);
            Await.until("40 s are over", Duration.ofSeconds(45), () -> Watch.now() - asleep > 40_000);
            cleo = cleo();
            watch.awaitFaces("Cleo");
        } finally {
            awake = Watch.now();
            STAGE.ana.browser.wake();
        }
        watch.assertThereWithin("Ana", awake, AWAKE);
        assertFresh(awake);
        assertTrue(own.since(asleep).stream().noneMatch(look -> look.faces().isEmpty()));
        long gone = Watch.now();
        cleo.leave();
        own.assertGoneWithin("Cleo", gone, LEFT);
    }
}
