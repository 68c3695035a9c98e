package org.whosonline.cleanup;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.quartz.spi.ThreadExecutor;
import org.quartz.spi.ThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads of a scheduler with a single job: one that waits for the next run, one that does it. Both are daemons
 * and have names of ours.
 *
 * <p>One thread for both would be interrupted in the middle of a run when the scheduler ends. Quartz's own pool would
 * turn the thread group of the container into a daemon group. Public only because Quartz calls the setters by
 * reflection.
 */
public final class OwnThreads implements ThreadExecutor, ThreadPool {

    private static final Logger LOG = LoggerFactory.getLogger(OwnThreads.class);

    /** A run waits for the store at most its timeout at a time; this is for one that hangs all the same. */
    private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(10);

    private final String name;
    private final ExecutorService worker;

    /** @param name what the names of the threads begin with */
    OwnThreads(String name) {
        this.name = name;
        this.worker = Executors.newSingleThreadExecutor(job -> daemon(new Thread(job), name + "-job"));
    }

    private static Thread daemon(Thread thread, String name) {
        thread.setName(name);
        thread.setDaemon(true);
        return thread;
    }

    /** Called with the scheduler's thread, not yet started. */
    @Override
    public void execute(Thread thread) {
        daemon(thread, name).start();
    }

    /** Called on the scheduler's thread with a job that is due. */
    @Override
    public boolean runInThread(Runnable job) {
        try {
            worker.execute(job);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Always one: while the only job runs, Quartz does not start it again. */
    @Override
    public int blockForAvailableThreads() {
        return 1;
    }

    @Override
    public int getPoolSize() {
        return 1;
    }

    @Override
    public void initialize() {
        // Threads are made when they are needed.
    }

    @Override
    public void shutdown(boolean waitForJobsToComplete) {
        worker.shutdown();
        if (!waitForJobsToComplete) {
            return;
        }
        try {
            if (!worker.awaitTermination(LONGEST_SHUTDOWN.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("The cleanup did not end within {} and is interrupted.", LONGEST_SHUTDOWN);
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void setInstanceId(String id) {
        // The threads have names of their own.
    }

    @Override
    public void setInstanceName(String schedulerName) {
        // The threads have names of their own.
    }
}
