package org.whosonline.web;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time do a task. Whoever finds another at it leaves a note and goes, and that one does the task once
 * more. So nobody waits, and no lock is held while the container is called. Thread-safe.
 */
final class Turns {

    private static final long TRY_NANOS = 20_000;

    /** A second or so; a turn takes a fraction of a millisecond. */
    private static final int MOST_TRIES = 10_000;

    private final Runnable task;

    /** Wishes that have not been served. */
    private final AtomicInteger wishes = new AtomicInteger();

    private volatile Thread at;
    private volatile boolean seized;

    /** @param task must not throw */
    Turns(Runnable task) {
        this.task = task;
    }

    /** Has the task done, from its beginning, after this call: here, or by the thread that is at it. */
    void take() {
        if (wishes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            at = Thread.currentThread();
            task.run();
            at = null;
            seen = wishes.addAndGet(-seen);
        }
    }

    /** Waits until nobody is at the task, a second or so at most, and has nobody do it any more. */
    void seize() {
        if (seized || at == Thread.currentThread()) {
            return;
        }
        for (int tries = 0; tries < MOST_TRIES && !wishes.compareAndSet(0, 1); tries++) {
            LockSupport.parkNanos(TRY_NANOS);
        }
        seized = true;
    }
}
