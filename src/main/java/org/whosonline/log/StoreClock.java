package org.whosonline.log;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.store.Store;

/**
 * The store's time, carried on by this machine's monotonic clock, so that nodes with wrong clocks agree on who is
 * online and a clock set back or forth changes nothing.
 *
 * <p>Thread-safe.
 */
public final class StoreClock {

    private static final Logger log = LoggerFactory.getLogger(StoreClock.class);

    /**
     * From this difference on the clock of the machine or of the store is wrong enough to tell somebody. Memcached on the
     * same machine is behind by up to two seconds, depending on the moment at which it was started.
     */
    private static final long WARN_MILLIS = 3_000;

    private final Store store;
    private final InstantSource wall;
    private final LongSupplier nanos;

    /** Store's milliseconds less monotonic ones; null until learned. */
    private volatile Long offset;

    private volatile boolean warned;

    /**
     * @param wall this machine's clock, only to warn when it differs
     * @param nanos a monotonic clock in nanoseconds, like {@link System#nanoTime}
     */
    public StoreClock(Store store, InstantSource wall, LongSupplier nanos) {
        this.store = store;
        this.wall = wall;
        this.nanos = nanos;
    }

    /** Asks the store for its time. Worth doing at the start, after a reconnect, and now and then against drift. */
    public CompletableFuture<Void> learn() {
        return store.time().thenAccept(this::learned);
    }

    private synchronized void learned(Instant time) {
        long monotonic = monotonicMillis();
        long early = time.toEpochMilli() - monotonic;
        Long known = offset;
        // The store tells whole seconds: what it said fits every offset from early to early + 999. An offset that fits
        // is kept, so that learning again does not make the clock jump.
        if (known == null || known < early) {
            offset = early;
        } else if (known > early + 999) {
            offset = early + 999;
        }
        warn(offset + monotonic - wall.millis());
    }

    private void warn(long difference) {
        boolean wrong = Math.abs(difference) > WARN_MILLIS;
        if (wrong && !warned) {
            log.warn(
                    "The clock of the store is {} ms {} this machine's. WhosOnline goes by the store's clock.",
                    Math.abs(difference),
                    difference > 0 ? "ahead of" : "behind");
        }
        warned = wrong;
    }

    /** Whether the store's time is known; before that {@link #millis} goes by this machine's clock. */
    public boolean learned() {
        return offset != null;
    }

    /** The store's time in epoch seconds. */
    public long seconds() {
        return Math.floorDiv(millis(), 1000L);
    }

    /** The store's time in epoch milliseconds, within a second of the truth. */
    public long millis() {
        Long known = offset;
        return known == null ? wall.millis() : known + monotonicMillis();
    }

    /** The monotonic clock in nanoseconds, for ages and deadlines. */
    public long nanos() {
        return nanos.getAsLong();
    }

    private long monotonicMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
    }
}
