package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one site map has done on this node since the start, in numbers. Thread-safe; counting makes no request wait for
 * another and no garbage, and a page view that is not recorded counts nothing.
 */
public final class Figures {

    final LongAdder records = new LongAdder();
    final LongAdder recordsFailed = new LongAdder();
    final LongAdder recordsRefused = new LongAdder();
    final LongAdder removals = new LongAdder();
    final LongAdder repairs = new LongAdder();
    final LongAdder readings = new LongAdder();
    final LongAdder readingsFailed = new LongAdder();

    private volatile long lastReadingNanos;
    private volatile LastCleanup lastCleanup;

    Figures() {}

    /**
     * A cleanup by this node.
     *
     * @param ended when it ended, in the store's time
     * @param removed how many users it dropped
     * @param took how long it took
     */
    public record LastCleanup(Instant ended, int removed, Duration took) {}

    void read(long tookNanos) {
        lastReadingNanos = tookNanos;
        readings.increment();
    }

    void cleaned(LastCleanup cleanup) {
        lastCleanup = cleanup;
    }

    /** Page views that were recorded, and the store has them. */
    public long records() {
        return records.sum();
    }

    /** Records that the store did not answer; the user's next request makes them again. */
    public long recordsFailed() {
        return recordsFailed.sum();
    }

    /** Records that found the map full. */
    public long recordsRefused() {
        return recordsRefused.sum();
    }

    /** Users taken off because their session ended, whoever put them on. */
    public long removals() {
        return removals.sum();
    }

    /** Records that were found lost (flush, restart, eviction) and written again. */
    public long repairs() {
        return repairs.sum();
    }

    /** Readings of the whole map. */
    public long readings() {
        return readings.sum();
    }

    /** Readings that the store did not answer, or that found what cannot be read. */
    public long readingsFailed() {
        return readingsFailed.sum();
    }

    /** How long the last reading took; zero before the first. */
    public Duration lastReading() {
        return Duration.ofNanos(lastReadingNanos);
    }

    /** The last cleanup that this node has done, well or half; null if none. */
    public LastCleanup lastCleanup() {
        return lastCleanup;
    }
}
