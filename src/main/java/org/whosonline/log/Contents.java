package org.whosonline.log;

import java.util.HashMap;
import java.util.Map;

/**
 * What one reading of a map found: for each member the line that counts, whatever bucket or layout it stood in.
 *
 * <p>Not thread-safe while it is being filled; not changed afterwards.
 */
public final class Contents {

    private final long begunMillis;
    private final long begunNanos;
    private final Map<String, Line> lines = new HashMap<>();
    private int bytes;
    private int scanned;
    private int skipped;
    private boolean saved = true;
    private boolean lost;

    /** Begins a reading now. */
    Contents(StoreClock clock) {
        this.begunMillis = clock.millis();
        this.begunNanos = clock.nanos();
    }

    void add(LogScan scan) {
        scan.forEach(
                line -> lines.merge(line.member(), line, (known, other) -> other.supersedes(known) ? other : known));
        scanned += scan.lines();
        skipped += scan.skipped();
    }

    /**
     * Adds whole logs, by their keys.
     *
     * @throws UnsupportedFormatException if another release wrote one of them
     */
    void addLogs(Map<String, byte[]> logs, StoreClock clock, FutureLines future) {
        logs.forEach((key, log) -> {
            Header.check(key, log);
            add(new LogScan(log, Header.length(log), clock.seconds(), future));
            addBytes(log.length);
        });
    }

    void addBytes(int length) {
        bytes += length;
    }

    void notSaved() {
        saved = false;
    }

    void lost() {
        lost = true;
    }

    /**
     * Whether a log that the map had at this node's last reading is another one now or gone (flush, eviction, restart), so
     * that lines may be missing.
     */
    public boolean hasLost() {
        return lost;
    }

    /** The line that counts for each member, expired ones and removals included. */
    public Map<String, Line> lines() {
        return lines;
    }

    /** When the reading began, in epoch milliseconds of the store's time: what was stored before is in it. */
    public long begunMillis() {
        return begunMillis;
    }

    /** When the reading began, on the monotonic clock in nanoseconds. */
    public long begunNanos() {
        return begunNanos;
    }

    /** How many bytes the logs have, after compaction where this is one. */
    public int bytes() {
        return bytes;
    }

    /**
     * About how many bytes the lines from {@code oldest} on, in epoch seconds, take in one layout. Less than
     * {@link #bytes} while lines of the same members still stand in the layout before.
     */
    long bytesSince(long oldest) {
        long sum = 0;
        for (Line line : lines.values()) {
            if (line.time() >= oldest) {
                sum += line.member().length()
                        + 16
                        + (line.value() == null ? 0 : line.value().length() + 1);
            }
        }
        return sum;
    }

    /** How many lines made sense, those that others supersede included. */
    public int scanned() {
        return scanned;
    }

    /** How many lines made no sense. */
    public int skipped() {
        return skipped;
    }

    /** Of a compaction: whether every log that had something to drop was replaced. */
    public boolean saved() {
        return saved;
    }
}
