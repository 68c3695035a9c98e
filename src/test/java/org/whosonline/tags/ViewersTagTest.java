package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.presence.TestRosters.hidden;
import static org.whosonline.presence.TestRosters.viewer;
import static org.whosonline.presence.TestRosters.withAvatar;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.presence.Roster;
import org.whosonline.presence.State;
import org.whosonline.presence.TestRosters;
import org.whosonline.presence.Viewer;

class ViewersTagTest {

    private static final String ROOM = "/docs/42";
    private static final Viewer SELF = viewer("me", "Mia");

    private final View view = new View();
    private final ViewersTag tag = new ViewersTag();

    /** Whom the script is told of, if not all. */
    private List<Viewer> sample;

    private RoomViewers look(Roster roster) {
        view.contextAttributes.put(RoomSource.ATTRIBUTE, (RoomSource)
                (request, room, hold) -> Optional.of(new RoomSource.Look(
                        "me",
                        roster.seenBy("me"),
                        sample == null ? roster.seenBy("me").viewers() : sample,
                        "/app/whosonline",
                        "0123",
                        "{\"of\":\"the stream\"}")));
        return RoomViewers.of(view.context, view.request, roster.room(), true);
    }

    private String show(Roster roster, String language) throws Exception {
        StringWriter html = new StringWriter();
        tag.write(html, look(roster), Texts.of(Locale.forLanguageTag(language)));
        return html.toString();
    }

    private String show(Viewer... viewers) throws Exception {
        return show(TestRosters.of(ROOM, false, viewers), "en");
    }

    /** Self and this many others. */
    private static Viewer[] crowd(int others) {
        List<Viewer> all = new ArrayList<>(List.of(SELF));
        for (int i = 0; i < others; i++) {
            all.add(viewer("u" + i, "n" + (1000 + i)));
        }
        return all.toArray(Viewer[]::new);
    }

    private static List<String> all(String regex, String html) {
        return Pattern.compile(regex)
                .matcher(html)
                .results()
                .map(MatchResult::group)
                .map(found -> found.replaceAll(".*=\"|\"$", ""))
                .toList();
    }

    private static List<String> tips(String html) {
        return all("whosonline-avatar\" role=\"img\" title=\"[^\"]*\"", html);
    }

    @Test
    @DisplayName("S2 2.9: the first paint has names and all that a script needs to go on")
    void paintsTheRoom() throws Exception {
        Roster roster = TestRosters.of(ROOM, false, SELF, viewer("1", "Ana Lopez", State.IDLE, false, null, 2));
        assertEquals(
                "<span class=\"whosonline-viewers\" role=\"list\" lang=\"en\""
                        + " aria-label=\"1 other person is looking at this\" data-room=\"/docs/42\" data-me=\"me\""
                        + " data-base=\"/app/whosonline\" data-max=\"5\" data-hash=\"" + roster.hash() + "\""
                        + " data-roster='{\"of\":\"the stream\"}'>"
                        + "<span class=\"whosonline-viewer whosonline-idle whosonline-colour-1\" role=\"listitem\">"
                        + "<span class=\"whosonline-avatar\" role=\"img\" title=\"Ana Lopez — idle (2 tabs)\""
                        + " aria-label=\"Ana Lopez — idle (2 tabs)\">AL</span></span></span>",
                show(roster, "en"));
    }

