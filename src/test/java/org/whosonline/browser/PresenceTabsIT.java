package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.pass;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;

/** What others see of somebody who opens, reloads and leaves pages, at the default times. */
class PresenceTabsIT {

    private static final String LIVE = "document.querySelector('whos-here').presence?.state === 'live'";
    private static final Duration BACK = Duration.ofSeconds(2);
    private static final Duration LOADED = Duration.ofSeconds(3);
    private static final int MANY = 8;

    /** A heartbeat and some time. */
    private static final Duration BEAT = Duration.ofSeconds(11);

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    private static String heard(Tab tab) {
        return tab.text("heard.join(', ')");
    }

    /** Ben's page at {@code path}, which writes down whose coming and going its elements tell of. */
    private static Tab listening(String path) {
        Tab ben = STAGE.ben.open(path);
        ben.await("Ben is in", LIVE);
        ben.script("window.heard = []; for (const type of ['joined', 'left']) document.addEventListener(type,"
                + " ({ detail }) => heard.push(`${type} ${detail.map((viewer) => viewer.viewerName)}`))");
        return ben;
    }

    private static void awaitTitle(Watch watch, String title) {
        watch.await(
                title,
                look -> look.faces().stream().anyMatch(face -> face.title().equals(title)));
    }

    @Test
    @DisplayName("LEAVE-H07, TABS-H06: five reloads in five seconds and one past all caches show the others nothing")
    void reloads() throws Exception {
        String path = STAGE.doc();
        Tab ben = listening(path);
        Watch watch = Watch.of(ben);
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        long begun = Watch.now();
        for (int i = 0; i < 5; i++) {
            long next = begun + i * 1_000L;
            Await.until("a second has passed", () -> Watch.now() >= next);
            ana.reload();
        }
        ana.cdp("Page.reload", Map.of("ignoreCache", true));
        ana.await("Ana is in again", LIVE);
        awaitTitle(watch, "Ana");
        pass(LEFT);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("joined Ana", heard(ben));
        assertEquals("Ana", watch.look().faces().get(0).title());
    }

