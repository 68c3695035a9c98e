package org.whosonline;

import java.time.Duration;
import java.util.List;

/**
 * What one cleanup did.
 *
 * @param before how many users the map held, those past the window included
 * @param removed the users dropped by this cleanup, the longest unseen first
 * @param now how many users are online
 * @param saved whether every bucket that had to change, and the count, were stored; what was not is left for the next
 *     cleanup, and nothing is lost
 * @param broken how many lines of the map made no sense; they were dropped
 */
public record CleanupReport(int before, List<Removed> removed, int now, boolean saved, int broken) {

    public CleanupReport {
        removed = List.copyOf(removed);
    }

    /** A report without broken lines. */
    public CleanupReport(int before, List<Removed> removed, int now, boolean saved) {
        this(before, removed, now, saved, 0);
    }

    /**
     * A user dropped.
     *
     * @param id the user's id
     * @param unseen the time since the user was last recorded, in whole seconds
     */
    public record Removed(String id, Duration unseen) {}
}
