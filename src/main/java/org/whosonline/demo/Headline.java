package org.whosonline.demo;

import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.whosonline.Snapshot;

/**
 * The number of users in words, the same on every page. Needs no escaping.
 *
 * @param number "3"; null while nobody knows
 * @param rest what follows the number, or stands alone: "users online"
 * @param detail "active in the last 5 minutes"; null if there is nothing to say
 * @param asOf "12:00:00 UTC"; null if nothing was ever read
 * @param asOfIso the same as ISO-8601
 * @param warning why the number may be wrong or is missing; null if all is well
 */
public record Headline(String number, String rest, String detail, String asOf, String asOfIso, String warning) {

    private static final String UNKNOWN = "Number of users unknown";

    static Headline of(Snapshot snapshot) {
        String asOf = snapshot.asOf() == null ? null : Words.time(snapshot.asOf());
        String asOfIso = snapshot.asOf() == null
                ? null
                : snapshot.asOf().truncatedTo(ChronoUnit.SECONDS).toString();
        Duration window = snapshot.window();
        if (snapshot.count().isEmpty()) {
            String since = asOf == null ? " yet." : " for " + Words.length(window) + " or longer.";
            return new Headline(
                    null, UNKNOWN, null, asOf, asOfIso, "The store that knows who is online has not answered" + since);
        }
        int count = snapshot.count().getAsInt();
        return new Headline(
                Words.number(count),
                Words.usersOnline(count),
                Words.activeIn(window),
                asOf,
                asOfIso,
                snapshot.stale() ? "These are the last known numbers: the store cannot be read at the moment." : null);
    }

    /** For pages that must not fail, whatever state the application is in. */
    public static Headline ask(ServletContext context) {
        return Site.ask(context).map(Headline::of).orElseGet(() -> new Headline(null, UNKNOWN, null, null, null, null));
    }

    /** "3 users online". */
    public String title() {
        return number == null ? rest : number + " " + rest;
    }

    /** "3 users online, active in the last 5 minutes". */
    public String sentence() {
        return detail == null ? title() : title() + ", " + detail;
    }
}
