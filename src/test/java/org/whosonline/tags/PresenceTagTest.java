package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.presence.TestRosters.viewer;

import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whosonline.presence.Roster;
import org.whosonline.presence.TestRosters;
import org.whosonline.presence.Viewer;

class PresenceTagTest {

    private static final String ROOM = "/docs/42";
    private static final String LINKS = "<link rel=\"stylesheet\" href=\"/app/whosonline/presence.css?v=0123\">"
            + "<script type=\"module\" src=\"/app/whosonline/presence.js?v=0123\"></script>";

    private final View view = new View();
    private final PresenceTag tag = new PresenceTag();

    private RoomViewers look(Roster roster) {
        view.contextAttributes.put(RoomSource.ATTRIBUTE, (RoomSource)
                (request, room, hold) -> Optional.of(new RoomSource.Look(
                        "me",
                        roster.seenBy("me"),
                        roster.seenBy("me").viewers(),
                        "/app/whosonline",
                        "0123",
                        "{\"of\":\"the stream\"}")));
        return RoomViewers.of(view.context, view.request, roster.room(), true);
    }

    private String show(PresenceTag shown, Roster roster, String language) throws Exception {
        StringWriter html = new StringWriter();
        shown.write(html, view.request, look(roster), Texts.of(Locale.forLanguageTag(language)));
        return html.toString();
    }

    private String show(Viewer... viewers) throws Exception {
        return show(tag, TestRosters.of(ROOM, false, viewers), "en");
    }

    private String viewersTag(Viewer... viewers) throws Exception {
        StringWriter html = new StringWriter();
        new ViewersTag().write(html, look(TestRosters.of(ROOM, false, viewers)), Texts.of(Locale.ENGLISH));
        return html.toString();
    }

    @Test
    @DisplayName("S2 2.9: styles, script, and an element with the first paint in it")
    void writesAllThatAPageNeeds() throws Exception {
        Viewer ana = viewer("1", "Ana");
        assertEquals(
                LINKS + "<whos-here room=\"/docs/42\" lang=\"en\" max=\"5\">" + viewersTag(ana) + "</whos-here>",
                show(ana));
    }

    @Test
    void stylesAndScriptComeOnceAPage() throws Exception {
        assertTrue(show().startsWith(LINKS + "<whos-here "));
        assertTrue(show().startsWith("<whos-here "));
        view.requestUri = "/app/error.jsp";
        assertTrue(show().startsWith(LINKS + "<whos-here "));
    }

    @Test
    void theElementGetsWhatThePageSays() throws Exception {
        tag.setMax("3");
        tag.setSelf(true);
        tag.setFade("6.5s");
        tag.setFor("a\"b");
        tag.setAnnounce("off");
        tag.setCsrf("t<1>");
        tag.setCsrfHeader("X-T");
        tag.setCsrfParameter("_t");
        String html = show();
        assertTrue(
                html.contains("<whos-here room=\"/docs/42\" lang=\"en\" max=\"3\" self fade=\"6.5s\" for=\"a&#34;b\""
                        + " announce=\"off\" csrf=\"t&lt;1&gt;\" csrf-header=\"X-T\" csrf-parameter=\"_t\"><span"),
                html);
        assertTrue(html.contains(" data-max=\"3\" data-self=\"true\""), html);
    }

    @Test
    void whatIsEmptyIsLeftOut() throws Exception {
        tag.setMax("many");
        tag.setFade(null);
        tag.setFor("");
        tag.setCsrf(null);
        tag.setView("faces");
        assertTrue(show().contains("<whos-here room=\"/docs/42\" lang=\"en\" max=\"5\"><span"), show());
    }

    @ParameterizedTest
    @DisplayName("S2 2.10: the number as a sentence")
    @CsvSource({
        "en,1,false,1 other person is looking at this",
        "en,7,false,7 other people are looking at this",
        "ja,7,false,ほか7人が閲覧中",
        "en,7,true,Last known: 7 other people are looking at this"
    })
    void asASentence(String language, int others, boolean stale, String sentence) throws Exception {
        tag.setView("count");
        Viewer[] viewers = new Viewer[others + 1];
        for (int i = 0; i < others; i++) {
            viewers[i] = viewer("u" + i, "n" + i);
        }
        viewers[others] = viewer("me", "Mia");
        Roster roster = TestRosters.of(ROOM, stale, viewers);
        assertEquals(
                LINKS + "<whos-here room=\"/docs/42\" lang=\"" + language + "\" max=\"5\" view=\"count\">"
                        + "<span class=\"whosonline-viewers\" lang=\"" + language + "\" data-room=\"/docs/42\""
                        + " data-me=\"me\" data-base=\"/app/whosonline\" data-max=\"5\" data-hash=\""
                        + roster.seenBy("me").hash()
                        + "\" data-roster='{\"of\":\"the stream\"}'><span class=\"whosonline-count\">" + sentence
                        + "</span></span></whos-here>",
                show(tag, roster, language));
    }

    @Test
    void aSentenceAboutNobodyIsNotSeen() throws Exception {
        tag.setView("count");
        assertTrue(show(viewer("me", "Mia")).contains("<span class=\"whosonline-viewers\" hidden data-room="));
        String unknown = show(tag, Roster.unknown(ROOM), "en");
        assertTrue(unknown.contains("<span class=\"whosonline-viewers\" hidden data-room="), unknown);
        assertTrue(unknown.endsWith("}'></span></whos-here>"), unknown);
    }

    @Test
    void anUnknownViewIsRefused() {
        assertEquals(
                "The tag presence has no view=\"list\", but faces and count.",
                assertThrows(IllegalArgumentException.class, () -> tag.setView("list"))
                        .getMessage());
    }

    @Test
    @DisplayName("PRIV-H01: the room is escaped in the element, too")
    void theRoomIsEscaped() throws Exception {
        String html = show(tag, TestRosters.of("/a\"'<b>", false), "en");
        assertTrue(html.contains("<whos-here room=\"/a&#34;&#39;&lt;b&gt;\" "), html);
    }
}
