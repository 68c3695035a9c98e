package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who was online at one moment: a number and a list that always agree.
 *
 * <p>Whatever a page shows together should come from one snapshot. Immutable and thread-safe; the list is sorted when
 * first asked for.
 */
public final class Snapshot {

    /** The order of lists: by name, upper and lower case alike where that decides, then by id. */
    public static final Comparator<OnlineUser> BY_NAME = Comparator.comparing(
                    OnlineUser::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(OnlineUser::name)
            .thenComparing(OnlineUser::id);

    private final Map<String, OnlineUser> users;
    private final Instant asOf;
    private final Duration window;
    private final boolean stale;
    private volatile List<OnlineUser> sorted;

    private Snapshot(Map<String, OnlineUser> users, Instant asOf, Duration window, boolean stale) {
        this.users = users;
        this.asOf = asOf;
        this.window = window;
        this.stale = stale;
    }

    /** A snapshot of {@code users} by id, which must not change any more. */
    static Snapshot of(Map<String, OnlineUser> users, Instant asOf, Duration window, boolean stale) {
        return new Snapshot(
                Objects.requireNonNull(users), Objects.requireNonNull(asOf), Objects.requireNonNull(window), stale);
    }

    /** What is left when nobody knows: no number, an empty list, stale. {@code asOf} is null if nothing was ever read. */
    static Snapshot unknown(Instant asOf, Duration window) {
        return new Snapshot(null, asOf, window, true);
    }

    /** How many users are online; empty while the store has been away for a whole window, which does not mean zero. */
    public OptionalInt count() {
        return users == null ? OptionalInt.empty() : OptionalInt.of(users.size());
    }

    /** Everybody online {@linkplain #BY_NAME by name}; unmodifiable, and empty while {@link #count} is. */
    public List<OnlineUser> users() {
        List<OnlineUser> list = sorted;
        if (list == null) {
            // Two threads may both sort; they come to equal lists.
            List<OnlineUser> copy = new ArrayList<>(users == null ? List.of() : users.values());
            copy.sort(BY_NAME);
            list = List.copyOf(copy);
            sorted = list;
        }
        return list;
    }

    /** The user with this exact id, if online. */
    public Optional<OnlineUser> user(String id) {
        return users == null ? Optional.empty() : Optional.ofNullable(users.get(id));
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