    @ParameterizedTest
    @DisplayName("S2 2.8, SHOW-H02: faces and the number behind them are the list, without oneself")
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0||",
                "1|1||1 other person is looking at this",
                "5|5||5 other people are looking at this",
                "6|5|+1|6 other people are looking at this",
                "250|5|+245|250 other people are looking at this"
            })
    void drawsAFewAndCountsTheRest(int others, int faces, String more, String label) throws Exception {
        String html = show(crowd(others));
        assertEquals(faces, tips(html).size());
        assertEquals(more, all("\\+[0-9,]+", html).stream().findFirst().orElse(null));
        assertEquals(
                label,
                all("aria-label=\"[^\"]*looking[^\"]*\"", html).stream()
                        .findFirst()
                        .orElse(null));
        assertFalse(html.contains("Mia"), html);
        assertEquals(others == 0, html.startsWith("<span class=\"whosonline-viewers\" hidden"));
    }

    @Test
    @DisplayName("S4 4.12: of a big room those are drawn whom the script is told of, and the rest is counted")
    void drawsTheSampleOfABigRoom() throws Exception {
        List<Viewer> all = TestRosters.of(ROOM, false, crowd(250)).viewers();
        sample = List.of(all.get(3), SELF, all.get(90), all.get(200));
        String html = show(crowd(250));
        assertEquals(List.of(all.get(3).name(), all.get(90).name(), all.get(200).name()), tips(html));
        assertEquals(List.of("+247"), all("\\+[0-9,]+", html));
    }

    @ParameterizedTest
    @DisplayName("S2 2.10, SHOW-H02: the same with oneself, who is marked")
    @CsvSource(
            delimiter = '|',
            value = {
                "0|1||1 person is looking at this",
                "4|5||5 people are looking at this",
                "5|5|+1|6 people are looking at this",
                "250|5|+246|251 people are looking at this"
            })
    void drawsOneselfWhereAskedTo(int others, int faces, String more, String label) throws Exception {
        tag.setSelf(true);
        String html = show(crowd(others));
        assertEquals(faces, tips(html).size());
        assertEquals(more, all("\\+[0-9,]+", html).stream().findFirst().orElse(null));
        assertEquals(label, all("aria-label=\"[^\"]*looking[^\"]*\"", html).get(0));
        assertTrue(html.contains("Mia (you)\" aria-label"), html);
        assertEquals(1, all("whosonline-self", html).size());
        assertTrue(html.contains(" data-self=\"true\""), html);
    }

    @Test
    @DisplayName("SHOW-H03: the first paint is the same before one's own page has joined and after")
    void oneselfIsTreatedAlikeAtAllTimes() throws Exception {
        String before = show(viewer("1", "Ana"));
        String after = show(SELF, viewer("1", "Ana"));
        assertEquals(before.replaceAll("data-hash=\"\\w+\"", ""), after.replaceAll("data-hash=\"\\w+\"", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|active|false|1||Ana",
                "en|idle|false|1||Ana — idle",
                "en|away|false|1||Ana — away",
                "en|idle|false|2||Ana — idle (2 tabs)",
                "en|active|false|3||Ana (3 tabs)",
                "en|active|true|1||Ana — editing",
                "en|idle|true|2|at lunch|Ana — editing (2 tabs): at lunch",
                "en|active|false|1200|at lunch|Ana (1,200 tabs): at lunch",
                "ja|idle|false|2||Ana — 操作なし（タブ2個）",
                "ja|away|true|1|昼食|Ana — 編集中：昼食",
                "bn|away|false|2||Ana — দূরে আছেন (২টি ট্যাব)",
                "bn|active|true|1||Ana — সম্পাদনা করছেন"
            })
    void theTooltipTellsWhatSomebodyDoes(
            String language, String state, boolean editing, int tabs, String status, String tip) throws Exception {
        Viewer ana = viewer("1", "Ana", State.of(state), editing, status, tabs);
        String html = show(TestRosters.of(ROOM, false, ana), language);
        assertEquals(List.of(tip), tips(html));
        assertTrue(html.contains("aria-label=\"" + tip + "\">A</span>"), html);
        assertTrue(html.contains(" lang=\"" + language + "\""), html);
        assertEquals(editing, html.contains("whosonline-editing"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ja|1|ほか1人が閲覧中||",
                "ja|7|ほか7人が閲覧中|ほか2人|+2",
                "bn|1|আরও ১ জন এটি দেখছেন||",
                "bn|17|আরও ১৭ জন এটি দেখছেন|এবং আরও ১২ জন|+১২",
                "en|7|7 other people are looking at this|and 2 more|+2"
            })
    void countsInEachLanguage(String language, int others, String label, String rest, String number) throws Exception {
        String html = show(TestRosters.of(ROOM, false, crowd(others)), language);
        assertTrue(html.contains(" aria-label=\"" + label + "\" data-room"), html);
        assertEquals(rest != null, html.contains("whosonline-more"));
        assertTrue(
                rest == null
                        || html.contains("<span class=\"whosonline-more\" role=\"listitem\"><span role=\"img\" title=\""
                                + rest + "\" aria-label=\"" + rest + "\">" + number + "</span></span></span>"),
                html);
    }

    @ParameterizedTest
    @CsvSource({"en,'Mia (you, hidden from others)'", "ja,Mia（あなた、他の人には非表示）", "bn,'Mia (আপনি, অন্যদের কাছে লুকানো)'"})
    void whoHidesIsDrawnForThemselvesOnly(String language, String tip) throws Exception {
        tag.setSelf(true);
        Roster roster = TestRosters.of(ROOM, false, hidden(SELF), hidden(viewer("2", "Bo")));
        String html = show(roster, language);
        assertEquals(List.of(tip), tips(html));
        assertEquals(List.of(), look(roster).getOthers());
        assertTrue(look(roster).getSelf().isHidden());
    }

    @Test
    @DisplayName("PRIV-H01, PRIV-H02: names, states and rooms are escaped once and end no attribute")
    void everythingIsEscapedOnce() throws Exception {
        String evil = "Tom & <Jerry> \"x\" '{0} {1} $1 ${1+1} &amp; </script>";
        Roster roster = TestRosters.of("/a\"'<b>", false, SELF, viewer("1", evil, State.ACTIVE, false, evil, 2));
        String escaped = Html.text(evil);
        String html = show(roster, "en");
        assertEquals(List.of(escaped + " (2 tabs): " + escaped), tips(html));
        assertTrue(html.contains(" data-room=\"/a&#34;&#39;&lt;b&gt;\""), html);
        assertEquals(evil, look(roster).getOthers().get(0).getName());
    }

    @Test
    @DisplayName("SHOW-H01, SHOW-H07: odd names have a face, and the whole name in its tooltip")
    void oddNamesAreShownWhole() throws Exception {
        String html = show(viewer("1", "\ud83d\ude04 Ada"), viewer("2", "-"), viewer("3", "\ud83d"));
        assertTrue(html.contains("aria-label=\"\ud83d\ude04 Ada\">\ud83d\ude04A<"), html);
        assertTrue(html.contains("aria-label=\"-\">-<"), html);
        assertTrue(html.contains("aria-label=\"\ufffd\">?<"), html);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0645\u062d\u0645\u062f", "\u05d0\u05d1", "x\u202etxt"})
    void aNameFromRightToLeftTurnsNothingAround(String name) throws Exception {
        assertEquals(
                List.of("\u2068" + name + "\u2069 — idle"), tips(show(viewer("1", name, State.IDLE, false, null, 1))));
    }

    @Test
    void aNameDoesNotGetOutOfItsIsolation() throws Exception {
        assertEquals(
                List.of("\u2068Ana\u202e\u2069 — idle"),
                tips(show(viewer("1", "Ana\u2069\u202e\u2066", State.IDLE, false, null, 1))));
    }

    @Test
    void aPictureStandsForItsUser() throws Exception {
        String html = show(withAvatar(viewer("1", "Ana"), "https://img.example/a?b=1&c=\"2"));
        assertTrue(
                html.contains("<img class=\"whosonline-avatar\" width=\"32\" height=\"32\""
                        + " src=\"https://img.example/a?b=1&amp;c=&#34;2\" title=\"Ana\" alt=\"Ana\">"),
                html);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "java\nscript:x", ""})
    void whatIsNoAddressOfAPictureIsNone(String avatar) throws Exception {
        String html = show(withAvatar(viewer("1", "Ana"), avatar));
        assertFalse(html.contains("<img"), html);
        assertEquals(List.of("Ana"), tips(html));
    }

    @ParameterizedTest
    @CsvSource({
        "en,Last known: 1 other person is looking at this",
        "ja,最終確認時点：ほか1人が閲覧中",
        "bn,সর্বশেষ জানা তথ্য: আরও ১ জন এটি দেখছেন"
    })
    void anOldRosterSaysSo(String language, String label) throws Exception {
        String html = show(TestRosters.of(ROOM, true, viewer("1", "Ana")), language);
        assertTrue(html.contains(" aria-label=\"" + label + "\""), html);
    }

    @Test
    void anUnknownRosterIsNotSeenAndHasNoHash() throws Exception {
        assertEquals(
                "<span class=\"whosonline-viewers\" hidden data-room=\"/docs/42\" data-me=\"me\""
                        + " data-base=\"/app/whosonline\" data-max=\"5\" data-roster='{\"of\":\"the stream\"}'></span>",
                show(Roster.unknown(ROOM), "en"));
        assertFalse(look(Roster.unknown(ROOM)).isKnown());
        assertTrue(look(Roster.unknown(ROOM)).isStale());
        assertNull(look(Roster.unknown(ROOM)).getAsOf());
    }

    @Test
    void aLimitThatIsNoNumberFailsNoPage() throws Exception {
        for (String odd : new String[] {null, "", "0", "-1", "x", "99999999999"}) {
            tag.setMax(odd);
        }
        assertEquals(5, tips(show(crowd(7))).size());
        tag.setMax(" 7 ");
        assertEquals(7, tips(show(crowd(7))).size());
    }

    @Test
    @DisplayName(
            "PRIV-H09: nothing at all for whoever may not see the room, and where WhosOnline does not run or fails")
    void nothingIsWrittenWhereNothingMayBeSeen() throws Exception {
        StringWriter html = new StringWriter();
        Texts texts = Texts.of(Locale.ENGLISH);
        List<RoomSource> sources = new ArrayList<>();
        sources.add(null);
        sources.add((request, room, hold) -> Optional.empty());
        sources.add((request, room, hold) -> {
            throw new IllegalStateException("a hook is not clear");
        });
        for (RoomSource source : sources) {
            view.contextAttributes.put(RoomSource.ATTRIBUTE, source);
            RoomViewers viewers = RoomViewers.of(view.context, view.request, ROOM, true);
            tag.write(html, viewers, texts);
            assertFalse(viewers.isVisible() || viewers.isKnown());
            assertEquals(List.of(), viewers.getAll());
            assertNull(viewers.getSelf());
        }
        assertEquals("", html.toString());
    }

    @Test
    @DisplayName("S2 2.10: expressions tell who else is editing")
    void expressionsTellWhoElseIsEditing() throws Exception {
        Viewer self = viewer("me", "Mia", State.ACTIVE, true, null, 1);
        RoomViewers viewers = look(
                TestRosters.of(ROOM, false, self, viewer("1", "Ana", State.ACTIVE, true, null, 1), viewer("2", "Bo")));
        assertEquals(
                List.of("Ana"),
                viewers.getEditors().stream().map(RoomViewer::getName).toList());
        assertTrue(viewers.getSelf().isEditing());
        assertEquals(3, viewers.getAll().size());
        assertEquals(TestRosters.NOON.minusSeconds(60), viewers.getSelf().getJoinedAt());
    }
}
