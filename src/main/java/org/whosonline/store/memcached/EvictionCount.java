package org.whosonline.store.memcached;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The evictions of all servers of a store since they were first heard of. Each counts for itself, and from zero after a
 * restart; their sum as they tell it would fall whenever one of them is away. Thread-safe.
 */
final class EvictionCount {

    private final Map<String, Long> told = new HashMap<>();
    private long sum;

    /**
     * Takes what the servers tell now.
     *
     * @return all evictions since the first call, never less than before
     */
    synchronized long add(List<ServerFigures> servers) {
        for (ServerFigures server : servers) {
            if (server.living()) {
                long now = server.evictions();
                Long before = told.put(server.server(), now);
                if (before != null) {
                    sum += now >= before ? now - before : now;
                }
            }
        }
        return sum;
    }
}