    @Test
    @DisplayName(
            "LEAVE-H01, LEAVE-H05: who follows a link is gone, and back again by the back button, twice, also from the"
                    + " browser's memory of the page, with live updates")
    void backAndForward() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        ana.script("addEventListener('pageshow', (event) => { window.persisted = event.persisted; })");
        watch.awaitFaces("Ana");
        for (int i = 0; i < 2; i++) {
            long left = Watch.now();
            ana.click("a");
            ana.await("it is the other page", "document.title === 'Plain'");
            watch.assertGoneWithin("Ana", left, LEFT);
            long back = Watch.now();
            ana.back();
            watch.assertThereWithin("Ana", back, BACK);
        }
        assertEquals("true", ana.text("window.persisted"));
        long begun = Watch.now();
        for (int i = 0; i < 2; i++) {
            ana.forward();
            ana.back();
        }
        awaitTitle(watch, "Ana");
        watch.assertAlwaysThere("Ana", begun);
        Guest cleo = new Guest(STAGE.site.jetty, BrowserSite.CALM, "Cleo", STAGE.roomOf(path));
        Watch.of(ana).awaitFaces("Ben", "Cleo");
        cleo.leave();
        Watch.of(ana).awaitFaces("Ben");
    }

    @Test
    @DisplayName(
            "TABS-H01, TABS-H02, TABS-H04: of three pages, one a duplicate with its session storage, each but the last is"
                    + " closed without a trace; one joined and one left is told")
    void threeTabs() throws Exception {
        String path = STAGE.doc();
        Tab ben = listening(path);
        Watch watch = Watch.of(ben);
        List<Tab> tabs = new ArrayList<>(List.of(STAGE.ana.open(path)));
        watch.awaitFaces("Ana");
        long begun = Watch.now();
        tabs.get(0).script("sessionStorage.setItem('mark', 'kept')");
        tabs.add(tabs.get(0).duplicate());
        assertEquals("kept", tabs.get(1).text("sessionStorage.getItem('mark')"));
        awaitTitle(watch, "Ana (2 tabs)");
        tabs.add(STAGE.ana.open(path));
        awaitTitle(watch, "Ana (3 tabs)");
        tabs.remove(1).close();
        awaitTitle(watch, "Ana (2 tabs)");
        tabs.remove(1).close();
        watch.await("one is left", look -> look.faces().get(0).title().matches("Ana( — away)?"));
        pass(LEFT);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("joined Ana", heard(ben));
        long left = Watch.now();
        tabs.get(0).close();
        watch.assertGoneWithin("Ana", left, LEFT);
        assertEquals("joined Ana, left Ana", heard(ben));
    }

    @Test
    @DisplayName("the step from one page of a room to another page of it shows the others nothing")
    void twoPages() throws Exception {
        String room = STAGE.site.room();
        Tab ben = listening("/room.jsp?room=" + room);
        Watch watch = Watch.of(ben);
        Tab ana = STAGE.ana.open("/room.jsp?room=" + room);
        watch.awaitFaces("Ana");
        long begun = Watch.now();
        ana.click("a");
        ana.await("Ana is in by the other page", "document.title === 'Other' && " + LIVE);
        ana.back();
        ana.await("Ana is in by the first", "document.title === 'Room' && " + LIVE);
        awaitTitle(watch, "Ana");
        pass(LEFT);
        watch.assertAlwaysThere("Ana", begun);
        assertEquals("joined Ana", heard(ben));
    }

    @Test
    @DisplayName(
            "TABS-H07, STREAM-H13: with the script twice, the element twice, the tag twice, or all kinds of elements: one face,"
                    + " one stream, one series of heartbeats")
    void oneConnection() throws Exception {
        int before = STAGE.ana.gate.requests("/presence").size();
        List<Watch> watches = new ArrayList<>();
        List<String> patterns = List.of("/cached/twice/%s", "/other.jsp?room=%s", "/cached/doc/%s");
        for (String pattern : patterns) {
            String path = pattern.formatted(STAGE.site.room());
            watches.add(Watch.of(STAGE.ben.browser.openWindow(STAGE.ben.uri(path))));
            Tab ana = STAGE.ana.browser.openWindow(STAGE.ana.uri(path));
            ana.await(
                    "each element shows Ben, once",
                    "[...document.querySelectorAll('whos-here')].map((element) => element"
                            + ".shadowRoot.querySelectorAll('button [title=Ben]').length).every((faces) => faces === 1)");
        }
        pass(BEAT);
        List<String> asked = STAGE.ana.gate.requests("/presence").stream()
                .skip(before)
                .map(Gate.Request::line)
                .filter(line -> !line.matches(".*\\.(js|css).*"))
                .toList();
        assertEquals(3, asked.stream().filter(line -> line.contains("/stream?")).count(), asked::toString);
        long beats = asked.stream()
                .filter(line -> line.equals("POST /whosonline/presence"))
                .count();
        assertTrue(beats >= 6 && beats <= 9, asked::toString);
        assertEquals(asked.size(), 3 + beats, asked::toString);
        for (Watch watch : watches) {
            watch.awaitFaces("Ana");
            assertEquals("Ana", watch.look().faces().get(0).title());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tabs", "windows"})
    @DisplayName(
            "STREAM-H03: over HTTP/1.1 eight pages, seen or hidden, and then a normal page load in under 3 s each, and all of"
                    + " them are told of a change")
    void manyTabs(String kind) throws Exception {
        Function<URI, Tab> opening = kind.equals("tabs") ? STAGE.ana.browser::open : STAGE.ana.browser::openWindow;
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i <= MANY; i++) {
            long begun = Watch.now();
            tabs.add(opening.apply(STAGE.ana.uri(i < MANY ? path : "/cached/plain/normal")));
            long took = Watch.now() - begun;
            assertTrue(took < LOADED.toMillis(), () -> "Page " + tabs.size() + " took " + took + " ms");
        }
        watch.await(
                "all pages are known",
                look -> look.face("Ana")
                        .map(face -> face.title().endsWith("(8 tabs)"))
                        .orElse(false));
        String visibility = tabs.get(0).evaluateBehind("document.visibilityState");
        assertEquals(kind.equals("tabs") ? "hidden" : "visible", visibility);
        Guest cleo = new Guest(STAGE.site.jetty, BrowserSite.CALM, "Cleo", STAGE.roomOf(path));
        for (Tab tab : tabs.subList(0, MANY)) {
            Watch.of(tab).awaitFaces("Ben", "Cleo");
        }
        cleo.leave();
    }
}
