package org.whosonline.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.whosonline.store.Store;

/** Reads all logs of a map, in whatever layouts they are. Thread-safe. */
final class LogReader {

    /** How many logs are read at once: at the size at which a bucket is split, half a megabyte. */
    private static final int KEYS_AT_ONCE = 8;

    private final Store store;
    private final Layouts layouts;
    private final Executor worker;

    LogReader(Store store, Layouts layouts, Executor worker) {
        this.store = store;
        this.layouts = layouts;
        this.worker = worker;
    }

    /**
     * The logs by their keys. Fails as a whole if any part of the map cannot be read.
     *
     * @param begun the present time of the store, in epoch milliseconds
     */
    CompletableFuture<Map<String, byte[]>> read(long begun) {
        long epoch = store.epoch();
        Set<String> known = layouts.keys().all(layouts.confirmed());
        // The list is read with the first logs: as a rule it is as known, and one round trip is enough.
        Deque<String> keys = new ArrayDeque<>(known);
        keys.addFirst(layouts.keys().layout());
        return readAll(keys, new HashMap<>())
                .thenComposeAsync(
                        found -> layouts.confirm(found.remove(layouts.keys().layout()), begun, epoch)
                                .thenCompose(list -> {
                                    Deque<String> missed =
                                            new ArrayDeque<>(layouts.keys().all(list));
                                    missed.removeAll(known);
                                    return readAll(missed, found);
                                }),
                        worker);
    }

    /**
     * Reads {@code keys} into {@code found}, a few at a time: each has its own timeout, and writes on the same connection
     * do not wait for megabytes.
     */
    private CompletableFuture<Map<String, byte[]>> readAll(Deque<String> keys, Map<String, byte[]> found) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedFuture(found);
        }
        List<String> few = new ArrayList<>();
        while (few.size() < KEYS_AT_ONCE && !keys.isEmpty()) {
            few.add(keys.removeFirst());
        }
        return store.getAll(few)
                .thenComposeAsync(
                        values -> {
                            found.putAll(values);
                            return readAll(keys, found);
                        },
                        worker);
    }
}
