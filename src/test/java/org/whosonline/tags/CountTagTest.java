package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.hidden;
import static org.whosonline.TestSnapshots.user;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;

class CountTagTest {

    private static final Snapshot TWO = TestSnapshots.of(user("1", "Ana", 0), user("2", "Bo", 9));
    private static final Snapshot OLD = TestSnapshots.stale(user("1", "Ana", 0));
    private static final Snapshot UNKNOWN = TestSnapshots.unknown(null);

    private final View view = new View();

    private String show(Snapshot snapshot, String format, String language) {
        CountTag tag = new CountTag();
        if (format != null) {
            tag.setFormat(format);
        }
        return tag.html(view.onlineToStrangers(snapshot), Texts.of(Locale.forLanguageTag(language)));
    }

    @Test
    void saysHowManyAreOnlineToEverybody() {
        assertEquals("2 users online, active in the last 5 minutes", show(TWO, null, "en"));
        assertEquals("2人のユーザーがオンライン（過去5分間に活動）", show(TWO, null, "ja"));
        assertEquals("২ জন ব্যবহারকারী অনলাইনে আছেন (গত ৫ মিনিটে সক্রিয়)", show(TWO, null, "bn"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sentence|2 users online, active in the last 5 minutes",
                "short|2 users online",
                "number|2",
                "window|active in the last 5 minutes"
            })
    void saysAsMuchAsIsWanted(String format, String text) {
        assertEquals(text, show(TWO, format, "en"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "short|en|3 users online: 2 members, 1 hidden",
                "sentence|en|3 users online, active in the last 5 minutes: 2 members, 1 hidden",
                "number|en|3",
                "window|en|active in the last 5 minutes",
                "short|ja|3人のユーザーがオンライン：メンバー2人、非表示1人",
                "sentence|ja|3人のユーザーがオンライン（過去5分間に活動）：メンバー2人、非表示1人",
                "short|bn|৩ জন ব্যবহারকারী অনলাইনে আছেন: ২ জন সদস্য, ১ জন লুকানো",
                "sentence|bn|৩ জন ব্যবহারকারী অনলাইনে আছেন (গত ৫ মিনিটে সক্রিয়): ২ জন সদস্য, ১ জন লুকানো"
            })
    @DisplayName("PRIV-H05: where somebody hides, the number says how many, so that it agrees with the list")
    void saysHowManyHide(String format, String language, String text) {
        assertEquals(
                text,
                show(TestSnapshots.of(user("1", "a", 0), user("2", "b", 0), hidden("3", "c", 0)), format, language));
    }

    @ParameterizedTest
    @CsvSource({"0,1,'1 user online: 0 members, 1 hidden'", "1,1,'2 users online: 1 member, 1 hidden'"})
    void formsArePlural(int members, int hidden, String text) {
        List<OnlineUser> users = new ArrayList<>();
        for (int i = 0; i < members + hidden; i++) {
            users.add(i < members ? user("u" + i, "u", 0) : hidden("u" + i, "u", 0));
        }
        assertEquals(text, show(TestSnapshots.of(users, false), "short", "en"));
        assertEquals("Last known: " + text, show(TestSnapshots.of(users, true), "short", "en"));
    }

    @Test
    void theNumberCanBeMarked() {
        CountTag tag = new CountTag();
        tag.setStrong(true);
        assertEquals(
                "<strong>2</strong> users online, active in the last 5 minutes",
                tag.html(view.online(TWO), Texts.of(Locale.ENGLISH)));
    }

    @Test
    void oldNumbersAreMarked() {
        assertEquals("Last known: 1 user online, active in the last 5 minutes", show(OLD, "sentence", "en"));
        assertEquals("Last known: 1 user online", show(OLD, "short", "en"));
        assertEquals("1", show(OLD, "number", "en"));
        assertEquals("最終確認時点：1人のユーザーがオンライン", show(OLD, "short", "ja"));
        assertEquals("সর্বশেষ জানা তথ্য: ১ জন ব্যবহারকারী অনলাইনে আছেন", show(OLD, "short", "bn"));
    }

    /** Also where WhosOnline does not run at all. */
    @Test
    void unknownIsNotZero() {
        for (Snapshot nothing : new Snapshot[] {UNKNOWN, null}) {
            assertEquals("Number of users online unknown", show(nothing, "sentence", "en"));
            assertEquals("Number of users online unknown", show(nothing, "short", "en"));
            assertEquals("unknown", show(nothing, "number", "en"));
            assertEquals("", show(nothing, "window", "en"));
            assertEquals("オンラインのユーザー数は不明", show(nothing, "sentence", "ja"));
            assertEquals("不明", show(nothing, "number", "ja"));
            assertEquals("কতজন ব্যবহারকারী অনলাইনে আছেন তা জানা নেই", show(nothing, "sentence", "bn"));
            assertEquals("অজানা", show(nothing, "number", "bn"));
        }
    }

    @Test
    void setsNoHeader_SESS_H08() {
        show(TWO, "sentence", "en");
        assertTrue(view.headers.isEmpty(), view.headers::toString);
    }

    @Test
    void anUnknownFormatIsNamed() {
        assertEquals(
                "The tag count has no format=\"Number\", but sentence, short, number, window.",
                assertThrows(IllegalArgumentException.class, () -> new CountTag().setFormat("Number"))
                        .getMessage());
    }
}
