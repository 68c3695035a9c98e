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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.whosonline.testing.Await;

/** What others see of somebody whose page is hidden, halted or cut off, or who logs out; and how a page comes back by itself. */
class PresenceLifeIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String STATE = HERE + ".presence.state";
    private static final String TYPING = "document.querySelector('whos-typing').shadowRoot.textContent.trim()";
    private static final String EDITING =
            "document.querySelector('whos-editing').shadowRoot.querySelector('[part=warning]')";

    /** As long as somebody is shown as typing, and some more. */
    private static final Duration TYPED = Duration.ofSeconds(5).plus(SEEN);

    /** How long a page takes to come back after a short failure: its first retry comes after 5 s, give or take a quarter. */
    private static final Duration RETRY = Duration.ofSeconds(8);

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

    /** Asserts that changes made by others come to a page that was not reloaded. */
    private static void assertAlive(Tab tab, String room) throws Exception {
        Guest cleo = new Guest(STAGE.site.jetty, QUICK, "Cleo", room);
        Watch watch = Watch.of(tab);
        watch.await("Cleo is there", look -> look.has("Cleo"));
        cleo.leave();
        watch.await("Cleo has gone", look -> !look.has("Cleo"));
        tab.await("the page is live", STATE + " === 'live'");
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
        assertAlive(ana, STAGE.roomOf(path));
    }

    @Test
    @DisplayName(
            "LEAVE-H03, S4 4.5: a network that hangs for a while shows nothing; one that is away for 10 s lets the user go with"
                    + " the lease and come back with it, and meanwhile the page shows what it knows, as old")
    void offline() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.ana.gate.hold();
        pass(Duration.ofSeconds(3));
        STAGE.ana.gate.release();
        pass(Duration.ofSeconds(3));
        watch.assertAlwaysThere("Ana", begun);
        STAGE.ana.browser.expect("ERR_INTERNET_DISCONNECTED");
        long cut = Watch.now();
        ana.offline(true);
        watch.assertGoneWithin("Ana", cut, LEASE.plus(LATE));
        ana.await("the page knows", STATE + " === 'waiting'");
        own.await("it says so", look -> look.faces().get(0).title().startsWith("Last known: Ben"));
        Await.until("ten seconds have passed", () -> Watch.now() - cut >= 10_000);
        ana.offline(false);
        watch.assertThereWithin("Ana", Watch.now(), Duration.ofSeconds(3));
        own.awaitFaces("Ben");
        own.assertAlways("somebody is shown", begun, look -> look.faces().size() == 1);
        assertAlive(ana, STAGE.roomOf(path));
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
    @DisplayName(
            "STOR-H05, S4 4.3: a restart of Memcached, which forgets all, shows nobody leave, and then news come again")
    void memcached() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.site.memcached.kill();
        pass(Duration.ofSeconds(4));
        STAGE.site.memcached.start();
        assertAlive(ana, STAGE.roomOf(path));
        pass(LEASE);
        watch.assertAlways(
                "Ana is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ana")));
        own.assertAlways(
                "Ben is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ben")));
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
    }

    @Test
    @DisplayName("S5 5.8: after a restart of its server a page is back by itself")
    void server() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("Failed to load resource");
        STAGE.site.tomcat.stop();
        STAGE.site.tomcat.start();
        assertAlive(ana, STAGE.roomOf(path));
        watch.awaitFaces("Ana");
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 200})
    @DisplayName(
            "STREAM-H09: after some seconds of a proxy's errors, or of a page of it in the place of our answers, a page is back"
                    + " by itself")
    void failures(int status) throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.ana.browser.expect("Failed to load resource");
        STAGE.ana.gate.answer(request -> Gate.page(status, "<title>Please log in</title>"));
        STAGE.ana.gate.cut();
        pass(Duration.ofSeconds(3));
        STAGE.ana.gate.open();
        long open = Watch.now();
        ana.await("the page is live", RETRY.plusSeconds(2), STATE + " === 'live'");
        watch.assertThereWithin("Ana", open, RETRY);
        assertAlive(ana, STAGE.roomOf(path));
        own.assertAlways(
                "Ben is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ben")));
    }

    @Test
    @DisplayName("LEAVE-H04, LEAVE-H06: where the message of leaving is refused the user goes with the stream")
    void leaveBlocked() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("status of 403");
        STAGE.ana.gate.answer(
                request -> request.contains("/presence/leave") ? Gate.page(403, "<title>No</title>") : null);
        long closed = Watch.now();
        ana.close();
        watch.assertGoneWithin("Ana", closed, GRACE.plus(LATE));
        STAGE.ana.gate.open();
    }
}
