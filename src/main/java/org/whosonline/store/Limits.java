package org.whosonline.store;

import java.time.Duration;

/** What a {@link Store} takes; whatever lies outside is a programming error and refused before anything is sent. */
public final class Limits {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final long ALMOST_A_SECOND = 999_999_999;

    private Limits() {}

    /**
     * Turns an expiry into Memcached's whole seconds, rounded up; 0 is {@link Store#FOREVER}. The only place that does.
     *
     * <p>Memcached's own clock ticks once a second, so an entry may go up to one second before its time.
     *
     * @throws IllegalArgumentException if it is neither FOREVER nor from one second to {@link Store#MAX_EXPIRY}
     */
    public static int seconds(Duration expiry) {
        if (expiry.isZero()) {
            return 0;
        }
        if (expiry.compareTo(SHORTEST) < 0 || expiry.compareTo(Store.MAX_EXPIRY) > 0) {
            throw new IllegalArgumentException(
                    "An expiry must be zero (none) or from 1 second to 30 days, this one is " + expiry);
        }
        return Math.toIntExact(expiry.plusNanos(ALMOST_A_SECOND).toSeconds());
    }

    /**
     * Answers {@code value} itself.
     *
     * @throws IllegalArgumentException if it has more than {@link Store#MAX_VALUE} bytes
     */
    public static byte[] value(byte[] value) {
        if (value.length > Store.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "A value must have at most " + Store.MAX_VALUE + " bytes, this one has " + value.length);
        }
        return value;
    }

    /**
     * Answers {@code by} itself.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public static long increment(long by) {
        if (by < 0) {
            throw new IllegalArgumentException("An increment must not be negative, this one is " + by);
        }
        return by;
    }
}
