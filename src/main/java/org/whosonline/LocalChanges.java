package org.whosonline;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this node has recorded and removed since it last read the map, so that a page shows its own viewer and somebody
 * who logs out is gone at once.
 *
 * <p>Thread-safe.
 */
final class LocalChanges {

    private static final long PENDING = Long.MAX_VALUE;

    private final Map<String, Change> changes = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /**
     * @param user null for a removal
     * @param time the time of the line, in epoch seconds
     * @param stored when the store acknowledged it, on the monotonic clock; {@link #PENDING} before
     */
    private record Change(OnlineUser user, long time, long stored) {}

    void recorded(OnlineUser user) {
        put(user.id(), new Change(user, user.lastSeen().getEpochSecond(), PENDING));
    }

    void removed(String id, long time) {
        put(id, new Change(null, time, PENDING));
    }

    private void put(String id, Change change) {
        changes.merge(id, change, (known, made) -> made.time >= known.time ? made : known);
        version.incrementAndGet();
    }

    /** Notes that the change of {@code id} with this time was stored at {@code nanos}. */
    void stored(String id, long time, long nanos) {
        changes.computeIfPresent(
                id, (key, change) -> change.time == time ? new Change(change.user, time, nanos) : change);
    }

    /** Takes back a record that was not stored. */
    void failed(String id, long time) {
        changes.computeIfPresent(id, (key, change) -> change.time == time && change.user != null ? null : change);
        version.incrementAndGet();
    }

    /**
     * Forgets what a reading begun at {@code nanos} must have found, and what is older than {@code oldest} in epoch
     * seconds.
     */
    void forget(long nanos, long oldest) {
        changes.values()
                .removeIf(change -> change.stored != PENDING && change.stored - nanos < 0 || change.time < oldest);
        version.incrementAndGet();
    }

    /** What {@code id} was last recorded as, or null if that was not lately. */
    OnlineUser find(String id) {
        Change change = changes.get(id);
        return change == null ? null : change.user;
    }

    /** A number that is another one after each change. */
    long version() {
        return version.get();
    }

    /** What differs from {@code reading}: users by id, and null for those who are no longer online. */
    Map<String, OnlineUser> since(Reading reading) {
        Map<String, OnlineUser> differences = new HashMap<>();
        changes.forEach((id, change) -> {
            OnlineUser known = reading.users().get(id);
            long time = known == null ? Long.MIN_VALUE : known.lastSeen().getEpochSecond();
            if (change.user != null ? change.time > time : known != null && change.time >= time) {
                differences.put(id, change.user);
            }
        });
        return differences;
    }
}
