package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.BrowserSite.AWAY_LEASE;
import static org.whosonline.browser.BrowserSite.GRACE;
import static org.whosonline.browser.BrowserSite.LATE;
import static org.whosonline.browser.BrowserSite.LEASE;
import static org.whosonline.browser.BrowserSite.QUICK;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.SEEN;
import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** What others see of somebody whose page is hidden or halted, who types, whose browser dies, or who logs out. */
class PresenceLifeIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String STATE = HERE + ".presence.state";
    private static final String TYPING = "document.querySelector('whos-typing').shadowRoot.textContent.trim()";
    private static final String EDITING =
            "document.querySelector('whos-editing').shadowRoot.querySelector('[part=warning]')";

    /** As long as somebody is shown as typing, and some more. */
    private static final Duration TYPED = Duration.ofSeconds(5).plus(SEEN);

    @RegisterExtension
    static final Stage STAGE = new Stage(QUICK);

    private static String plain() {
        return "/cached/plain/other";
    }

    private static long awaitState(Watch watch, String state, long from) {
        return watch.assertWithin(
                "Ana is " + state,
                from,
                SEEN,
                look -> look.face("Ana").map(face -> face.state().equals(state)).orElse(false));
    }

    @Test
    @DisplayName(
            "BEAT-H01, BEAT-H03: who looks at another tab, shortly or for longer than a lease, is away and does not go; closed"
                    + " while hidden, the page is gone like any other")
    void hidden() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        long begun = Watch.now();
        Tab other = STAGE.ana.open(plain());
        ana.awaitHidden();
        for (int i = 0; i < 3; i++) {
            awaitState(watch, "away", Watch.now());
            pass(i < 2 ? Duration.ofMillis(500) : AWAY_LEASE.plusSeconds(5));
            ana.show();
            awaitState(watch, "active", Watch.now());
            other.show();
        }
        awaitState(watch, "away", Watch.now());
        watch.assertAlwaysThere("Ana", begun);
        assertEquals(Set.of("active", "away"), watch.states("Ana", begun));
        long closed = Watch.now();
        ana.behind("Page.close", Map.of());
        watch.assertGoneWithin("Ana", closed, LEFT);
    }

    @Test
    @DisplayName(
            "S5 5.8: a page that the browser halts goes with its lease, is away until then, and comes back when it goes on")
    void frozen() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.open(plain());
        ana.awaitHidden();
        awaitState(watch, "away", Watch.now());
        long halted = Watch.now();
        ana.freeze();
        watch.assertGoneWithin("Ana", halted, AWAY_LEASE.plus(LATE));
        assertTrue(watch.look().millis() - halted > LEASE.toMillis());
        ana.thaw();
        ana.show();
        watch.assertThereWithin("Ana", Watch.now(), SEEN);
        STAGE.assertAlive(ana, path);
    }

    @Test
    @DisplayName(
            "BEAT-H05, LEAVE-H03, 3.7: who types and edits and whose browser dies is taken for neither after seconds, and goes"
                    + " with the lease")
    void killed() throws Exception {
        String path = STAGE.doc();
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        try (Browser browser = new Browser();
                Person dora = new Person(browser, STAGE.site.tomcat, QUICK, "dora")) {
            Tab tab = dora.open(path);
            watch.awaitFaces("Dora");
            tab.click("#text");
            ben.await(
                    "Dora edits", "!" + EDITING + ".hidden && " + EDITING + ".textContent.includes('Dora is editing')");
            tab.press("words");
            ben.await("Dora types", TYPING + " === 'Dora is typing…'");
            long died = Watch.now();
            browser.kill();
            ben.await("nobody types", TYPED, TYPING + " === ''");
            assertTrue(Watch.now() - died <= TYPED.toMillis());
            watch.assertGoneWithin("Dora", died, LEASE.plus(LATE));
            ben.await("nobody edits", EDITING + ".hidden");
        }
    }

    @RepeatedTest(3)
    @DisplayName(
            "LEAVE-H03, S5 5.8: who quits the browser, whose last words get lost, goes with the stream and not with the away lease")
    void quit() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        try (Browser browser = new Browser();
                Person dora = new Person(browser, STAGE.site.tomcat, QUICK, "dora")) {
            dora.open(path);
            watch.awaitFaces("Dora");
            long quit = Watch.now();
            browser.quit();
            watch.assertGoneWithin("Dora", quit, GRACE.plus(LATE));
        }
    }

    @Test
    @DisplayName(
            "BEAT-H05, BEAT-H06: typing ends at once when the text is deleted, soon when the page is hidden, and editing with"
                    + " the focus; nobody goes or comes for it")
    void typing() throws Exception {
        String path = STAGE.doc();
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        long begun = Watch.now();
        ana.click("#text");
        ana.press("a");
        ben.await("Ana types", TYPING + " === 'Ana is typing…'");
        ana.press(Keys.BACK_SPACE);
        ben.await("Ana does not type", SEEN, TYPING + " === ''");
        ana.press("b");
        ben.await("Ana types again", TYPING + " === 'Ana is typing…'");
        STAGE.ana.open(plain());
        ben.await("Ana does not type", TYPED, TYPING + " === ''");
        ana.show();
        watch.await(
                "Ana edits", look -> look.face("Ana").map(Watch.Face::editing).orElse(false));
        ana.click("h1");
        watch.await(
                "Ana does not edit",
                look -> !look.face("Ana").map(Watch.Face::editing).orElse(true));
        watch.assertAlwaysThere("Ana", begun);
    }

    @Test
    @DisplayName(
            "TABS-H03 and others: a logout in another tab ends the page's presence and shows it no names any more; another"
                    + " session of the user stays")
    void logout() throws Exception {
        String path = STAGE.doc();
        String room = STAGE.roomOf(path);
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        Guest elsewhere = new Guest(STAGE.site.jetty, QUICK, "Ana", room);
        long begun = Watch.now();
        STAGE.ana.browser.expect("status of 401");
        Tab other = STAGE.ana.open(plain());
        other.later(
                "await fetch('../../logout', { method: 'POST', body: new URLSearchParams({ how: 'invalidate' }) })");
        ana.show();
        ana.await("the page knows", STATE + " === 'out'");
        own.await("nobody is shown", look -> look.faces().isEmpty());
        elsewhere.beat();
        watch.assertAlwaysThere("Ana", begun);
        Guest cleo = new Guest(STAGE.site.jetty, QUICK, "Cleo", room);
        watch.awaitFaces("Ana", "Cleo");
        assertEquals("null", ana.text(HERE + ".presence.roster"));
        assertTrue(own.look().faces().isEmpty());
        long left = Watch.now();
        elsewhere.leave();
        watch.assertGoneWithin("Ana", left, LEFT);
        cleo.leave();
        STAGE.ana.login("ana", "Ana");
    }

    @Test
    @DisplayName("COUNT-H03: whoever is not logged in sees what the author wrote into an element, and nobody's face")
    void nobody() throws Exception {
        Tab ana = STAGE.ana.open(plain());
        STAGE.ana.browser.expect("status of 401");
        ana.later("await fetch('../../logout', { method: 'POST', body: new URLSearchParams({ how: 'invalidate' }) })");
        Tab stranger = STAGE.ana.open(STAGE.doc());
        stranger.script(HERE + ".append('Log in to see who is here')");
        stranger.await("the page knows", STATE + " === 'out'");
        pass(Duration.ofSeconds(1));
        assertEquals("false", stranger.text(HERE + ".shadowRoot.querySelector('slot').hidden"));
        assertEquals("true", stranger.text(HERE + ".shadowRoot.querySelector('button').hidden"));
        assertEquals("true", stranger.text(HERE + ".offsetWidth > 0"));
        STAGE.ana.login("ana", "Ana");
    }

    @Test
    @DisplayName("LEAVE-H01: a room that the page was refused does not keep it from leaving the others")
    void refusedRoom() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("status of 400");
        ana.later("const { join } = await import('../../whosonline/presence.js');"
                + " window.refused = join('x'.repeat(2000))");
        ana.await("it is refused", "window.refused?.state === 'out'");
        long left = Watch.now();
        ana.close();
        watch.assertGoneWithin("Ana", left, LEFT);
    }
}
