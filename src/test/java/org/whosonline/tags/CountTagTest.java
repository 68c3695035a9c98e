package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.user;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
