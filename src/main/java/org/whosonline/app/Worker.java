package org.whosonline.app;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread for what goes on beside the requests of a node. What it is given after the end is dropped. */
final class Worker implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor thread;

    /** @param name of the thread */
    Worker(String name) {
        thread = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Runs {@code task} now and then again, {@code pause} after each end, also when it failed. */
    void repeat(Runnable task, Duration pause) {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        // One that got out would end the repetition without a word.
                        LOG.warn("The work beside the requests failed, and goes on.", e);
                    }
                },
                0,
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Drops what waits, lets end what runs (for five seconds at most), and ends the thread. Idempotent. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
