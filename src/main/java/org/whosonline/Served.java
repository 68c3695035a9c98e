package org.whosonline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The marks this node has believed since it last began to read the map.
 *
 * <p>A session whose mark was believed did not record, and may not come back for minutes. Should the reading show that
 * the record is lost (flush, restart, eviction), the node repeats it with the mark's own time, which needs no request and
 * touches no session: the very line that was lost is in the map again.
 *
 * <p>Thread-safe. Of more than {@value #CAPACITY} users between two readings the surplus is not remembered; their next
 * requests record.
 */
final class Served {

    private static final int CAPACITY = 100_000;

    private volatile Map<String, Mark> marks = new ConcurrentHashMap<>();

    /** Notes a mark that was believed. Allocates only for the first request of a user between two readings. */
    void add(Mark mark) {
        Map<String, Mark> current = marks;
        Mark known = current.get(mark.user());
        if (known == null ? current.size() < CAPACITY : known.time() < mark.time()) {
            // A request that still has the map of the last reading may add to it unseen; its next one will not.
            current.put(mark.user(), mark);
        }
    }

    /** The marks since the last call, by user. */
    Map<String, Mark> take() {
        Map<String, Mark> taken = marks;
        marks = new ConcurrentHashMap<>();
        return taken;
    }
}
