package org.whosonline;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whosonline.log.Contents;
import org.whosonline.log.JsonText;
import org.whosonline.log.Line;

/**
 * The users that one reading of the site map found online. Immutable and thread-safe; sorted when first asked for.
 */
final class Reading {

    /** A reading begun this long after a mark must hold the mark's user, or the record was lost. */
    private static final long SETTLED_MILLIS = 2_000;

    private final Map<String, OnlineUser> users;
    private final long begunMillis;
    private final long begunNanos;
    private volatile List<OnlineUser> sorted;

    /** @param users by id; not to be changed any more */
    Reading(Map<String, OnlineUser> users, long begunMillis, long begunNanos) {
        this.users = users;
        this.begunMillis = begunMillis;
        this.begunNanos = begunNanos;
    }

    /** The users in {@code contents} who were recorded at {@code oldest}, in epoch seconds, or later. */
    static Reading of(Contents contents, long oldest) {
        Map<String, OnlineUser> users = new HashMap<>();
        contents.lines().values().forEach(line -> {
            if (line.time() >= oldest && !line.isRemoval()) {
                users.put(line.member(), user(line));
            }
        });
        return new Reading(users, contents.begunMillis(), contents.begunNanos());
    }

    private static OnlineUser user(Line line) {
        String name = line.value() == null ? null : JsonText.unquote(line.value());
        return new OnlineUser(line.member(), name == null ? line.member() : name, Instant.ofEpochSecond(line.time()));
    }

    Map<String, OnlineUser> users() {
        return users;
    }

    /** The users {@linkplain Snapshot#BY_NAME by name}. */
    List<OnlineUser> sorted() {
        List<OnlineUser> list = sorted;
        if (list == null) {
            // Two threads may both sort; they come to equal lists.
            list = users.values().stream().sorted(Snapshot.BY_NAME).toList();
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

    /** When the reading began, in epoch milliseconds of the store's time. */
    long begunMillis() {
        return begunMillis;
    }

    /** When the reading began, on the monotonic clock in nanoseconds. */
    long begunNanos() {
        return begunNanos;
    }
}
