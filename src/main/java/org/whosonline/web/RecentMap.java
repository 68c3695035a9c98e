package org.whosonline.web;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not used for the longest time when it grows too large. Thread-safe. */
final class RecentMap<K, V> {

    private final Map<K, V> entries;

    /** @param capacity how many entries are kept, at least 1 */
    RecentMap(int capacity) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > capacity;
            }
        };
    }

    /** The value of {@code key}, or null. */
    synchronized V get(K key) {
        return entries.get(key);
    }

    /** Keeps {@code value}; answers the value it replaced, or null. */
    synchronized V put(K key, V value) {
        return entries.put(key, value);
    }

    synchronized void remove(K key) {
        entries.remove(key);
    }
}
