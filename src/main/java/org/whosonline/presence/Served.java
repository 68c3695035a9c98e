package org.whosonline.presence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.Line;
import org.whosonline.log.StoreClock;

/** The connections of a room that this node has heard of within their leases. Not thread-safe. */
final class Served {

    private final Map<String, Connection> byKey = new HashMap<>();

    /** One of them. */
    static final class Connection {
        private final String key;
        private Full full;
        private long heard;
        private long heardNanos;
        private String origin;
        private int streams;

        private Connection(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }

        Full full() {
            return full;
        }

        /** When it was last heard of here, in epoch seconds. */
        long heard() {
            return heard;
        }

        /** The same on the monotonic clock. */
        long heardNanos() {
            return heardNanos;
        }

        private boolean isAlive(long now) {
            return now <= heard + full.lease() + PresenceOptions.SLACK_SECONDS;
        }
    }

    /** Notes that a connection was heard of at {@code seconds}, and what it then had to say. */
    void heard(String key, Full full, long seconds, long nanos, String origin) {
        Connection connection = byKey.computeIfAbsent(key, Connection::new);
        connection.full = full;
        connection.heard = seconds;
        connection.heardNanos = nanos;
        connection.origin = origin == null ? connection.origin : origin;
    }

    /** Null if it was not heard of here. */
    Connection get(String key) {
        return byKey.get(key);
    }

    void remove(String key) {
        byKey.remove(key);
    }

    /** Forgets those that have been released, or heard of later, on another node, unless a stream of theirs is here. */
    void removeMoved(Copy copy) {
        byKey.values().removeIf(connection -> {
            Lease lease = copy.lease(connection.key);
            return lease != null && (lease.isReleased() || lease.seen() > connection.heard && connection.streams == 0);
        });
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    int size() {
        return byKey.size();
    }

    /** Whose connections these are. */
    Set<String> users() {
        Set<String> users = new HashSet<>();
        byKey.keySet().forEach(key -> users.add(user(key)));
        return users;
    }

    private static String user(String key) {
        return key.substring(key.indexOf(' ') + 1);
    }

    boolean serves(String user) {
        return byKey.keySet().stream().anyMatch(key -> user(key).equals(user));
    }

    /** The keys of the connections that end with {@code origin}. */
    List<String> of(String origin) {
        return byKey.values().stream()
                .filter(connection -> origin.equals(connection.origin))
                .map(Connection::key)
                .toList();
    }

    void streamOpened(String key) {
        Connection connection = byKey.get(key);
        if (connection != null) {
            connection.streams++;
        }
    }

    /** Notes the end of a stream; true if that was the connection's last one. */
    boolean streamClosed(String key) {
        Connection connection = byKey.get(key);
        return connection != null && --connection.streams <= 0;
    }

    /**
     * Forgets those whose lease has run out by {@code now} in epoch seconds, and counts those that went without a word.
     *
     * @param copy null if the room has not been read yet
     * @return whether there were any
     */
    boolean lapse(Copy copy, long now, PresenceFigures figures) {
        return byKey.values().removeIf(connection -> {
            if (connection.isAlive(now)) {
                return false;
            }
            Lease lease = copy == null ? null : copy.lease(connection.key);
            if (lease == null || !lease.isReleased() && !lease.isAlive(now)) {
                figures.expired.increment();
            }
            return true;
        });
    }

    /**
     * When the connection was last heard of, here or, by {@code copy}, on another node, on the monotonic clock; null if not
     * at all.
     */
    Long lastHeard(String key, Copy copy, StoreClock clock) {
        Connection connection = byKey.get(key);
        Lease lease = copy == null ? null : copy.lease(key);
        if (lease == null || lease.isReleased()) {
            return connection == null ? null : connection.heardNanos;
        }
        long elsewhere = clock.nanos() - TimeUnit.SECONDS.toNanos(Math.max(0, clock.seconds() - lease.seen()));
        return connection == null || elsewhere > connection.heardNanos ? elsewhere : connection.heardNanos;
    }

    /**
     * What {@code copy} lacks of what was heard here: whole connections after a flush, or a renewal that got lost on the way.
     * Each line bears the time at which it should have been written, so that it never beats what came later elsewhere.
     */
    List<Line> missingIn(Copy copy, PresenceOptions options) {
        List<Line> missing = new ArrayList<>();
        for (Connection connection : byKey.values()) {
            Lease lease = copy.lease(connection.key);
            // Scenario: a page is heard of here, goes on elsewhere and is released there, and then the log is lost,
            // with the
            // release. It is not for this node to bring it back.
            boolean missed = connection.heard < copy.time() - options.missedSeconds(connection.full.state());
            if (!connection.isAlive(copy.time()) || missed) {
                continue;
            }
            if (lease == null || lease.full() == null || connection.heard > lease.end()) {
                missing.add(Lease.full(connection.key, connection.heard, connection.full));
            } else if (connection.heard > lease.seen()) {
                missing.add(Lease.renewal(connection.key, connection.heard));
            }
        }
        return missing;
    }
}
