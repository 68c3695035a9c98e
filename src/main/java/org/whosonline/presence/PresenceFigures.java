package org.whosonline.presence;

import java.util.concurrent.atomic.LongAdder;
import org.whosonline.store.CountingStore;
import org.whosonline.store.Operation;

/** What presence has done on this node since the start, in numbers, and how much it has to do now. Thread-safe. */
public final class PresenceFigures {

    final LongAdder joins = new LongAdder();
    final LongAdder released = new LongAdder();
    final LongAdder expired = new LongAdder();
    final LongAdder renewals = new LongAdder();
    final LongAdder published = new LongAdder();
    final LongAdder readings = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder reportsDelayed = new LongAdder();

    volatile int rooms;
    volatile int followedRooms;
    volatile int followers;
    volatile int connections;
    volatile int largestRoom;

    private final CountingStore store;

    /** @param store what presence asks for what it needs */
    PresenceFigures(CountingStore store) {
        this.store = store;
    }

    /** How often presence has asked the store for {@code operation}, whatever came of it. */
    public long storeOperations(Operation operation) {
        return store.asked(operation);
    }

    /** How often {@code operation} was not answered. */
    public long storeFailures(Operation operation) {
        return store.failed(operation);
    }

    /** Connections that came to a room through this node. */
    public long joins() {
        return joins.sum();
    }

    /** Connections that were released through this node. */
    public long released() {
        return released.sum();
    }

    /** Connections last heard of by this node whose lease ran out without a release. */
    public long expired() {
        return expired.sum();
    }

    /** Renewals this node has written. */
    public long renewals() {
        return renewals.sum();
    }

    /** Rosters handed to followers because they looked different from the one before. */
    public long published() {
        return published.sum();
    }

    /** Readings of rooms. */
    public long readings() {
        return readings.sum();
    }

    /** Readings and writes that the store did not answer; they are made again. */
    public long failures() {
        return failures.sum();
    }

    /** Writes that found a room's map full. */
    public long refused() {
        return refused.sum();
    }

    /** Reports to listeners that could not be made at once, and are looked into again. */
    public long reportsDelayed() {
        return reportsDelayed.sum();
    }

    /** Rooms this node has to do with at the moment. */
    public int rooms() {
        return rooms;
    }

    /** Rooms that somebody follows here. */
    public int followedRooms() {
        return followedRooms;
    }

    /** Streams and polls that follow a room here. */
    public int followers() {
        return followers;
    }

    /** Connections last heard of by this node. */
    public int connections() {
        return connections;
    }

    /** How many viewers the largest room has that this node has to do with. */
    public int largestRoom() {
        return largestRoom;
    }
}
