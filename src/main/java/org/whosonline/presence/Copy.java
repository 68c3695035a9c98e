package org.whosonline.presence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.whosonline.log.Contents;
import org.whosonline.log.Line;

/** What a node knows of the leases of a room: its last reading, and what it has written itself since. Not thread-safe. */
final class Copy {

    /** Lines beyond twice those that count are worth being dropped, from this number on. */
    private static final int FEW_LINES = 64;

    private final Map<String, Lease> leases;
    private final Set<String> kept = new HashSet<>();
    private final long time;
    private final long begunNanos;
    private final long tookNanos;
    private final boolean lost;
    private final boolean wordy;

    private Copy(Contents contents, long tookNanos) {
        this.leases = new HashMap<>(contents.lines().size() * 2);
        this.time = Math.floorDiv(contents.begunMillis(), 1000L);
        this.begunNanos = contents.begunNanos();
        this.tookNanos = tookNanos;
        this.lost = contents.hasLost();
        this.wordy = contents.scanned() > 2 * contents.lines().size() + FEW_LINES;
        contents.lines().values().forEach(this::apply);
    }

    /** @param tookNanos how long the reading took */
    static Copy of(Contents contents, long tookNanos) {
        return new Copy(contents, tookNanos);
    }

    /** Takes in a line that stands in the log by now. */
    void apply(Line line) {
        Lease lease = Lease.of(line);
        if (lease != null) {
            if (lease.full() != null) {
                kept.remove(lease.key());
            }
            leases.merge(lease.key(), lease, Lease::with);
        }
    }

    /** Takes in what an earlier copy knew: where the log was lost, nobody has left for that. */
    void keep(Copy earlier) {
        earlier.leases.forEach((key, lease) -> {
            Lease mine = leases.get(key);
            if (lease.full() != null && (mine == null || mine.full() == null)) {
                kept.add(key);
            }
            leases.merge(key, lease, (own, old) -> old.with(own));
        });
    }

    /** Whether all that is known about a connection stood in an earlier log, but not in this one. */
    boolean isKept(String key) {
        return kept.contains(key);
    }

    Map<String, Lease> leases() {
        return leases;
    }

    /** The lease of that {@linkplain Lease#key key}; null if unknown. */
    Lease lease(String key) {
        return leases.get(key);
    }

    /**
     * When the reading was begun, in epoch seconds of the store's time. Leases are judged as of this time, not as of now:
     * what has run out since may have been renewed since, which only another reading can tell.
     */
    long time() {
        return time;
    }

    /** The same on the monotonic clock. */
    long begunNanos() {
        return begunNanos;
    }

    long tookNanos() {
        return tookNanos;
    }

    /** Whether the log is another one than at the reading before, or a part of it is. */
    boolean hasLost() {
        return lost;
    }

    /** Whether most of the log is lines that others supersede. */
    boolean isWordy() {
        return wordy;
    }
}
