package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, plural forms and times in each language. */
class TextsTest {

    private static Texts in(String language) {
        return Texts.of(Locale.forLanguageTag(language));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|0|0 users online",
                "en|1|1 user online",
                "en|2|2 users online",
                "en|21|21 users online",
                "en|1001|1,001 users online",
                "ja|0|0人のユーザーがオンライン",
                "ja|1|1人のユーザーがオンライン",
                "ja|57|57人のユーザーがオンライン",
                "bn|0|০ জন ব্যবহারকারী অনলাইনে আছেন",
                "bn|1|১ জন ব্যবহারকারী অনলাইনে আছেন",
                "bn|57|৫৭ জন ব্যবহারকারী অনলাইনে আছেন"
            })
    void countsUsers(String language, int n, String text) {
        Texts texts = in(language);
        assertEquals(text, texts.count("count", n, texts.number(n)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|7|7",
                "en|999|999",
                "en|1000|1,000",
                "en|1234567|1,234,567",
                "ja|1234567|1,234,567",
                "bn|999|৯৯৯",
                "bn|1000|১,০০০",
                "bn|99999|৯৯,৯৯৯",
                "bn|1234567890|১,২৩,৪৫,৬৭,৮৯০"
            })
    void writesNumbersAsTheLanguageDoes(String language, long n, String text) {
        assertEquals(text, in(language).number(n));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|300|active in the last 5 minutes",
                "en|60|active in the last minute",
                "en|90|active in the last 90 seconds",
                "en|1|active in the last second",
                "en|3600|active in the last hour",
                "en|86400|active in the last 24 hours",
                "ja|300|過去5分間に活動",
                "ja|60|過去1分間に活動",
                "ja|90|過去90秒間に活動",
                "ja|86400|過去24時間に活動",
                "bn|300|গত ৫ মিনিটে সক্রিয়",
                "bn|60|গত ১ মিনিটে সক্রিয়",
                "bn|90|গত ৯০ সেকেন্ডে সক্রিয়",
                "bn|86400|গত ২৪ ঘণ্টায় সক্রিয়"
            })
    void namesTheWindow(String language, long seconds, String text) {
        assertEquals(text, in(language).window(Duration.ofSeconds(seconds)));
    }

    @Test
    void otherLanguagesReadEnglish() {
        assertEquals("en", in("fr-CA").language());
        assertEquals("en", in("").language());
        assertEquals("ja", in("ja-JP").language());
        assertEquals("bn", in("bn-IN").language());
    }

    /** A language may do without the forms that it has no number for, and has nothing that no other has. */
    @ParameterizedTest
    @ValueSource(strings = {"ja", "bn"})
    void noTextIsMissing(String language) throws Exception {
        Set<String> english = new TreeSet<>(file("en").stringPropertyNames());
        Properties other = file(language);
        if (other.getProperty("one").isEmpty()) {
            english.removeIf(key -> key.endsWith(".one"));
        }
        assertEquals(english, new TreeSet<>(other.stringPropertyNames()));
        for (String key : english) {
            if (!key.equals("one")) {
                String text = other.getProperty(key);
                assertFalse(text.isBlank(), key);
                // "in the last minute" needs no number in English.
                assertTrue(
                        placeholders(text).containsAll(placeholders(file("en").getProperty(key))), key);
            }
        }
    }

    private static Properties file(String language) throws Exception {
        Properties texts = new Properties();
        try (var reader = new InputStreamReader(
                Texts.class.getResourceAsStream("texts_" + language + ".properties"), StandardCharsets.UTF_8)) {
            texts.load(reader);
        }
        return texts;
    }

    private static Set<String> placeholders(String text) {
        return Set.of("{0}", "{1}").stream().filter(text::contains).collect(Collectors.toSet());
    }
}
