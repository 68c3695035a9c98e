package org.whosonline;

import java.util.concurrent.TimeUnit;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/** Asks the store now and then how much it has evicted, so that nobody who wants to know has to wait. Thread-safe. */
final class EvictionWatch {

    private final Store store;
    private final StoreClock clock;
    private final long intervalNanos;
    private final Figures figures;

    private volatile long askedNanos;

    /** @param intervalNanos the time from one question to the next */
    EvictionWatch(Store store, StoreClock clock, long intervalNanos, Figures figures) {
        this.store = store;
        this.clock = clock;
        this.intervalNanos = intervalNanos;
        this.figures = figures;
        this.askedNanos = clock.nanos() - intervalNanos;
    }

    /** To be called about once a second; does not wait. */
    void tend() {
        long now = clock.nanos();
        if (now - askedNanos >= intervalNanos) {
            askedNanos = now;
            store.evictions().whenComplete((evictions, fault) -> {
                if (fault == null) {
                    figures.evicted(evictions);
                } else {
                    // Soon again: what happens until the first answer is not counted.
                    askedNanos = now - intervalNanos + TimeUnit.SECONDS.toNanos(1);
                }
            });
        }
    }
}
