package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** What a page shows of others, for those who do not see it well, who use no pointer, or who are on a phone. */
class PresenceAccessIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String BUTTON = HERE + ".shadowRoot.querySelector('button')";
    private static final String PANEL = HERE + ".shadowRoot.querySelector('[popover]')";
    private static final String OPEN = PANEL + ".matches(':popover-open')";

    /** Others in all states that there are, and names of several scripts. */
    private static final Map<String, List<String>> OTHERS = Map.of(
            "Amal", List.of("state", "active", "status", "in a meeting"),
            "Bea", List.of("state", "idle"),
            "Cem", List.of("state", "away"),
            "Dana", List.of("state", "active", "editing", "true"),
            "Eva", List.of("state", "active", "typing", "true"),
            "مريم", List.of("state", "idle", "status", "בפגישה"),
            "美咲", List.of("state", "away", "editing", "true"));

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    /** Ben's page, with all of the others on it. */
    private static Tab crowded() throws Exception {
        String path = STAGE.doc();
        for (Map.Entry<String, List<String>> other : OTHERS.entrySet()) {
            new Guest(STAGE.site.tomcat, BrowserSite.CALM, other.getKey(), STAGE.roomOf(path))
                    .beat(other.getValue().toArray(String[]::new));
        }
        Tab tab = STAGE.ben.open(path);
        Watch.of(tab)
                .await(
                        "all are there",
                        look -> look.faces().size() == 5 && look.more().equals("+2"));
        return tab;
    }

    /** What axe finds wrong with the page, with the elements that it is about. */
    private static String violations(Tab tab) throws Exception {
        tab.await("nothing moves", HERE + ".shadowRoot.getAnimations().length === 0");
        try (InputStream axe = PresenceAccessIT.class.getResourceAsStream("/axe.min.js")) {
            tab.script(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        return String.valueOf(
                tab.later(
                        "const { violations, passes } = await axe.run();"
                                + " if (passes.length < 20) throw new Error('looked at nothing');"
                                + " return violations.map(({ id, help, nodes }) => `${id}, ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`).join()"));
    }

    @ParameterizedTest
    @CsvSource({"light, en", "dark, en", "light, ja", "dark, bn"})
    @DisplayName(
            "axe finds nothing wrong, with the list closed and open, in light and dark, in all languages, also on a phone")
    void axe(String scheme, String language) throws Exception {
        Tab tab = crowded();
        tab.media("prefers-color-scheme", scheme);
        tab.script(
                "document.documentElement.lang = arguments[0];"
                        + " document.querySelectorAll('whos-here, whos-editing, whos-typing, whos-online')"
                        + ".forEach((element) => { element.lang = arguments[0]; })",
                language);
        if (language.equals("bn")) {
            tab.phone();
        }
        tab.await("the language is taken", BUTTON + ".lang === '" + language + "'");
        assertEquals("", violations(tab));
        tab.script(BUTTON + ".click()");
        tab.await("the list is open", OPEN);
        assertEquals("7", tab.text(PANEL + ".querySelectorAll('li').length"));
        assertEquals("", violations(tab));
    }

    @Test
    @DisplayName("the list opens and closes by keys, and the focus is where it was; a click elsewhere closes it too")
    void keys() throws Exception {
        Tab tab = crowded();
        tab.press(Keys.TAB);
        assertEquals("true", tab.text("document.activeElement === " + HERE));
        assertEquals("false", tab.text(BUTTON + ".ariaExpanded"));
        tab.press(Keys.ENTER);
        tab.await("the list is open", OPEN);
        assertEquals("true", tab.text(BUTTON + ".ariaExpanded"));
        tab.press(Keys.ESCAPE);
        tab.await("the list is closed", "!" + OPEN);
        assertEquals("true", tab.text("document.activeElement === " + HERE));
        assertEquals("true", tab.text(HERE + ".shadowRoot.activeElement === " + BUTTON));
        tab.press(Keys.SPACE);
        tab.await("the list is open", OPEN);
        tab.click("h1");
        tab.await("the list is closed", "!" + OPEN);
        assertEquals("false", tab.text(BUTTON + ".ariaExpanded"));
    }

    @Test
    @DisplayName("on a phone the list is within the screen, and the page no wider than it")
    void phone() throws Exception {
        Tab tab = crowded();
        tab.phone();
        tab.script(BUTTON + ".click()");
        tab.await("the list is open", OPEN);
        tab.await(
                "it is within the screen",
                "(({ left, right, top, bottom }) => left >= 0 && top >= 0 && right <= innerWidth"
                        + " && bottom <= innerHeight)(" + PANEL + ".getBoundingClientRect())");
        assertEquals("390", tab.text("document.documentElement.scrollWidth"));
        assertTrue(Integer.parseInt(tab.text(BUTTON + ".offsetHeight")) >= 24);
    }

    @ParameterizedTest
    @CsvSource({"no-preference, true", "reduce, false"})
    @DisplayName("who wants no motion gets none")
    void motion(String wish, boolean moves) throws Exception {
        String path = STAGE.doc();
        Tab tab = STAGE.ben.open(path);
        tab.media("prefers-reduced-motion", wish);
        Watch watch = Watch.of(tab);
        new Guest(STAGE.site.jetty, BrowserSite.CALM, "Amal", STAGE.roomOf(path));
        watch.awaitFaces("Amal");
        tab.script("window.moved = 0; for (const type of ['animationstart', 'transitionrun']) " + HERE
                + ".shadowRoot.addEventListener(type, () => moved++)");
        new Guest(STAGE.site.jetty, BrowserSite.CALM, "Bea", STAGE.roomOf(path)).beat("editing", "true");
        watch.await(
                "who comes is shown, editing",
                look -> look.face("Bea").map(Watch.Face::editing).orElse(false));
        tab.later("await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assertEquals(moves, !tab.text("moved").equals("0"));
    }

    @Test
    @DisplayName("dark and light differ")
    void schemes() throws Exception {
        Tab tab = crowded();
        tab.media("prefers-color-scheme", "light");
        tab.script(BUTTON + ".click()");
        String light = tab.text("getComputedStyle(" + PANEL + ").backgroundColor");
        tab.media("prefers-color-scheme", "dark");
        assertNotEquals(light, tab.text("getComputedStyle(" + PANEL + ").backgroundColor"));
    }
}
