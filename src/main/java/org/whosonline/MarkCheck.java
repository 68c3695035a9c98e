package org.whosonline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.StoreClock;

/** Tells which marks stand in for a record. Thread-safe; looks into memory only. */
final class MarkCheck {

    /** The age to which a mark is believed with no reading to go by: what it takes to settle and be read, and a margin. */
    private static final long UNCHECKED_MILLIS = 10_000;

    private final StoreClock clock;
    private final Duration window;
    private final long recordAfterSeconds;
    private final AppendedMap map;
    private final Snapshots snapshots;
    private final Served served;
    private final Claims claims;

    private volatile long servedNanos;

    MarkCheck(
            StoreClock clock,
            UsersOnline.Options options,
            AppendedMap map,
            Snapshots snapshots,
            Served served,
            Claims claims) {
        this.clock = clock;
        this.window = options.window();
        this.recordAfterSeconds = options.recordAfter().toSeconds();
        this.map = map;
        this.snapshots = snapshots;
        this.served = served;
        this.claims = claims;
        this.servedNanos = clock.nanos() - window.toNanos() - 1;
    }

    /** See {@link UsersOnline#isRecorded(Mark, String, boolean)}. */
    boolean isRecorded(Mark mark, String id, boolean hidden) {
        if (mark == null || mark.hidden() != hidden || !mark.user().equals(id)) {
            return false;
        }
        long millis = clock.millis();
        long age = Math.floorDiv(millis, 1000L) - mark.time();
        if (age < 0 || age > recordAfterSeconds || claims.isFailed(mark)) {
            return false;
        }
        served();
        if (map.removalOf(id) >= mark.time()) {
            return false;
        }
        boolean believed = isBelieved(mark, millis, snapshots.reading());
        if (believed) {
            served.add(mark);
        }
        return believed;
    }

    /**
     * With nothing to go by, a young mark is believed. Later there would be a reading, were this a node that serves. One
     * that has just begun to, since a balancer sent the session here, rather records once too often than believes for two
     * minutes.
     */
    private static boolean isBelieved(Mark mark, long millis, Reading reading) {
        return reading == null || !reading.settles(mark)
                ? millis < mark.time() * 1000 + UNCHECKED_MILLIS
                : !reading.lacks(mark) && !reading.exposes(mark);
    }

    /** Whether this node has served anybody within the window. */
    boolean hasServed() {
        return clock.nanos() - servedNanos < window.toNanos();
    }

    /** Notes that this node serves sessions. Written once a second at most, to keep the cache line quiet. */
    void served() {
        long now = clock.nanos();
        if (now - servedNanos > TimeUnit.SECONDS.toNanos(1)) {
            servedNanos = now;
        }
    }
}
