package org.whosonline.tags;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the tags say in one language, from {@code texts_LANGUAGE.properties}, which also holds the language's digits and
 * plural forms: another language is another file and its name here. Neither the JVM's locale nor its locale data play a
 * part. All texts are ready for HTML. Immutable.
 */
final class Texts {

    /** The language of whoever prefers none of the others. */
    static final Locale FALLBACK = Locale.ENGLISH;

    static final List<Locale> LANGUAGES = List.of(FALLBACK, Locale.JAPANESE, Locale.forLanguageTag("bn"));

    /** Digits in the first group, from the right. */
    private static final int FIRST_GROUP = 3;

    private static final Map<String, Texts> ALL = LANGUAGES.stream()
            .map(Locale::getLanguage)
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Texts::new));

    private static final Pattern PLACE = Pattern.compile("\\{([0-9])}");

    private final String language;
    private final ResourceBundle bundle;
    private final String digits;
    private final int group;
    private final Set<String> one;

    private Texts(String language) {
        this.language = language;
        this.bundle = load("texts_" + language + ".properties");
        this.digits = bundle.getString("digits");
        this.group = Integer.parseInt(bundle.getString("group"));
        this.one = Set.of(bundle.getString("one").split(" "));
    }

    /** Not through {@code ResourceBundle.getBundle}, which keeps what it finds beyond the application's end. */
    private static ResourceBundle load(String name) {
        try (InputStream file = Texts.class.getResourceAsStream(name)) {
            return new PropertyResourceBundle(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of the language of {@code locale}, or else in English. */
    static Texts of(Locale locale) {
        Texts found = ALL.get(locale.getLanguage());
        return found == null ? ALL.get(FALLBACK.getLanguage()) : found;
    }

    /** For the attribute {@code lang}. */
    String language() {
        return language;
    }

    /** The text of {@code key} with {@code values} for {0}, {1} and so on, which have to be ready for HTML. */
    String say(String key, String... values) {
        // In one go: what stands in a value is none of the text's own places.
        return PLACE.matcher(Html.text(bundle.getString(key)))
                .replaceAll(place -> Matcher.quoteReplacement(values[Integer.parseInt(place.group(1))]));
    }

    /** The text of {@code key} in the form for {@code n}, which stands in it as {@code number}. */
    String count(String key, long n, String number) {
        return say(key + (one.contains(Long.toString(n)) ? ".one" : ".other"), number);
    }

    /** "active in the last 5 minutes": the whole length in one unit. */
    String window(Duration window) {
        long seconds = window.toSeconds();
        if (seconds % 3600 == 0) {
            return count("window.hour", seconds / 3600, number(seconds / 3600));
        }
        return seconds % 60 == 0
                ? count("window.minute", seconds / 60, number(seconds / 60))
                : count("window.second", seconds, number(seconds));
    }

    /** In the digits of the language, grouped as it groups them. */
    String number(long n) {
        String plain = Long.toString(n);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < plain.length(); i++) {
            int left = plain.length() - i;
            if (i > 0 && left >= FIRST_GROUP && (left - FIRST_GROUP) % group == 0) {
                text.append(',');
            }
            text.append(digits.charAt(plain.charAt(i) - '0'));
        }
        return text.toString();
    }
}
