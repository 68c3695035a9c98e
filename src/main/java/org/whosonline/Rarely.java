package org.whosonline;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.whosonline.log.StoreClock;

/** Lets a message through once a minute, however often its reason occurs. Thread-safe. */
final class Rarely {

    private static final long NANOS = TimeUnit.MINUTES.toNanos(1);

    private final StoreClock clock;
    private final AtomicLong last;

    Rarely(StoreClock clock) {
        this.clock = clock;
        this.last = new AtomicLong(clock.nanos() - NANOS);
    }

    boolean isDue() {
        long before = last.get();
        long now = clock.nanos();
        return now - before >= NANOS && last.compareAndSet(before, now);
    }
}
