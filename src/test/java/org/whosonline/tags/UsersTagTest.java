package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.hidden;
import static org.whosonline.TestSnapshots.user;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;

class UsersTagTest {

    private static final Snapshot THREE = TestSnapshots.of(user("3", "cy", 5), user("1", "Ana", 9), user("2", "Bo", 5));
    private static final String NAMES = "<ul class=\"whosonline-users\"><li><bdi>Ana</bdi></li><li><bdi>Bo</bdi></li>"
            + "<li><bdi>cy</bdi></li></ul>";

    private final View view = new View();
    private final UsersTag tag = new UsersTag();

    private String show(Online online, String language) throws Exception {
        StringWriter text = new StringWriter();
        Texts texts = Texts.of(Locale.forLanguageTag(language));
        tag.write(text, online, texts, (out, user) -> UsersTag.bareName(out, user, texts));
        return text.toString();
    }

    private static Snapshot many(int n) {
        List<OnlineUser> users = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            users.add(user("u" + i, "n" + (1000 + i), i));
        }
        return TestSnapshots.of(users, false);
    }

    @Test
    void listsNames() throws Exception {
        assertEquals(NAMES, show(view.online(THREE), "en"));
        assertEquals(Map.of("Cache-Control", "private, no-store"), view.headers);
    }

    @Test
    void listsWhoWasSeenLast() throws Exception {
        tag.setOrder("recent");
        assertEquals(
                "<ul class=\"whosonline-users\"><li><bdi>Bo</bdi></li><li><bdi>cy</bdi></li><li><bdi>Ana</bdi></li></ul>",
                show(view.online(THREE), "en"));
        tag.setLimit("2");
        assertEquals(
                "<ul class=\"whosonline-users\"><li><bdi>Bo</bdi></li><li><bdi>cy</bdi></li></ul>"
                        + "<p class=\"whosonline-more\" lang=\"en\">and 1 more</p>",
                show(view.online(THREE), "en"));
    }

    /** SHOW-H02. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "20|en|20|",
                "57|en|20|and 37 more",
                "57|ja|20|ほか37人",
                "57|bn|20|এবং আরও ৩৭ জন",
                "1250|bn|20|এবং আরও ১,২৩০ জন"
            })
    void saysHowManyMoreThereAre(int users, String language, int listed, String more) throws Exception {
        String text = show(view.online(many(users)), language);
        assertEquals(listed, text.split("<li>", -1).length - 1);
        assertEquals(
                more == null ? "" : "<p class=\"whosonline-more\" lang=\"" + language + "\">" + more + "</p>",
                text.substring(text.indexOf("</ul>") + 5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"en|Nobody is online.", "ja|オンラインのユーザーはいません。", "bn|কেউ অনলাইনে নেই।"})
    void saysThatNobodyIsOnline(String language, String text) throws Exception {
        assertEquals(note(language, text), show(view.online(TestSnapshots.of()), language));
    }

    /** Also where WhosOnline does not run at all. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|Nobody can say at the moment who is online.",
                "ja|現在、誰がオンラインか確認できません。",
                "bn|কারা অনলাইনে আছেন তা এই মুহূর্তে জানা যাচ্ছে না।"
            })
    void saysThatNobodyKnows(String language, String text) throws Exception {
        assertEquals(note(language, text), show(view.online(TestSnapshots.unknown(null)), language));
        assertEquals(note(language, text), show(view.online(null), language));
        assertEquals(Map.of(), view.headers);
    }

    /** PRIV-H09, SESS-H08. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|Log in to see who is online.",
                "ja|オンラインのユーザーを見るには、ログインしてください。",
                "bn|কারা অনলাইনে আছেন তা দেখতে লগ ইন করুন।"
            })
    void namesAreNotForEverybody(String language, String text) throws Exception {
        assertEquals(note(language, text), show(view.onlineToStrangers(THREE), language));
        assertEquals(Map.of(), view.headers);
    }

    @ParameterizedTest
    @CsvSource({"en,hidden", "ja,非表示", "bn,লুকানো"})
    @DisplayName("PRIV-H10: who hides sees themselves, marked, and others see nothing")
    void whoHidesSeesThemselves(String language, String mark) throws Exception {
        Snapshot snapshot = TestSnapshots.of(user("1", "Ana", 5), hidden("2", "Bo", 0), hidden("3", "Cy", 0));
        String own = "<ul class=\"whosonline-users\"><li><bdi>Ana</bdi></li><li><bdi>Bo</bdi> <span"
                + " class=\"whosonline-hidden\" lang=\"" + language + "\">" + mark + "</span></li></ul>";
        assertEquals(own, show(view.onlineTo("2", snapshot), language));
        String others = "<ul class=\"whosonline-users\"><li><bdi>Ana</bdi></li></ul>";
        assertEquals(others, show(view.onlineTo("1", snapshot), language));
        assertEquals(others, show(view.online(snapshot), language));
        tag.setOrder("recent");
        tag.setLimit("1");
        assertTrue(show(view.onlineTo("2", snapshot), "en").contains("and 1 more"));
        assertEquals(others, show(view.onlineTo("1", snapshot), language));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|Everybody who is online hides.",
                "ja|オンラインのユーザーは全員非表示です。",
                "bn|যাঁরা অনলাইনে আছেন, তাঁরা সবাই লুকানো।"
            })
    @DisplayName("PRIV-H05: an empty list does not deny that somebody is online")
    void whereAllHideNobodyIsSaidToBeAway(String language, String text) throws Exception {
        assertEquals(note(language, text), show(view.online(TestSnapshots.of(hidden("2", "Bo", 0))), language));
    }

    private static String note(String language, String text) {
        return "<p class=\"whosonline-note\" lang=\"" + language + "\">" + text + "</p>";
    }

    /** PRIV-H01, PRIV-H02. */
    @Test
    void namesAreEscapedOnce() throws Exception {
        tag.setStyleClass("a\"b");
        assertEquals(
                "<ul class=\"a&#34;b\"><li><bdi>Tom &amp; &lt;Jerry&gt; &#34;x&#34; {0} ${1+1} &amp;amp;</bdi></li></ul>",
                show(view.online(TestSnapshots.of(user("1", "Tom & <Jerry> \"x\" {0} ${1+1} &amp;", 0))), "en"));
    }

    @Test
    void thePagesOwnCacheControlStays() throws Exception {
        view.headers.put("Cache-Control", "no-cache");
        show(view.online(THREE), "en");
        assertEquals(Map.of("Cache-Control", "no-cache"), view.headers);
    }

    @Test
    void aPageThatIsOnItsWayIsShownAsItIs() throws Exception {
        view.committed = true;
        assertEquals(NAMES, show(view.online(THREE), "en"));
    }

    @Test
    void aLimitThatIsNoNumberFailsNoPage() throws Exception {
        for (String odd : new String[] {"", "0", "-1", "x", "99999999999"}) {
            tag.setLimit(odd);
        }
        assertEquals(NAMES, show(view.online(THREE), "en"));
    }

    @Test
    void wrongAttributesAreNamed() {
        assertEquals(
                "The tag users has no order=\"id\", but name and recent.",
                assertThrows(IllegalArgumentException.class, () -> tag.setOrder("id"))
                        .getMessage());
    }
}
