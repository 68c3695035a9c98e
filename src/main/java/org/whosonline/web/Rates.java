package org.whosonline.web;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps each sender to so many requests a second in the long run, and three times as many at once. Remembers the senders
 * of late only: one of those beyond begins anew, which lets pass too much rather than too little. Thread-safe.
 */
final class Rates {

    /** How many times a second's worth may come at once. */
    private static final int BURST = 3;

    private final long costNanos;
    private final long depthNanos;
    private final LongSupplier nanos;
    private final RecentMap<String, Bucket> buckets;

    /**
     * @param perSecond at least 1
     * @param nanos a clock as {@link System#nanoTime} is one
     * @param capacity how many senders are remembered
     */
    Rates(int perSecond, LongSupplier nanos, int capacity) {
        this.costNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.depthNanos = BURST * perSecond * costNanos;
        this.nanos = nanos;
        this.buckets = new RecentMap<>(capacity);
    }

    /** How much of what may come at once has been used up, in nanoseconds' worth; it drains as time passes. */
    private static final class Bucket {
        private long usedNanos;
        private long lookedNanos;

        private Bucket(long now) {
            lookedNanos = now;
        }
    }

    /** Counts one request of {@code sender}: 0 if it may pass, else after how many seconds to try again, at least 1. */
    int take(String sender) {
        long now = nanos.getAsLong();
        Bucket bucket = bucket(sender, now);
        synchronized (bucket) {
            // Two threads may have read the clock in the other order than they come here.
            long passed = Math.max(0, now - bucket.lookedNanos);
            bucket.lookedNanos += passed;
            bucket.usedNanos = Math.max(0, bucket.usedNanos - passed);
            if (bucket.usedNanos + costNanos <= depthNanos) {
                bucket.usedNanos += costNanos;
                return 0;
            }
            long wait = bucket.usedNanos + costNanos - depthNanos;
            return (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(wait + TimeUnit.SECONDS.toNanos(1) - 1));
        }
    }

    private Bucket bucket(String sender, long now) {
        Bucket known = buckets.get(sender);
        if (known == null) {
            known = new Bucket(now);
            // Of two at once one may be forgotten, and with it what it has counted: one request.
            buckets.put(sender, known);
        }
        return known;
    }
}
