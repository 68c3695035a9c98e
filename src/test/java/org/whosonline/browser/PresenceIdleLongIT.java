package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.BrowserSite.AWAY_AFTER;
import static org.whosonline.browser.BrowserSite.AWAY_LEASE;
import static org.whosonline.browser.BrowserSite.HEARTBEAT;
import static org.whosonline.browser.BrowserSite.IDLE;
import static org.whosonline.browser.BrowserSite.IDLE_AFTER;
import static org.whosonline.browser.BrowserSite.LATE;
import static org.whosonline.browser.BrowserSite.STOP_AFTER;
import static org.whosonline.browser.Stage.SEEN;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.whosonline.testing.Await;

/** What others see of users who do not touch their pages, where that is soon noticed. */
class PresenceIdleLongIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String STATE = HERE + ".presence?.state";
    private static final String FACE = HERE + ".shadowRoot.querySelector('.whosonline-viewer')";
    private static final String TYPING = HERE + ".presence.roster.viewers.some((viewer) => viewer.typing)";
    private static final Duration BACK = Duration.ofSeconds(2);
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final int TOGGLES = 20;

    @RegisterExtension
    static final Stage STAGE = new Stage(IDLE);

    private Tab ben;
    private Watch watch;
    private Told told;
    private long touchedAt;

    /** Ben looks at {@code path}. */
    private void open(String path) throws Exception {
        ben = STAGE.ben.open(path);
        ben.await("Ben is in", STATE + " === 'live'");
        watch = Watch.of(ben);
        told = new Told(ben);
    }

    /** Waits until {@code condition} holds, while Ben touches his keyboard every second. */
    private void await(String what, Duration patience, Callable<Boolean> condition) {
        Await.until(what, patience, () -> {
            if (Watch.now() - touchedAt > 1_000) {
                touchedAt = Watch.now();
                ben.press(Keys.SHIFT);
            }
            return condition.call();
        });
    }

    private void await(String what, Duration patience, String expression) {
        await(what, patience, () -> ben.text(expression).equals("true"));
    }

    private void pass(Duration time) {
        long begun = Watch.now();
        await(time + " pass", time.plusSeconds(5), () -> Watch.now() - begun >= time.toMillis());
    }

    private boolean isShown(String state) {
        return watch.look().face("Ana").map(face -> face.state().equals(state)).orElse(false);
    }

    /** When Ana was first shown in {@code state} since {@code from}, or with null not shown; in ms since then. */
    private long shownAfter(String state, long from) {
        return watch.since(from).stream()
                        .filter(look -> state == null
                                ? !look.has("Ana")
                                : look.face("Ana")
                                        .map(face -> face.state().equals(state))
                                        .orElse(false))
                        .mapToLong(Watch.Look::millis)
                        .findFirst()
                        .orElseThrow()
                - from;
    }

    private static void assertBetween(Duration least, long millis, Duration most, String what) {
        assertTrue(
                millis >= least.toMillis() && millis <= most.toMillis(),
                () -> what + " after " + millis + " ms, not " + least + " to " + most);
    }

    /** Lets things happen in Ana's page that are no input: it scrolls, a script has keys pressed, and {@code room} has a guest. */
    private static Guest bustle(Tab ana, String room) throws Exception {
        ana.script("""
                document.body.style.height = '5000px';
                let top = 0;
                setInterval(() => {
                  scrollTo(0, (top = 100 - top));
                  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
                  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
                }, 400);
                """);
        return new Guest(STAGE.site.jetty, IDLE, "Cleo", room);
    }

    @ParameterizedTest(name = "bustle {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "S2 2.6, S5 5.5, BEAT-H04, BEAT-H08: whose page is not touched is idle, away, and gone with the lease after it has"
                    + " stopped all its traffic, whatever moves in the page; a key brings both back")
    void stopping(boolean bustle) throws Exception {
        String path = "/room.jsp?room=" + STAGE.site.room();
        open(path);
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        await("Ana is active", BACK, () -> isShown("active"));
        Guest cleo = bustle ? bustle(ana, path.replaceFirst(".*=", "")) : null;
        long touched = Watch.now();
        ana.press(Keys.SHIFT);
        // The server knows of input by the state of heartbeats, so up to the time of idleness late.
        Duration stopped = IDLE_AFTER.plus(STOP_AFTER).plus(HEARTBEAT.multipliedBy(2));
        Duration gone = stopped.plus(AWAY_LEASE).plus(LATE);
        await("Ana is gone", gone.plus(LATE), () -> {
            if (cleo != null) {
                cleo.beat("status", "at " + Watch.now() / 1_000);
            }
            return !watch.look().has("Ana");
        });
        assertBetween(IDLE_AFTER, shownAfter("idle", touched), IDLE_AFTER.plus(SEEN), "Ana is idle");
        assertBetween(AWAY_AFTER, shownAfter("away", touched), AWAY_AFTER.plus(SEEN), "Ana is away");
        assertBetween(STOP_AFTER, shownAfter(null, touched), gone, "Ana is gone");
        assertEquals(
                List.of("active", "idle", "away"),
                watch.since(touched).stream()
                        .flatMap(look -> look.face("Ana").stream())
                        .map(Watch.Face::state)
                        .distinct()
                        .toList());
        assertEquals("stopped", ana.text(STATE));
        pass(SILENCE);
        List<Gate.Request> asked = STAGE.ana.gate.requests("");
        assertBetween(STOP_AFTER, asked.get(asked.size() - 1).millis() - touched, stopped, "the last request");
        own.assertAlways("somebody is shown", touched, look -> !look.faces().isEmpty());
        assertTrue(own.look().faces().get(0).title().startsWith("Last known: "), () -> "Shown is " + own.look());
        long back = Watch.now();
        ana.press(Keys.SHIFT);
        watch.assertWithin(
                "Ana is active",
                back,
                BACK,
                look -> look.face("Ana")
                        .map(face -> face.state().equals("active"))
                        .orElse(false));
        own.assertWithin(
                "the page is right",
                back,
                BACK,
                look -> look.faces().get(0).title().equals("Ben"));
    }

    @Test
    @DisplayName(
            "BEAT-H06: of somebody who types and is idle twenty times in turn others see changes, in one and the same face, and"
                    + " nobody comes or goes")
    void toggling() throws Exception {
        String path = STAGE.doc();
        open(path);
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        ben.script("window.face = " + FACE);
        ana.click("#text");
        long begun = Watch.now();
        for (int i = 0; i < TOGGLES; i++) {
            int rosters = told.rosters();
            ana.press("a");
            await("Ana types", SEEN, TYPING);
            ana.press(Keys.BACK_SPACE);
            await("Ana does not type", SEEN, "!" + TYPING);
            await("Ana is active", SEEN, () -> isShown("active"));
            await("Ana is idle", IDLE_AFTER.plus(SEEN), () -> isShown("idle"));
            assertTrue(told.rosters() >= rosters + 3, "Three changes at least");
        }
        watch.assertAlwaysThere("Ana", begun);
        assertEquals(Set.of("active", "idle"), watch.states("Ana", begun));
        assertEquals("joined Ana", told.people());
        assertEquals("true", ben.text("window.face === " + FACE));
    }
}
