package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.BrowserSite.LATE;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.SEEN;
import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.whosonline.testing.Await;

/** Pages whose way to the server is away or disturbed for long, or too narrow, at the default times. */
class PresenceNetworkLongIT {

    private static final String STATE = "document.querySelector('whos-here').presence?.state";
    private static final String OLD =
            "document.querySelector('whos-here').shadowRoot.querySelector('button').matches('.whosonline-stale')";

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** What a page without a line hears of, it hears of with its next heartbeat. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10).plus(SEEN);

    private static final Duration OUTAGE = Duration.ofSeconds(60);

    /** The pauses between tries are 5, 10, 20 and 40 s, each up to a quarter longer; a minute ends within the last of them. */
    private static final Duration RETRY = Duration.ofSeconds(50).plus(SEEN);

    private static final Duration BACK_ONLINE = Duration.ofSeconds(2);

    private static final Duration FLAP = Duration.ofSeconds(8);

    /** How long a page waits for its stream to begin before it takes to polls. */
    private static final Duration KEPT_BACK = Duration.ofSeconds(5);

    /** What a page gets its news by. */
    private static final String LINE = ".*/presence/(stream|poll).*";

    /** The pauses between tries are 5, 10, 20, 40 and 60 s, give or take a quarter. */
    private static final Duration REFUSED = Duration.ofSeconds(120);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(77);

    private static final Duration LOADED = Duration.ofSeconds(2);
    private static final int SEATS = 4;

    /** The page's clock, which can be put forward. */
    private static final String CLOCK = """
            const time = performance.now.bind(performance);
            let ahead = 0;
            performance.now = () => time() + ahead;
            window.putForward = (millis) => { ahead += millis; };
            """;

    private static final int DETOUR_MILLIS = 300_000;

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    private String path;
    private Watch watch;
    private Told told;

    /** Ben looks at a page. */
    @BeforeEach
    void benThere() throws Exception {
        path = STAGE.doc();
        Tab ben = STAGE.ben.open(path);
        ben.await("Ben is in", STATE + " === 'live'");
        watch = Watch.of(ben);
        told = new Told(ben);
    }

    /** The number of requests of Ana so far whose line has {@code part} in it. */
    private static int asked(String part) {
        return STAGE.ana.gate.requests(part).size();
    }

    private Guest cleo() throws Exception {
        return new Guest(STAGE.site.jetty, BrowserSite.CALM, "Cleo", STAGE.roomOf(path));
    }

    /** Asserts what is to be seen of a minute in which Ana's page reaches nothing, but for how it ends; answers with its page. */
    private Tab outage(Outage begin) throws Exception {
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        pass(Duration.ofSeconds(2));
        STAGE.ana.browser.expect("ERR_|Failed to load resource");
        long cut = Watch.now();
        begin.of(ana);
        watch.assertGoneWithin("Ana", cut, LEASE.plus(LATE));
        assertEquals("waiting", ana.text(STATE));
        assertEquals("true", ana.text(OLD));
        own.await(
                "what is shown is called old",
                look -> look.faces().get(0).title().equals("Last known: Ben"));
        Await.until("a minute is over", OUTAGE.plusSeconds(5), () -> Watch.now() - cut >= OUTAGE.toMillis());
        own.assertAlways("somebody is shown", cut, look -> look.faces().size() == 1);
        return ana;
    }

    /** How the network goes away. */
    private interface Outage {
        void of(Tab tab);
    }

    /** Asserts that Ana and her page are back within {@code limit} after {@code from}, for good. */
    private void assertBack(Tab ana, long from, Duration limit) throws Exception {
        watch.assertThereWithin("Ana", from, limit);
        Watch own = Watch.of(ana);
        own.awaitFaces("Ben");
        own.await("it is not old", look -> look.faces().get(0).title().equals("Ben"));
        assertEquals("false", ana.text(OLD));
        assertEquals("joined Ana, left Ana, joined Ana", told.people());
        // The line may come a little later than the heartbeat.
        pass(Duration.ofSeconds(3));
        long came = Watch.now();
        Guest cleo = cleo();
        own.assertThereWithin("Cleo", came, SEEN);
        cleo.leave();
    }

    @Test
    @DisplayName(
            "LEAVE-H03, S5 5.8: a browser that is offline for a minute shows the last faces as old, and its user is gone with the"
                    + " lease and back as soon as it is online")
    void offline() throws Exception {
        Tab ana = outage(tab -> tab.offline(true));
        long back = Watch.now();
        ana.offline(false);
        assertBack(ana, back, BACK_ONLINE);
    }

    @Test
    @DisplayName(
            "LEAVE-H03, S2 2.7: a server that cannot be reached for a minute is asked with growing pauses, and the page is back"
                    + " with the next of them")
    void unreachable() throws Exception {
        long begun = Watch.now();
        Tab ana = outage(tab -> {
            STAGE.ana.gate.answer(request -> "");
            STAGE.ana.gate.cut();
        });
        List<Long> tries = new ArrayList<>();
        for (Gate.Request request : STAGE.ana.gate.requests("POST /whosonline/presence")) {
            // A browser itself asks once more, at once, where a connection that it has kept breaks.
            if (request.millis() > begun + 3_000
                    && (tries.isEmpty() || request.millis() - tries.get(tries.size() - 1) > 1_000)) {
                tries.add(request.millis() - begun);
            }
        }
        assertTrue(tries.size() >= 3 && tries.size() <= 6, tries::toString);
        for (int i = 2; i < tries.size(); i++) {
            assertTrue(tries.get(i) - tries.get(i - 1) > tries.get(i - 1) - tries.get(i - 2), tries::toString);
        }
        long back = Watch.now();
        STAGE.ana.gate.open();
        assertBack(ana, back, RETRY);
    }

    @Test
    @DisplayName(
            "STREAM-H09, S2 2.7: where a proxy refuses both streams and polls, the page is there for minutes all the same, and is"
                    + " told of changes with its heartbeats; its tries get rarer, and succeed when they may")
    void refused() throws Exception {
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("ERR_|Failed to load resource");
        long begun = Watch.now();
        STAGE.ana.gate.answer(request -> request.matches(LINE) ? Gate.page(503, "<title>Busy</title>") : null);
        STAGE.ana.gate.cut();
        pass(REFUSED);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("live", ana.text(STATE));
        Guest cleo = cleo();
        own.assertThereWithin("Cleo", Watch.now(), HEARTBEAT);
        cleo.leave();
        long tries = STAGE.ana.gate.requests("").stream()
                .filter(request -> request.millis() > begun && request.line().matches(LINE))
                .count();
        assertTrue(tries >= 4 && tries <= 8, () -> tries + " tries in " + REFUSED);
        int lines = asked("/presence/poll");
        STAGE.ana.gate.open();
        Await.until("there is a line again", LONGEST_PAUSE, () -> asked("/presence/poll") > lines);
        long again = Watch.now();
        Guest dora = new Guest(STAGE.site.jetty, BrowserSite.CALM, "Dora", STAGE.roomOf(path));
        own.assertThereWithin("Dora", again, SEEN);
        dora.leave();
    }

    @Test
    @DisplayName(
            "BEAT-H02: of a network that goes and comes every eight seconds for two minutes others see nothing, whether its"
                    + " connections break or not; and one departure when it is gone for good")
    void flapping() throws Exception {
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        pass(Duration.ofSeconds(2));
        STAGE.ana.browser.expect("ERR_|Failed to load resource");
        long begun = Watch.now();
        for (int i = 0; i < 4; i++) {
            ana.offline(true);
            STAGE.ana.gate.cut();
            pass(FLAP);
            ana.offline(false);
            pass(FLAP);
            STAGE.ana.gate.hold();
            pass(FLAP);
            STAGE.ana.gate.release();
            pass(FLAP);
        }
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("joined Ana", told.people());
        long gone = Watch.now();
        ana.offline(true);
        watch.assertGoneWithin("Ana", gone, LEASE.plus(LATE));
        pass(LEASE);
        assertEquals("joined Ana, left Ana", told.people());
        ana.offline(false);
    }

    @Test
    @DisplayName(
            "STREAM-H01, 3.6: where something on the way collects the stream, the page takes to polls and is told of changes as"
                    + " soon; five minutes later it tries the stream again")
    void collected() throws Exception {
        STAGE.ana.gate.collect(request -> request.contains("/presence/stream"));
        int polls = asked("/presence/poll");
        int streams = asked("/presence/stream");
        Tab ana = STAGE.ana.browser.newTab();
        ana.cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", CLOCK));
        long begun = Watch.now();
        ana.go(STAGE.ana.uri(path));
        Watch own = Watch.of(ana);
        Await.until("the page polls", () -> asked("/presence/poll") > polls);
        long took = Watch.now() - begun;
        assertTrue(took <= KEPT_BACK.plusSeconds(3).toMillis(), () -> "Polls only after " + took + " ms");
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        Guest cleo = null;
        for (int i = 0; i < 3; i++) {
            long came = Watch.now();
            cleo = cleo();
            own.assertThereWithin("Cleo", came, SEEN);
            long left = Watch.now();
            cleo.leave();
            own.assertGoneWithin("Cleo", left, LEFT);
        }
        assertEquals(streams + 1, asked("/presence/stream"));
        STAGE.ana.gate.open();
        ana.script("putForward(arguments[0])", DETOUR_MILLIS);
        ana.press(Keys.SHIFT);
        cleo = cleo();
        own.awaitFaces("Ben", "Cleo");
        Await.until("the page has a stream", () -> asked("/presence/stream") == streams + 2);
        int polled = asked("/presence/poll");
        pass(KEPT_BACK.plusSeconds(1));
        long left = Watch.now();
        cleo.leave();
        own.assertGoneWithin("Cleo", left, LEFT);
        assertEquals(polled, asked("/presence/poll"));
        assertEquals("live", ana.text(STATE));
    }

    @Test
    @DisplayName(
            "STREAM-H03: of five windows that are all seen, over HTTP/1.1, four have a stream, the fifth is told with its"
                    + " heartbeat; other pages load at once, and a stream that ends is the fifth's")
    void windows() throws Exception {
        int streams = asked("/presence/stream");
        List<Tab> windows = new ArrayList<>();
        List<Watch> own = new ArrayList<>();
        for (int i = 0; i <= SEATS; i++) {
            Tab window = STAGE.ana.browser.openWindow(STAGE.ana.uri(path));
            windows.add(window);
            own.add(Watch.of(window));
        }
        for (int i = 0; i <= SEATS; i++) {
            own.get(i).awaitFaces("Ben");
            assertEquals("visible", windows.get(i).evaluateBehind("document.visibilityState"));
        }
        pass(HEARTBEAT);
        assertEquals(streams + SEATS, asked("/presence/stream"));
        long begun = Watch.now();
        Tab plain = STAGE.ana.browser.openWindow(STAGE.ana.uri("/cached/plain/other"));
        long took = Watch.now() - begun;
        assertTrue(took <= LOADED.toMillis(), () -> "Another page took " + took + " ms");
        plain.close();
        Guest cleo = cleo();
        long came = Watch.now();
        int quick = 0;
        for (Watch window : own) {
            long after = window.assertWithin("Cleo is there", came, HEARTBEAT, look -> look.has("Cleo"));
            quick += after <= SEEN.toMillis() ? 1 : 0;
        }
        assertTrue(quick >= SEATS, quick + " were told at once");
        windows.remove(0).close();
        own.remove(0);
        Await.until("the fifth has a stream", HEARTBEAT, () -> asked("/presence/stream") == streams + SEATS + 1);
        long left = Watch.now();
        cleo.leave();
        for (Watch window : own) {
            window.assertGoneWithin("Cleo", left, LEFT);
        }
    }
}
