package org.whosonline.app;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread for what goes on beside the requests of a node. What it is given after the end is dropped. */
final class Worker implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor thread;

    /** The thread that was made last; there is a second one only if an Error ended the first. */
    private volatile Thread made;

    /** @param name of the thread */
    Worker(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** @throws java.util.concurrent.RejectedExecutionException once closed; futures that hang on it then fail */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Runs {@code task} now and then again, {@code pause} after each end, also when it failed. */
    void repeat(Runnable task, Duration pause) {
        execute(() -> runAndRepeat(task, pause));
    }

    private void runAndRepeat(Runnable task, Duration pause) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("The work beside the requests failed, and goes on.", e);
        } finally {
            // Also after an Error: a want of memory that passes must not be the end of it.
            after(pause, () -> runAndRepeat(task, pause));
        }
    }

    /** Runs {@code task} after {@code delay}, or never if closed by then. */
    void after(Duration delay, Runnable task) {
        try {
            thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Too late for {}: closed", task);
        }
    }

    /** Drops what waits, lets end what runs (for five seconds at most), and ends the thread. Idempotent. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            Thread last = made;
            if (last != null && last != Thread.currentThread()) {
                // Not awaitTermination, which is satisfied while the thread is still on its way out.
                last.join(LONGEST_CLOSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
