package org.whosonline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whosonline.log.Contents;

/**
 * The users that one reading of the site map found online. Immutable and thread-safe; sorted when first asked for.
 */
final class Reading {

    /** A reading begun this long after a mark must hold the mark's user, or the record was lost. */
    private static final long SETTLED_MILLIS = 2_000;

    private final Map<String, OnlineUser> users;
    private final int hidden;
    private final long begunMillis;
    private final long begunNanos;
    private volatile List<OnlineUser> sorted;

    /** @param users by id; not to be changed any more */
    Reading(Map<String, OnlineUser> users, long begunMillis, long begunNanos) {
        this.users = users;
        this.hidden = (int) users.values().stream().filter(OnlineUser::hidden).count();
        this.begunMillis = begunMillis;
        this.begunNanos = begunNanos;
    }

    /** The users in {@code contents} who were recorded at {@code oldest}, in epoch seconds, or later. */
    static Reading of(Contents contents, long oldest) {
        Map<String, OnlineUser> users = new HashMap<>();
        contents.lines().values().forEach(line -> {
            if (line.time() >= oldest && !line.isRemoval()) {
                users.put(line.member(), UserLine.user(line));
            }
        });
        return new Reading(users, contents.begunMillis(), contents.begunNanos());
    }

    /** Everybody by id, the hidden ones among them. */
    Map<String, OnlineUser> users() {
        return users;
    }

    /** Whoever was found online under this id, hidden or not; null if nobody was. */
    OnlineUser find(String id) {
        return users.get(id);
    }

    /** How many of the users are hidden. */
    int hidden() {
        return hidden;
    }

    /** The users who are not hidden, {@linkplain Snapshot#BY_NAME by name}. */
    List<OnlineUser> sorted() {
        List<OnlineUser> list = sorted;
        if (list == null) {
            // Two threads may both sort; they come to equal lists.
            list = users.values().stream()
                    .filter(user -> !user.hidden())
                    .sorted(Snapshot.BY_NAME)
                    .toList();
            sorted = list;
        }
        return list;
    }

    /** Whether this was begun late enough after {@code mark} to show its record. */
    boolean settles(Mark mark) {
        return begunMillis >= mark.time() * 1000 + SETTLED_MILLIS;
    }

    /**
     * Whether the record of {@code mark} is lost: refused, flushed, evicted, or gone with a server. An older record of the
     * user does not stand in for it: it will expire, as old data that a server came back with.
     */
    boolean lacks(Mark mark) {
        if (!settles(mark)) {
            return false;
        }
        OnlineUser user = users.get(mark.user());
        return user == null || user.lastSeen().getEpochSecond() < mark.time();
    }

    /**
     * Whether everybody would see the user of {@code mark}, who hides: another session of theirs, which did not know of it
     * yet, recorded them in the same second or by a clock that is a little ahead.
     */
    boolean exposes(Mark mark) {
        if (!mark.hidden() || !settles(mark)) {
            return false;
        }
        OnlineUser user = users.get(mark.user());
        return user != null && !user.hidden();
    }

    /** When the reading began, in epoch milliseconds of the store's time. */
    long begunMillis() {
        return begunMillis;
    }

    /** When the reading began, on the monotonic clock in nanoseconds. */
    long begunNanos() {
        return begunNanos;
    }
}
