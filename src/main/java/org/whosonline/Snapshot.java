package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who was online at one moment: a number and a list that always agree.
 *
 * <p>Whatever a page shows together should come from one snapshot. Immutable and thread-safe.
 */
public final class Snapshot {

    /** The order of lists: by name, upper and lower case alike where that decides, then by id. */
    public static final Comparator<OnlineUser> BY_NAME = Comparator.comparing(
                    OnlineUser::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(OnlineUser::name)
            .thenComparing(OnlineUser::id);

    private final Reading reading;
    private final Map<String, OnlineUser> changes;
    private final int count;
    private final int hidden;
    private final Instant asOf;
    private final Duration window;
    private final boolean stale;

    private Snapshot(Reading reading, Map<String, OnlineUser> changes, Instant asOf, Duration window, boolean stale) {
        this.reading = reading;
        this.changes = changes;
        this.asOf = asOf;
        this.window = window;
        this.stale = stale;
        int users = reading == null ? 0 : reading.users().size();
        int unseen = reading == null ? 0 : reading.hidden();
        for (Map.Entry<String, OnlineUser> change : changes.entrySet()) {
            OnlineUser before = reading.users().get(change.getKey());
            OnlineUser after = change.getValue();
            users += number(after != null) - number(before != null);
            unseen += number(after != null && after.hidden()) - number(before != null && before.hidden());
        }
        this.count = users;
        this.hidden = unseen;
    }

    private static int number(boolean one) {
        return one ? 1 : 0;
    }

    /** What {@code reading} found, with this node's own {@code changes} since: null stands for a user who left. */
    static Snapshot of(Reading reading, Map<String, OnlineUser> changes, Duration window, boolean stale) {
        return new Snapshot(
                Objects.requireNonNull(reading), changes, Instant.ofEpochMilli(reading.begunMillis()), window, stale);
    }

    /** When the reading was begun, or, where this node knows of something later, the time of that. */
    private static Instant asOf(Reading reading, Map<String, OnlineUser> changes) {
        Instant asOf = Instant.ofEpochMilli(reading.begunMillis());
        for (OnlineUser user : changes.values()) {
            if (user != null && user.lastSeen().isAfter(asOf)) {
                asOf = user.lastSeen();
            }
        }
        return asOf;
    }

    /** What is left when nobody knows: no number, an empty list, stale. {@code asOf} is null if nothing was ever read. */
    static Snapshot unknown(Instant asOf, Duration window) {
        return new Snapshot(null, Map.of(), asOf, window, true);
    }

    /**
     * How many users are online, {@linkplain #hidden those who hide} among them; empty while the store has been away for a
     * whole window, which does not mean zero.
     */
    public OptionalInt count() {
        return reading == null ? OptionalInt.empty() : OptionalInt.of(count);
    }

    /** How many of {@link #count} are hidden, so that {@link #users} are so many fewer; 0 while there is no count. */
    public int hidden() {
        return hidden;
    }

    /**
     * Everybody online but those who hide, {@linkplain #BY_NAME by name}; unmodifiable, and empty while {@link #count} is.
     */
    public List<OnlineUser> users() {
        if (reading == null) {
            return List.of();
        }
        if (changes.isEmpty()) {
            return reading.sorted();
        }
        List<OnlineUser> changed = changes.values().stream()
                .filter(user -> user != null && !user.hidden())
                .sorted(BY_NAME)
                .toList();
        List<OnlineUser> merged = new ArrayList<>(count - hidden);
        int next = 0;
        for (OnlineUser user : reading.sorted()) {
            while (next < changed.size() && BY_NAME.compare(changed.get(next), user) < 0) {
                merged.add(changed.get(next++));
            }
            if (!changes.containsKey(user.id())) {
                merged.add(user);
            }
        }
        merged.addAll(changed.subList(next, changed.size()));
        return List.copyOf(merged);
    }

    /**
     * As {@link #users()}, for one viewer: those who hide see themselves in their place in the list, and no other who does.
     *
     * @param viewer the exact id of whoever looks; null if that is nobody
     */
    public List<OnlineUser> users(String viewer) {
        List<OnlineUser> listed = users();
        OnlineUser self = find(viewer);
        if (self == null || !self.hidden()) {
            return listed;
        }
        List<OnlineUser> seen = new ArrayList<>(listed.size() + 1);
        seen.addAll(listed);
        seen.add(-Collections.binarySearch(listed, self, BY_NAME) - 1, self);
        return Collections.unmodifiableList(seen);
    }

    /** The user with this exact id, if online and not hidden. */
    public Optional<OnlineUser> user(String id) {
        return user(id, null);
    }

    /**
     * As {@link #user(String)}, for one viewer: those who hide find themselves.
     *
     * @param viewer the exact id of whoever looks; null if that is nobody
     */
    public Optional<OnlineUser> user(String id, String viewer) {
        return Optional.ofNullable(find(id)).filter(user -> !user.hidden() || id.equals(viewer));
    }

    /** Whoever is online under this id, null for nobody, hidden or not; or null. */
    private OnlineUser find(String id) {
        if (reading == null || id == null) {
            return null;
        }
        return changes.containsKey(id) ? changes.get(id) : reading.users().get(id);
    }

    /** When this was true, in the store's time; null if the store has not been read since the start. */
    public Instant asOf() {
        return asOf;
    }

    /** Online means: seen within this time before {@link #asOf}. */
    public Duration window() {
        return window;
    }

    /** Whether the store could not be read when this was due for renewal: old numbers, to be marked as such. */
    public boolean stale() {
        return stale;
    }
}
