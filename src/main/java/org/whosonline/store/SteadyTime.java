package org.whosonline.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The time of day when this was made, carried on by the monotonic clock, as Memcached tells it too.
 *
 * <p>Somebody who sets the machine's clock neither keeps those who have left nor throws out those who are there.
 * Thread-safe.
 */
public final class SteadyTime implements InstantSource {

    private final LongSupplier nanos;
    private final Instant start;
    private final long startNanos;

    /**
     * @param timeOfDay asked once
     * @param nanos a monotonic clock in nanoseconds, like {@link System#nanoTime}
     */
    public SteadyTime(InstantSource timeOfDay, LongSupplier nanos) {
        this.nanos = Objects.requireNonNull(nanos);
        this.start = timeOfDay.instant();
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }
}
