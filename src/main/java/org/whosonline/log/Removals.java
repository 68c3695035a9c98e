package org.whosonline.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The removals this node has made within the window, so that one that got lost can be made again.
 *
 * <p>A removal must outlive what it removes: the record may stand in a server that is away and comes back, or still be
 * under way. In the log, compaction keeps it; when the log itself is lost, this memory does.
 *
 * <p>Thread-safe. When more than {@value #CAPACITY} users leave within one window, the surplus is written once and not
 * remembered.
 */
final class Removals {

    private static final int CAPACITY = 100_000;

    private final Map<String, Removal> byMember = new ConcurrentHashMap<>();

    private record Removal(long time, boolean written) {}

    /** Remembers a removal that is about to be written. The newest of a member stands for the earlier ones. */
    void add(Line removal) {
        if (byMember.size() < CAPACITY || byMember.containsKey(removal.member())) {
            byMember.merge(removal.member(), new Removal(removal.time(), false), (a, b) -> a.time > b.time ? a : b);
        }
    }

    /** Notes that a removal stands in every layout. */
    void written(Line removal) {
        byMember.computeIfPresent(
                removal.member(),
                (member, known) -> known.time == removal.time() ? new Removal(known.time, true) : known);
    }

    /** Has every removal written again: the log is not the one that they were written to. */
    void writeAgain() {
        byMember.replaceAll((member, removal) -> new Removal(removal.time, false));
    }

    /** The removals that still have to be written, with their original times. Forgets those before {@code oldest}. */
    List<Line> unwritten(long oldest) {
        byMember.values().removeIf(removal -> removal.time < oldest);
        List<Line> lines = new ArrayList<>();
        byMember.forEach((member, removal) -> {
            if (!removal.written) {
                lines.add(Line.removal(member, removal.time));
            }
        });
        return lines;
    }

    boolean isEmpty() {
        return byMember.isEmpty();
    }

    /** The time of the last remembered removal of {@code member} in epoch seconds, or -1. */
    long timeOf(String member) {
        Removal removal = byMember.isEmpty() ? null : byMember.get(member);
        return removal == null ? -1 : removal.time;
    }
}
