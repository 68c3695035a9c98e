package org.whosonline.presence;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/**
 * What the rooms of a node share.
 *
 * @param loop runs one thing at a time, in order: everything about rooms happens there, so that they need no locks
 * @param worker runs what takes long
 */
record Node(
        Store store,
        StoreClock clock,
        PresenceOptions options,
        Executor loop,
        Executor worker,
        RandomGenerator random,
        PresenceFigures figures) {

    /** How long the keys of presence live untouched, in seconds: twice as long as any line counts. */
    long lifeSeconds() {
        return 2 * options.windowSeconds();
    }
}
