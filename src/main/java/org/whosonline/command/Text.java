package org.whosonline.command;

import java.time.Duration;
import java.util.Locale;

/** Texts as they may be shown: on one line, and without power over the terminal. */
final class Text {

    private Text() {}

    /**
     * What was given by strangers, such as an id. Controls, line separators, marks that turn the direction of writing and
     * halves of surrogate pairs become {@code \}{@code u000A} and the like, a backslash becomes two.
     */
    static String safe(String text) {
        return escape(text, true);
    }

    /** As {@link #safe}, with backslashes as they are: what was JSON stays JSON. */
    static String printable(String text) {
        return escape(text, false);
    }

    private static String escape(String text, boolean backslashes) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point == '\\' && backslashes) {
                safe.append("\\\\");
            } else if (isUnsafe(point)) {
                safe.append(String.format(Locale.ROOT, "\\u%04X", point));
            } else {
                safe.appendCodePoint(point);
            }
        });
        return safe.toString();
    }

    private static boolean isUnsafe(int point) {
        return Character.isISOControl(point)
                || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                || point >= 0x2028 && point <= 0x202E
                || point >= 0x2066 && point <= 0x2069
                || point == 0x200E
                || point == 0x200F
                || point == 0x061C;
    }

    /** {@code 1 user}, {@code 2 users}. */
    static String number(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code last seen 312 s ago}. */
    static String lastSeen(Duration ago) {
        return "last seen " + ago.toSeconds() + " s ago";
    }

    /** With one decimal, whatever the locale. */
    static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
