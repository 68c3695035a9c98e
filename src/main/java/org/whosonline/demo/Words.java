package org.whosonline.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as the pages say them. None of it needs escaping. */
final class Words {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Words() {}

    static String number(int n) {
        return String.format(Locale.ENGLISH, "%,d", n);
    }

    /**
     * What is the matter while the store is away.
     *
     * @param known whether there are numbers of before
     * @param asOf when the store was last read; null if never
     */
    static String outage(boolean known, Instant asOf, Duration window) {
        if (known) {
            return "The store cannot be read at the moment: number and list are of before.";
        }
        String since = asOf == null ? " yet." : " for " + length(window) + " or longer.";
        return "The store that knows who is online has not answered" + since;
    }

    /** The whole length in one unit: "5 minutes", "1 hour", "90 seconds". */
    static String length(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds % 3600 == 0) {
            return units(seconds / 3600, "hour");
        }
        return seconds % 60 == 0 ? units(seconds / 60, "minute") : units(seconds, "second");
    }

    private static String units(long n, String unit) {
        return n + " " + unit + (n == 1 ? "" : "s");
    }

    /** About how long ago: "12 s ago", "2 min ago"; "just now" for nothing and for what lies ahead. */
    static String ago(Duration age) {
        long seconds = age.toSeconds();
        if (seconds <= 0) {
            return "just now";
        }
        if (seconds < 60) {
            return seconds + " s ago";
        }
        return seconds < 3600 ? seconds / 60 + " min ago" : seconds / 3600 + " h ago";
    }

    /** To the second, below an hour: "12 s", "1 min 48 s". */
    static String span(Duration span) {
        long seconds = span.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return pair(seconds / 60, "min", seconds % 60, "s");
        }
        return pair(seconds / 3600, "h", seconds / 60 % 60, "min");
    }

    private static String pair(long n, String unit, long rest, String restUnit) {
        return n + " " + unit + (rest == 0 ? "" : " " + rest + " " + restUnit);
    }

    /** "12:00:00 UTC". */
    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
