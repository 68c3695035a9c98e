package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.browser.BrowserSite.QUICK;
import static org.whosonline.browser.Stage.LEFT;
import static org.whosonline.browser.Stage.SEEN;
import static org.whosonline.browser.Stage.pass;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;

/** What a page shows of others. */
class PresenceShowIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String BUTTON = HERE + ".shadowRoot.querySelector('button')";
    private static final String PANEL = HERE + ".shadowRoot.querySelector('[popover]')";

    /** Signs that mean something to HTML, to scripts and to templates; and an emoji of three people. */
    private static final String ODD = "</script><img src=x onerror=\"alert(1)\">&amp;'${1+1}' 👩\u200d👩\u200d👧";

    private static final int SCRIPTS = 12 * 1024;
    private static final int CROWD = 250;
    private static final Duration QUIET = Duration.ofSeconds(15);
    private static final int FRAME = 8 * 1024;

    @RegisterExtension
    static final Stage STAGE = new Stage(QUICK);

    @Test
    @DisplayName(
            "S2 2.8, S5 5.8: alone nothing is shown; who opens the page is seen at once, who closes it is gone within 3 s,"
                    + " oneself is not shown, and of each others hear once")
    void comesAndGoes() throws Exception {
        String path = STAGE.doc();
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        ben.await("Ben is in", HERE + ".presence?.state === 'live'");
        ben.script("window.heard = []; for (const type of ['joined', 'left']) document.addEventListener(type,"
                + " ({ detail }) => heard.push(`${type} ${detail.map((viewer) => viewer.viewerName)}`))");
        assertEquals("0", ben.text(BUTTON + ".offsetWidth"));
        Tab ana = STAGE.ana.open(path);
        long came = ((Number) ana.script("return performance.timeOrigin")).longValue();
        watch.assertThereWithin("Ana", came, SEEN);
        Watch.of(ana).awaitFaces("Ben");
        ben.await(
                "it is read out",
                "[...document.querySelectorAll('body > [role=status]')]"
                        + ".map((region) => region.textContent).join() === 'Ana joined'");
        long left = Watch.now();
        ana.close();
        watch.assertGoneWithin("Ana", left, LEFT);
        assertEquals("0", ben.text(BUTTON + ".offsetWidth"));
        assertEquals("joined Ana, left Ana", ben.text("heard.join(', ')"));
        assertTrue(watch.since(0).stream().noneMatch(look -> look.has("Ben")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/doc/%s", "/room.jsp?room=%s"})
    @DisplayName("the same in an application at the root, for pages of a cache and for those made for each request")
    void atTheRoot(String pattern) throws Exception {
        String path = pattern.formatted(STAGE.site.room());
        try (Person ben = new Person(STAGE.ben.browser, STAGE.site.jetty, BrowserSite.CALM, "ben");
                Person ana = new Person(STAGE.ana.browser, STAGE.site.tomcat, BrowserSite.CALM, "ana")) {
            Watch watch = Watch.of(ben.open(path));
            Tab tab = ana.open(path);
            watch.awaitFaces("Ana");
            long left = Watch.now();
            tab.close();
            watch.assertGoneWithin("Ana", left, LEFT);
        }
    }

    @Test
    @DisplayName("a site on plain http, without the rights of a secure page, has the same")
    void withoutSecureContext() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        URI intranet = STAGE.ana.gate.uri(Chromium.INSECURE_HOST, STAGE.roomOf(path));
        Tab tab = STAGE.ana.browser.open(intranet.resolve(QUICK + "/cached/login/form"));
        STAGE.ana.fillIn(tab, "ana", "Ana");
        tab.go(intranet);
        assertEquals("false", tab.text("isSecureContext"));
        watch.awaitFaces("Ana");
        Watch.of(tab).awaitFaces("Ben");
        long left = Watch.now();
        tab.close();
        watch.assertGoneWithin("Ana", left, LEFT);
    }

    @Test
    @DisplayName(
            "S2 2.9: the first paint has the faces, and they stay when the script takes over, and from page to page")
    void firstPaint() throws Exception {
        String room = STAGE.site.room();
        new Guest(STAGE.site.jetty, QUICK, "Cleo", room);
        Tab ben = STAGE.ben.open("/cached/plain/first");
        Watch watch = Watch.ofNext(ben);
        for (String page : List.of("room", "other")) {
            ben.go(STAGE.ben.uri('/' + page + ".jsp?room=" + room));
            ben.await("the script has taken over", HERE + ".presence?.state === 'live'");
            List<Watch.Look> looks = watch.since(0);
            List<Watch.Look> painted =
                    looks.stream().dropWhile(look -> look.faces().isEmpty()).toList();
            assertFalse(painted.isEmpty());
            assertTrue(painted.stream().allMatch(look -> look.names().equals(List.of("Cleo"))), looks::toString);
        }
    }

    @Test
    @DisplayName(
            "PRIV-H01: a name of markup, quotes and emoji is shown as it is, in face, list, sentence and first paint; nothing"
                    + " of it runs")
    void oddNames() throws Exception {
        String room = STAGE.site.room();
        String path = "/room.jsp?room=" + room;
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        Guest odd = new Guest(STAGE.site.tomcat, QUICK, ODD, room);
        odd.beat("status", ODD, "editing", "true");
        String title = ODD + " — editing: " + ODD;
        watch.await(
                title,
                look -> look.faces().stream().anyMatch(face -> face.title().equals(title)));
        ben.script(BUTTON + ".click()");
        ben.await("the list is open", PANEL + ".matches(':popover-open')");
        assertEquals(ODD, ben.text(PANEL + ".querySelector('li [part=name]').textContent"));
        assertTrue(ben.name(BUTTON).contains(ODD), ben.name(BUTTON));
        ben.reload();
        ben.await("the script has taken over", HERE + ".presence?.state === 'live'");
        for (String root : List.of("document", HERE + ".shadowRoot")) {
            assertEquals("0", ben.text(root + ".querySelectorAll('img').length"));
        }
    }

    @Test
    @DisplayName(
            "S4 4.12: of 250 viewers five faces are drawn, the number is right, a frame has at most 8 KB, and a change is seen")
    void crowd() throws Exception {
        String path = STAGE.doc();
        String room = STAGE.roomOf(path);
        List<Guest> crowd = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            crowd.add(new Guest(i % 2 == 0 ? STAGE.site.tomcat : STAGE.site.jetty, QUICK, "Guest" + i, room));
            if (i % 25 == 0) {
                for (Guest guest : crowd) {
                    guest.beat();
                }
            }
        }
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        Watch.Look look = watch.await("all are counted", now -> now.more().equals("+" + (CROWD - 5)));
        assertEquals(5, look.faces().size());
        assertTrue(ben.name(BUTTON).endsWith(" and 248 others are here"), ben.name(BUTTON));
        int frame = Integer.parseInt(ben.text("new Blob([JSON.stringify(" + HERE + ".presence.roster)]).size"));
        assertTrue(frame <= FRAME, () -> frame + " bytes");
        ben.script(BUTTON + ".click()");
        ben.await("the list is open", PANEL + ".matches(':popover-open')");
        assertEquals(
                "250 other people are looking at this",
                ben.text(PANEL + ".querySelector('[part=heading]').textContent"));
        crowd.get(0).leave();
        watch.await("one has gone", now -> now.more().equals("+" + (CROWD - 6)));
    }

    @Test
    @DisplayName("nothing is written to the page and nothing new is asked for in 15 quiet seconds")
    void quiet() throws Exception {
        String path = STAGE.doc();
        STAGE.ana.open(path);
        Tab ben = STAGE.ben.open(path);
        Watch watch = Watch.of(ben);
        watch.awaitFaces("Ana");
        ben.await("Ben is in", HERE + ".presence.state === 'live'");
        Await.until("all is drawn", () -> watch.writes(Watch.now() - 1_500).isEmpty());
        long begun = Watch.now();
        pass(QUIET);
        assertEquals(List.of(), watch.writes(begun));
        List<Gate.Request> asked = STAGE.ben.gate.requests("").stream()
                .filter(request -> request.millis() > begun)
                .toList();
        assertTrue(
                asked.stream().allMatch(request -> request.line().equals("POST /quick/whosonline/presence")),
                asked::toString);
        assertTrue(asked.size() <= QUIET.toMillis() / BrowserSite.HEARTBEAT.toMillis() + 1, asked::toString);
        new Guest(STAGE.site.tomcat, QUICK, "Cleo", STAGE.roomOf(path));
        watch.awaitFaces("Ana", "Cleo");
        assertFalse(watch.writes(begun).isEmpty());
    }

    @Test
    @DisplayName(
            "what the page loads of us has at most 12 KB packed, and needs no other rights than files of the same site")
    void small() throws Exception {
        Tab ben = STAGE.ben.open(STAGE.doc());
        ben.await("the script runs", HERE + ".presence?.state === 'live'");
        @SuppressWarnings("unchecked")
        List<String> scripts = (List<String>) ben.script("return performance.getEntriesByType('resource')"
                + ".map(({ name }) => name).filter((name) => /\\.js(\\?|$)/.test(name))");
        HttpClient http = HttpClient.newHttpClient();
        int bytes = 0;
        for (String script : scripts) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(script))
                    .header("Accept-Encoding", "gzip")
                    .build();
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertEquals("gzip", answer.headers().firstValue("Content-Encoding").orElseThrow());
            assertEquals(
                    "default-src 'self'",
                    answer.headers().firstValue("Content-Security-Policy").orElseThrow());
            bytes += answer.body().length;
        }
        int packed = bytes;
        assertFalse(scripts.isEmpty());
        assertTrue(packed <= SCRIPTS, () -> scripts + " have " + packed + " bytes packed");
    }
}
