package org.whosonline.presence;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/**
 * What the rooms of a node share.
 *
 * @param loop runs one thing at a time, in order: everything about rooms happens there, so that they need no locks
 * @param worker runs what takes long
 * @param silent whether the store is not to be asked for anything
 */
record Node(
        Store store,
        StoreClock clock,
        PresenceOptions options,
        Executor loop,
        Executor worker,
        RandomGenerator random,
        PresenceFigures figures,
        AtomicBoolean silent) {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** Whether it makes sense to ask the store for anything. */
    boolean isStoreReachable() {
        return !silent.get() && store.available() && clock.learned();
    }

    /** Has {@code action} run on the loop with what comes of {@code future}: a value, or a fault. */
    <T> void then(CompletableFuture<T> future, BiConsumer<T, Throwable> action) {
        future.whenCompleteAsync(
                (value, fault) -> {
                    try {
                        action.accept(value, fault);
                    } catch (RuntimeException e) {
                        LOG.warn("The work on rooms failed, and goes on.", e);
                    }
                },
                loop);
    }

    /** How long the keys of presence live untouched, in seconds: twice as long as any line counts. */
    long lifeSeconds() {
        return 2 * options.windowSeconds();
    }
}
