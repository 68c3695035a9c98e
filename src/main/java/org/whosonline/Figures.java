package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.whosonline.store.CountingStore;
import org.whosonline.store.Operation;

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

    private final CountingStore store;
    private final LongSupplier conflicts;
    private final LongAdder cleanups = new LongAdder();
    private final LongAdder cleanupNanos = new LongAdder();

    private volatile long lastReadingNanos;
    private volatile LastCleanup lastCleanup;
    private volatile long evictions;

    /**
     * @param store the store as this map uses it
     * @param conflicts how many swaps its compactions have lost
     */
    Figures(CountingStore store, LongSupplier conflicts) {
        this.store = store;
        this.conflicts = conflicts;
    }

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
        cleanups.increment();
        cleanupNanos.add(cleanup.took().toNanos());
    }

    void evicted(long all) {
        evictions = all;
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

    /** Cleanups that this node has done, well or half. */
    public long cleanups() {
        return cleanups.sum();
    }

    /** How long all {@link #cleanups} took together. */
    public Duration cleanupTime() {
        return Duration.ofNanos(cleanupNanos.sum());
    }

    /** Swaps of compactions that were refused because somebody wrote in between; they are tried again. */
    public long compactionConflicts() {
        return conflicts.getAsLong();
    }

    /** Operations of a kind that this map has asked of the store, whatever came of them. */
    public long storeOperations(Operation operation) {
        return store.asked(operation);
    }

    /** Operations of a kind that the store did not answer, or that were not sent since it is away. */
    public long storeFailures(Operation operation) {
        return store.failed(operation);
    }

    /**
     * Entries, of whoever uses the servers, that were dropped before their time for want of memory: since the start, as
     * far as is known, which is asked once per interval of the cleanup.
     */
    public long evictions() {
        return evictions;
    }
}
