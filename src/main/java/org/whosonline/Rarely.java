package org.whosonline;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Says yes once a minute, so that what happens with every request does not fill the log. Thread-safe. */
public final class Rarely {

    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final AtomicLong next;

    /** @param nanos a monotonic clock in nanoseconds, like {@link System#nanoTime} */
    public Rarely(LongSupplier nanos) {
        this.nanos = nanos;
        this.next = new AtomicLong(nanos.getAsLong());
    }

    /** Whether a minute has passed since this last said yes; at first it does. */
    public boolean isDue() {
        long now = nanos.getAsLong();
        long due = next.get();
        // Compared by difference, since nanoTime may pass the end of the numbers; of two threads one wins.
        return now - due >= 0 && next.compareAndSet(due, now + PAUSE);
    }
}
