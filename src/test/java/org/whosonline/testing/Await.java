package org.whosonline.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions, each with a deadline. */
public final class Await {

    /** Longer than anything that is waited for should ever take, on a busy machine too. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long POLL_NANOS = 5_000_000;

    private Await() {}

    /** Waits until {@code condition} holds; fails with {@code what} if it does not within {@link #PATIENCE}. */
    public static void until(String what, Callable<Boolean> condition) {
        until(what, PATIENCE, condition);
    }

    /** Waits until {@code condition} holds; fails with {@code what} if it does not within {@code patience}. */
    public static void until(String what, Duration patience, Callable<Boolean> condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Not within " + patience.toMillis() + " ms: " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError("The condition could not be tested", e);
        }
    }

    /** The result of {@code future}, waited for up to {@link #PATIENCE}; its own exception if it failed. */
    public static <T> T result(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError("Failed", e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("No answer", e);
        }
    }
}
