package org.whosonline.log;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When this node first saw each line that bears a time of the future.
 *
 * <p>Such lines come from a store whose clock was ahead before it was set right. Taken at their word they would count
 * for as long as the clock was ahead, so they count from when they were first seen.
 *
 * <p>Thread-safe. Remembers the last {@value #CAPACITY} lines; one that was forgotten counts from when it is seen again.
 */
final class FutureLines {

    /** How far ahead in seconds a line may be: clocks of whole seconds on several nodes differ by two or three. */
    static final int TOLERANCE = 5;

    private static final int CAPACITY = 20_000;

    private final Map<String, Long> seen = new LinkedHashMap<>();

    /** The time in epoch seconds at which {@code line} was first seen; {@code now} if that is now. */
    synchronized long firstSeen(String line, long now) {
        Long first = seen.putIfAbsent(line, now);
        if (first != null) {
            // The clock was set back again since: a line cannot have been seen in the future.
            return Math.min(first, now);
        }
        if (seen.size() > CAPACITY) {
            var eldest = seen.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return now;
    }
}
