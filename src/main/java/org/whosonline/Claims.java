package org.whosonline;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The records that are under way on this node, of each session one that shows its user and one that hides them at a time,
 * and the marks whose record failed.
 *
 * <p>Thread-safe. Bounded: a record is under way for a few timeouts at most, and of failed marks only
 * {@value #MAX_FAILED} are kept; a mark that is not among them is found out by the next reading of the map.
 */
final class Claims {

    private static final int MAX_FAILED = 10_000;

    private final Map<Object, Boolean> showing = new ConcurrentHashMap<>();
    private final Map<Object, Boolean> hiding = new ConcurrentHashMap<>();
    private final Set<Mark> failed = ConcurrentHashMap.newKeySet();

    /**
     * Whether the caller may record for {@code session} now, which it must {@link #release} afterwards.
     *
     * <p>Who hides does not wait. Scenario: the page on which somebody hides is their first in a while, so it records them
     * when it comes in; that record is still under way when the page has been handled, and there may be no other request.
     */
    boolean take(Object session, boolean hidden) {
        return underWay(hidden).putIfAbsent(session, true) == null;
    }

    void release(Object session, boolean hidden) {
        underWay(hidden).remove(session);
    }

    private Map<Object, Boolean> underWay(boolean hidden) {
        return hidden ? hiding : showing;
    }

    /** Declares {@code mark} void: its record was refused or not answered. */
    void fail(Mark mark) {
        if (failed.size() < MAX_FAILED) {
            failed.add(mark);
        }
    }

    boolean isFailed(Mark mark) {
        return !failed.isEmpty() && failed.contains(mark);
    }

    /** Forgets {@code mark}, which may be null: no session has it any more. */
    void forget(Mark mark) {
        if (mark != null) {
            failed.remove(mark);
        }
    }
}
