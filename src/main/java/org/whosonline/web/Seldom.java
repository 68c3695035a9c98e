package org.whosonline.web;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Says yes once a minute, so that a fault of every request does not fill the log. Thread-safe. */
final class Seldom {

    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanos;
    private final AtomicLong next;

    /** @param nanos a clock as {@link System#nanoTime} is one */
    Seldom(LongSupplier nanos) {
        this.nanos = nanos;
        this.next = new AtomicLong(nanos.getAsLong());
    }

    boolean isDue() {
        long now = nanos.getAsLong();
        long due = next.get();
        // Compared by difference, since nanoTime may pass the end of the numbers; of two threads one wins.
        return now - due >= 0 && next.compareAndSet(due, now + PAUSE);
    }
}
