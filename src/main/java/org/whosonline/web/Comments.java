package org.whosonline.web;

import java.time.Duration;

/**
 * When the comments of a stream are due.
 *
 * <p>The first write to a connection that the other side has closed succeeds, and only makes it say so; the next one fails,
 * on Tomcat as on Jetty. So comments go out in twos, the second a moment after the first, which finds out within 3.5 s at
 * half the packets that any even pace would need; single ones every 3 s would take up to 6 s.
 */
final class Comments {

    /** Longer than a packet takes to the reader and back. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    /** From one first comment to the next. */
    static final Duration PACE = Duration.ofSeconds(3);

    /** The same for those who are away: their lease is not shortened when they close. */
    private static final Duration AWAY_PACE = Duration.ofSeconds(10);

    private long nextNanos;
    private boolean second;

    /** @param firstNanos when the first one is due */
    Comments(long firstNanos) {
        nextNanos = firstNanos;
    }

    /** Whether one is due at {@code now}; then the next one will be later. */
    boolean isDue(long now, boolean away) {
        if (now - nextNanos < 0) {
            return false;
        }
        Duration pace = away ? AWAY_PACE : PACE;
        nextNanos = now + (second ? pace.minus(MOMENT) : MOMENT).toNanos();
        second = !second;
        return true;
    }
}
