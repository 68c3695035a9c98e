package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageLocaleTest {

    private static final String SETTING = "jakarta.servlet.jsp.jstl.fmt.locale";

    private final Locale before = Locale.getDefault();
    private final View view = new View();

    @BeforeEach
    void letTheServerBeJapanese() {
        Locale.setDefault(Locale.JAPAN);
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    private String language(Object ofPage) {
        return Texts.of(PageLocale.of(view.context, view.request, ofPage)).language();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ja|ja",
                "ja-JP,en;q=0.5|ja",
                "bn-BD|bn",
                "en-GB,ja;q=0.9|en",
                "fr,bn;q=0.4,ja;q=0.3|bn",
                "ja;q=0.1,bn;q=0.9|bn",
                "BN|bn",
                "no-such-languagetag-toolongsubtagxxx,ja|ja",
                "ja_JP,bn;q=0.2|bn",
                "en;q=2,ja;q=0.5|ja"
            })
    void followsTheBrowser(String header, String language) {
        view.acceptLanguage = header;
        assertEquals(language, language(null));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "*", "fr", "fr;q=x", ",,", "\ud83d\ude00", "ja;q=0"})
    void isEnglishWithoutAWishThatCanBeMet(String header) {
        view.acceptLanguage = header;
        assertEquals("en", language(null));
    }

    @Test
    void whatTheApplicationSetsComesFirst() {
        view.acceptLanguage = "en";
        view.contextParameter = "bn";
        assertEquals("bn", language(null));
        view.contextAttributes.put(SETTING + ".application", Locale.JAPAN);
        assertEquals("ja", language(null));
        view.requestAttributes.put(SETTING + ".request", Locale.forLanguageTag("bn-IN"));
        assertEquals("bn", language(null));
        assertEquals("ja", language("ja_JP"));
        assertEquals("en", language("fr"), "a French page, whatever the browser prefers");
    }
}
