package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.SEEN;
import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.interactions.Actions;
import org.whosonline.testing.Await;

/** What takes minutes, most of it at the default times. */
class PresenceLongIT {

    private static final String STATE = "document.querySelector('whos-here').presence.state";

    /** The default ones, with what everybody may be late. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration LEASE = Duration.ofSeconds(35);

    private static final Duration HIDDEN = Duration.ofMinutes(4);
    private static final int TABS = 10;

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    private static List<Gate.Request> asked(Person person, long from) {
        return person.gate.requests("/presence").stream()
                .filter(request -> request.millis() >= from)
                .toList();
    }

    private static void awaitState(Watch watch, String state, long from, Duration limit) {
        watch.assertWithin(
                "Ana is " + state,
                from,
                limit,
                look -> look.face("Ana").map(face -> face.state().equals(state)).orElse(false));
    }

    @Test
    @DisplayName(
            "BEAT-H01: a page hidden for four minutes, whose timers the browser slows down, stays, away, at few requests; closed"
                    + " then it is gone like any other")
    void hidden() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.open("/cached/plain/other");
        ana.awaitHidden();
        awaitState(watch, "away", Watch.now(), SEEN);
        long begun = Watch.now();
        pass(HIDDEN);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals(Set.of("away"), watch.states("Ana", begun));
        List<Gate.Request> asked = asked(STAGE.ana, begun);
        assertTrue(asked.size() >= 2 && asked.size() <= 8, asked::toString);
        long closed = Watch.now();
        ana.behind("Page.close", Map.of());
        watch.assertGoneWithin("Ana", closed, LEFT);
    }

    @Test
    @DisplayName(
            "LEAVE-H03: without network for a minute, a user goes, not before the grace and no later than the lease, and is back"
                    + " with it")
    void offline() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        STAGE.ana.browser.expect("ERR_INTERNET_DISCONNECTED");
        long cut = Watch.now();
        ana.offline(true);
        long took = watch.assertWithin("Ana is gone", cut, LEASE, look -> !look.has("Ana"));
        assertTrue(took >= GRACE.toMillis(), () -> "Gone after " + took + " ms");
        Await.until("a minute has passed", Duration.ofMinutes(2), () -> Watch.now() - cut >= 60_000);
        own.assertAlways("somebody is shown", cut, look -> look.faces().size() == 1);
        ana.offline(false);
        watch.assertThereWithin("Ana", Watch.now(), Duration.ofSeconds(3));
        own.awaitFaces("Ben");
    }

    @Test
    @DisplayName(
            "S2 2.6, S5 5.5, BEAT-H04, BEAT-H08: without input a user is idle, away, and gone, whatever the page sends; the page"
                    + " then sends nothing, until there is input")
    void idle() throws Exception {
        String path = STAGE.doc();
        try (Person ben = new Person(STAGE.ben.browser, STAGE.site.jetty, BrowserSite.IDLE, "ben");
                Person ana = new Person(STAGE.ana.browser, STAGE.site.tomcat, BrowserSite.IDLE, "ana")) {
            Tab eye = ben.open(path);
            Watch watch = Watch.of(eye);
            Tab tab = ana.open(path);
            long came = Watch.now();
            watch.awaitFaces("Ana");
            for (Duration time : List.of(BrowserSite.IDLE_AFTER, BrowserSite.AWAY_AFTER)) {
                new Actions(eye.driver()).moveByOffset(1, 1).perform();
                awaitState(watch, time == BrowserSite.IDLE_AFTER ? "idle" : "away", came, time.plus(SEEN));
            }
            tab.evaluateBehind("1");
            Await.until("the page has stopped", () -> tab.evaluateBehind(STATE).equals("stopped"));
            long stopped = Watch.now();
            assertTrue(stopped - came
                    <= BrowserSite.STOP_AFTER.plus(BrowserSite.LATE).toMillis());
            new Actions(eye.driver()).moveByOffset(1, 1).perform();
            watch.assertGoneWithin("Ana", stopped, BrowserSite.AWAY_LEASE.plus(BrowserSite.LATE));
            List<String> shown = watch.since(came).stream()
                    .flatMap(look -> look.face("Ana").stream())
                    .map(Watch.Face::state)
                    .distinct()
                    .toList();
            assertEquals(List.of("active", "idle", "away"), shown);
            assertEquals(List.of(), asked(ana, stopped + 500));
            new Actions(tab.driver()).moveByOffset(5, 5).perform();
            long touched = Watch.now();
            awaitState(watch, "active", touched, SEEN);
        }
    }

    @Test
    @DisplayName(
            "BEAT-H07: ten tabs of one user in one room for two minutes: one gives a sign of life every ten seconds, the hidden"
                    + " ones every fifty")
    void tabs() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        for (int i = 0; i < TABS; i++) {
            STAGE.ana.open(path);
        }
        watch.await(
                "all are known",
                look -> look.face("Ana")
                        .map(face -> face.title().endsWith("(10 tabs)"))
                        .orElse(false));
        long begun = Watch.now();
        pass(Duration.ofMinutes(2));
        List<Gate.Request> asked = asked(STAGE.ana, begun);
        assertTrue(asked.size() <= 13 + 3 * (TABS - 1), asked::toString);
        watch.assertAlwaysThere("Ana", begun);
    }

    @Test
    @DisplayName(
            "after a logout and another login in another tab a page is back when its user looks at it, without a reload")
    void loggedInAgain() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        // 409: that the connection from before the logout has left is found out by asking.
        STAGE.ana.browser.expect("status of 4(01|09)");
        Tab other = STAGE.ana.open("/cached/plain/other");
        other.later(
                "await fetch('../../logout', { method: 'POST', body: new URLSearchParams({ how: 'invalidate' }) })");
        ana.show();
        ana.await("the page knows", STATE + " === 'out'");
        STAGE.ana.login("ana", "Ana");
        other.show();
        pass(Duration.ofSeconds(31));
        ana.show();
        watch.awaitFaces("Ana");
        Watch.of(ana).awaitFaces("Ben");
    }
}
