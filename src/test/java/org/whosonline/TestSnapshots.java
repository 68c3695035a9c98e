package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes snapshots for tests of what shows them. */
public final class TestSnapshots {

    public static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    public static final Duration WINDOW = Duration.ofMinutes(5);

    private TestSnapshots() {}

    public static OnlineUser user(String id, String name, int secondsAgo) {
        return new OnlineUser(id, name, NOON.minusSeconds(secondsAgo));
    }

    /** One who hides. */
    public static OnlineUser hidden(String id, String name, int secondsAgo) {
        return new OnlineUser(id, name, NOON.minusSeconds(secondsAgo), true);
    }

    /** What was true at noon. */
    public static Snapshot of(OnlineUser... users) {
        return of(List.of(users), false);
    }

    public static Snapshot stale(OnlineUser... users) {
        return of(List.of(users), true);
    }

    public static Snapshot of(List<OnlineUser> users, boolean stale) {
        Map<String, OnlineUser> byId = new LinkedHashMap<>();
        users.forEach(user -> byId.put(user.id(), user));
        return Snapshot.of(new Reading(byId, NOON.toEpochMilli(), 0), Map.of(), WINDOW, stale);
    }

    /** Nobody knows; {@code asOf} is the time of the last reading, null if there was none. */
    public static Snapshot unknown(Instant asOf) {
        return Snapshot.unknown(asOf, WINDOW);
    }
}
