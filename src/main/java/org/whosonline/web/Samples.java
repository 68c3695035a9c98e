package org.whosonline.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.WeakHashMap;
import org.whosonline.presence.Roster;
import org.whosonline.presence.Viewer;

/**
 * Which viewers of a big room are sent to all its pages: those whose ids have the smallest hashes, as many as may be and
 * fit, in the order of the roster. So the sample stays the same while others come and go. Thread-safe.
 */
final class Samples {

    /** The longest frame of a big room, in bytes. */
    static final int MAX_BYTES = 8_192;

    /** What is left of that for everything that stands around the viewers, except the room's id. */
    private static final int AROUND = 512;

    private static final Comparator<Viewer> BY_RANK =
            Comparator.<Viewer>comparingInt(viewer -> rank(viewer.id())).thenComparing(Viewer::id);

    private final int most;

    /** Many readers of one roster in a row want the same. By identity, since rosters have no other. */
    private final Map<Roster, List<Viewer>> candidates = new WeakHashMap<>();

    /** @param most how many viewers are sent at most, at least 1 */
    Samples(int most) {
        this.most = most;
    }

    /**
     * The viewers of {@code roster} to send: all of them if there are not more than may be.
     *
     * @param self who is to be among them, if they are here; null if that is of no account
     */
    List<Viewer> of(Roster roster, String self) {
        if (roster.viewers().size() <= most) {
            return roster.viewers();
        }
        List<Viewer> wanted = new ArrayList<>(candidates(roster));
        if (self != null) {
            roster.viewer(self).ifPresent(own -> {
                wanted.remove(own);
                wanted.add(0, own);
            });
        }
        int left = MAX_BYTES - AROUND - bytes(roster.room());
        List<Viewer> taken = new ArrayList<>();
        for (Viewer viewer : wanted) {
            int size = Json.bytes(json -> RosterJson.write(json, viewer)).length + 1;
            if (taken.size() < most && size <= left) {
                left -= size;
                taken.add(viewer);
            }
        }
        taken.sort(Viewer.BY_NAME);
        return taken;
    }

    private static int bytes(String text) {
        return Json.bytes(json -> json.value(text)).length;
    }

    private List<Viewer> candidates(Roster roster) {
        synchronized (candidates) {
            List<Viewer> known = candidates.get(roster);
            if (known != null) {
                return known;
            }
        }
        // Outside of the lock, so that nobody waits for it; two threads may find the same.
        PriorityQueue<Viewer> smallest = new PriorityQueue<>(most + 1, BY_RANK.reversed());
        for (Viewer viewer : roster.viewers()) {
            if (smallest.size() < most || BY_RANK.compare(viewer, smallest.peek()) < 0) {
                smallest.add(viewer);
                if (smallest.size() > most) {
                    smallest.remove();
                }
            }
        }
        List<Viewer> found = smallest.stream().sorted(BY_RANK).toList();
        synchronized (candidates) {
            candidates.put(roster, found);
        }
        return found;
    }

    /** A hash of a text that spreads well and is the same in every JVM. */
    private static int rank(String text) {
        int hash = text.hashCode();
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }
}
