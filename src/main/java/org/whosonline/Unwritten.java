package org.whosonline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The records that did not get through, because the store was away or did not answer in time, for the node to make again.
 *
 * <p>Scenario: a busy machine stands still for a third of a second, the store counts as away for a moment, and somebody
 * looks at the site just then, at one page and no other. No further request of theirs would record them.
 *
 * <p>Thread-safe. Of more than {@value #CAPACITY} users the surplus is not remembered; their next requests record.
 */
final class Unwritten {

    private static final int CAPACITY = 10_000;

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /**
     * @param mark the record
     * @param name the name that is shown for its user
     */
    record Entry(Mark mark, String name) {

        /** Itself only; a record's own would keep the application's class loader from being collected (JDK-8078641). */
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return mark.hashCode();
        }
    }

    /** Remembers a record; false if there are too many. The newest of a user stands for the earlier ones. */
    boolean add(Mark mark, String name) {
        if (entries.size() >= CAPACITY) {
            return false;
        }
        entries.merge(mark.user(), new Entry(mark, name), (a, b) -> b.mark.time() >= a.mark.time() ? b : a);
        return true;
    }

    /** Forgets the record of {@code user} unless it is newer than {@code time}: the user left or was recorded again. */
    void forget(String user, long time) {
        if (!entries.isEmpty()) {
            entries.computeIfPresent(user, (id, entry) -> entry.mark.time() <= time ? null : entry);
        }
    }

    /** Takes out {@code most} of them, and all that are older than {@code oldest}, in epoch seconds. */
    List<Entry> take(int most, long oldest) {
        List<Entry> taken = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (taken.size() == most) {
                break;
            }
            if (entries.remove(entry.mark.user(), entry) && entry.mark.time() >= oldest) {
                taken.add(entry);
            }
        }
        return taken;
    }
}
