package org.whosonline.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 250ms}, {@code 90s}, {@code 5m}, {@code 2h}, or ISO-8601 as in {@code PT5M}. */
final class Durations {

    /** Nine digits are enough for 31 years in seconds, and no unit can overflow. */
    private static final Pattern SHORT = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    private Durations() {}

    /** @throws IllegalArgumentException if {@code text} is no time */
    static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (!matcher.matches()) {
            return parseIso(text);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private static Duration parseIso(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The shortest spelling that {@link #parse} reads back, for times of whole milliseconds below 31 years. */
    static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }
}
