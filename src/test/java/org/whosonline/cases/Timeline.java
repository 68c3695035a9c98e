package org.whosonline.cases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.whosonline.testing.Await;

/** Things that happen each at its time, beside each other where they take long. */
final class Timeline implements AutoCloseable {

    private static final int THREADS = 6;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(THREADS);
    private final List<Future<?>> steps = new ArrayList<>();

    /** Something that somebody does. */
    interface Step {
        void run() throws Exception;
    }

    /** Has {@code step} run {@code millis} from now. */
    Timeline at(long millis, Step step) {
        Callable<Void> task = () -> {
            step.run();
            return null;
        };
        steps.add(timer.schedule(task, millis, TimeUnit.MILLISECONDS));
        return this;
    }

    /** Has {@code step} run {@code times} times, each {@code millis} after the one before, the first time now. */
    Timeline every(long millis, int times, Step step) {
        for (int i = 0; i < times; i++) {
            at(i * millis, step);
        }
        return this;
    }

    /** Waits until all steps are done, which takes {@code patience} at most; fails with the first that fails. */
    void await(Duration patience) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Future<?> step : steps) {
            step.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        steps.clear();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        Await.until("nothing goes on", timer::isTerminated);
    }
}
