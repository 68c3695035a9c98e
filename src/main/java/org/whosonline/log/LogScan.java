package org.whosonline.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * One pass over the bytes of a log that finds the line that counts for each member, without making a text per line.
 *
 * <p>Members are compared by their bytes, which the one canonical spelling allows. A member in a foreign spelling is
 * taken for another one here; readers, who decode it, put the two together.
 *
 * <p>Not thread-safe.
 */
final class LogScan {

    private static final int NONE = -1;
    private static final byte[] REMOVAL = Line.REMOVAL.getBytes(StandardCharsets.US_ASCII);

    private final byte[] log;
    private final FutureLines future;
    private final long now;

    // Per line that parsed: where it starts, where its member and itself end, its time, and the line that beat it.
    private final int[] starts;
    private final int[] memberEnds;
    private final int[] ends;
    private final long[] times;
    private final boolean[] removals;
    private final boolean[] counts;
    private final boolean[] moved;
    private int lines;
    private int skipped;

    // Open addressing: the line that counts so far for each member.
    private final int[] table;

    /**
     * @param log the value
     * @param from where its lines begin: behind the header, or where a tail starts
     * @param now the store's time in epoch seconds
     * @param future tells since when lines from the future have been known
     */
    LogScan(byte[] log, int from, long now, FutureLines future) {
        this.log = log;
        this.now = now;
        this.future = future;
        int room = 0;
        for (int i = from; i < log.length; i++) {
            if (log[i] == '\n') {
                room++;
            }
        }
        starts = new int[room];
        memberEnds = new int[room];
        ends = new int[room];
        times = new long[room];
        removals = new boolean[room];
        counts = new boolean[room];
        moved = new boolean[room];
        table = new int[Math.max(16, Integer.highestOneBit(room) << 2)];
        Arrays.fill(table, NONE);
        scan(from);
    }

    private void scan(int from) {
        int start = from;
        while (start < log.length) {
            int end = lineEnd(start);
            boolean whole = end < log.length;
            // An empty line is what stands before a removal.
            if (end > start && !(whole && parse(start, end))) {
                skipped++;
            }
            start = end + 1;
        }
    }

    private int lineEnd(int start) {
        int end = start;
        while (end < log.length && log[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Takes in the line from {@code start} to the line feed at {@code end}; false if it is not a member's line. */
    private boolean parse(int start, int end) {
        if (end - start < 7 || log[start] != '[' || log[start + 1] != '"' || log[end - 1] != ']') {
            return false;
        }
        int hash = 0;
        int at = start + 2;
        while (at < end && log[at] != '"') {
            if (log[at] == '\\') {
                hash = hash * 31 + log[at++];
            }
            hash = hash * 31 + log[at++];
        }
        int memberEnd = at + 1;
        boolean empty = memberEnd == start + 3;
        if (empty || memberEnd >= end || log[memberEnd] != ',') {
            return false;
        }
        long time = 0;
        at = memberEnd + 1;
        while (at < end && log[at] >= '0' && log[at] <= '9' && at - memberEnd <= 12) {
            time = time * 10 + (log[at++] - '0');
        }
        if (at == memberEnd + 1 || (log[at] != ',' && at != end - 1)) {
            return false;
        }
        add(start, memberEnd, at, end, time, hash);
        return true;
    }

    private void add(int start, int memberEnd, int timeEnd, int end, long stamp, int hash) {
        int line = lines++;
        starts[line] = start;
        memberEnds[line] = memberEnd;
        ends[line] = end;
        times[line] = stamp;
        removals[line] = isRemoval(timeEnd, end);
        if (stamp > now + FutureLines.TOLERANCE) {
            times[line] = future.firstSeen(new String(log, start, end - start, StandardCharsets.UTF_8), now);
            moved[line] = true;
        }
        int slot = slot(line, hash);
        int other = table[slot];
        if (other == NONE) {
            table[slot] = line;
            counts[line] = true;
        } else if (Line.supersedes(times[line], removals[line], times[other], removals[other])) {
            table[slot] = line;
            counts[line] = true;
            counts[other] = false;
        }
    }

    private boolean isRemoval(int timeEnd, int end) {
        return log[timeEnd] == ',' && Arrays.equals(log, timeEnd + 1, end - 1, REMOVAL, 0, REMOVAL.length);
    }

    /** The slot of the table that holds the member of {@code line}, or the free one that is its place. */
    private int slot(int line, int hash) {
        int mask = table.length - 1;
        int slot = (hash * 0x9E3779B9 >>> 7) & mask;
        while (table[slot] != NONE && !sameMember(line, table[slot])) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean sameMember(int a, int b) {
        return Arrays.equals(log, starts[a], memberEnds[a], log, starts[b], memberEnds[b]);
    }

    /** How many lines parsed. */
    int lines() {
        return lines;
    }

    /** How many lines did not parse. */
    int skipped() {
        return skipped;
    }

    /** Hands out the line that counts for each member, in the order of the log, expired ones and removals included. */
    void forEach(Consumer<Line> consumer) {
        for (int line = 0; line < lines; line++) {
            if (counts[line]) {
                String member = member(line);
                if (member == null) {
                    skipped++;
                } else {
                    consumer.accept(new Line(member, times[line], value(line)));
                }
            }
        }
    }

    private String member(int line) {
        return JsonText.unquote(log, starts[line] + 1, memberEnds[line]);
    }

    private String value(int line) {
        int at = memberEnds[line] + 1;
        while (log[at] >= '0' && log[at] <= '9') {
            at++;
        }
        return log[at] == ',' ? new String(log, at + 1, ends[line] - at - 2, StandardCharsets.UTF_8) : null;
    }

    /**
     * The log without the lines that are superseded, older than {@code oldest} in epoch seconds, or broken, and with
     * lines from the future brought down to when they were first seen.
     *
     * @param header what the result begins with
     */
    byte[] compact(byte[] header, long oldest) {
        ByteArrayOutputStream compacted = new ByteArrayOutputStream(log.length);
        compacted.writeBytes(header);
        for (int line = 0; line < lines; line++) {
            if (!counts[line] || times[line] < oldest) {
                continue;
            }
            if (moved[line]) {
                compacted.write(log, starts[line], memberEnds[line] - starts[line]);
                compacted.writeBytes(("," + times[line]).getBytes(StandardCharsets.UTF_8));
                String value = value(line);
                compacted.writeBytes((value == null ? "]\n" : "," + value + "]\n").getBytes(StandardCharsets.UTF_8));
            } else {
                compacted.write(log, starts[line], ends[line] + 1 - starts[line]);
            }
        }
        return compacted.toByteArray();
    }
}
