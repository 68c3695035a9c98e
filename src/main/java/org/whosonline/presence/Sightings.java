package org.whosonline.presence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What is shown for a while from when this node first sees it: a user who is leaving, and one who types. The while is
 * measured on this machine's monotonic clock, so that nobody's clock has to be right, and what is too old by its stamp when
 * it is first seen is not shown at all.
 *
 * <p>Not thread-safe.
 */
final class Sightings {

    /** How far a stamp, which is of whole seconds, may be behind by the time it is read. */
    private static final long LATE_SECONDS = 2;

    private final PresenceOptions options;
    private final Map<String, Long> leaving = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final Map<String, Long> typing = new HashMap<>();

    private long nowNanos;
    private long nowMillis;
    private long nowSeconds;
    private boolean holding;
    private Predicate<String> shown;
    private long next;

    Sightings(PresenceOptions options) {
        this.options = options;
    }

    /**
     * Begins to look at a copy.
     *
     * @param nanos on the monotonic clock
     * @param millis the store's time, in epoch milliseconds
     * @param holding whether nobody leaves for now: what is known is old, or not all of it
     * @param shown whether a user was there when this was last done
     */
    void begin(long nanos, long millis, boolean holding, Predicate<String> shown) {
        this.holding = holding;
        this.shown = shown;
        nowNanos = nanos;
        nowMillis = millis;
        nowSeconds = Math.floorDiv(millis, 1000L);
        next = Long.MAX_VALUE;
        if (!holding) {
            held.clear();
        }
        // Twice as long as they count, or one that has just ended would be seen for the first time again.
        leaving.values()
                .removeIf(first -> nanos - first > 2 * options.leaveGrace().toNanos() + 10_000_000_000L);
        typing.values().removeIf(first -> nanos - first > 2 * options.typing().toNanos() + 10_000_000_000L);
    }

    /** Has a connection hold its user's place, whatever became of it, for as long as nobody leaves. */
    void hold(String key) {
        held.add(key);
    }

    /** Whether a connection that is no longer alive still holds its user's place. */
    boolean isLeaving(Lease lease) {
        // One whose lease had run out before was gone already; a place that was held is given up with the release.
        boolean waits = lease.isReleased() ? nowSeconds <= lease.end() : held.contains(lease.key());
        if (waits && holding) {
            return true;
        }
        if (!lease.isReleased() || lease.isHold() || lease.released() > lease.end()) {
            return false;
        }
        leaving.computeIfAbsent(lease.key(), first -> nowNanos - agoNanos(lease));
        return isWithin(
                leaving, lease.key(), lease.released(), options.leaveGrace().toNanos());
    }

    /**
     * How long ago it was released, where that matters: a node that has not shown the user before, for instance because it
     * looks at the room for the first time, shows them no longer than others do. Stamps are of whole seconds, and the clocks of
     * two nodes agree to a second ({@link org.whosonline.log.StoreClock#millis}), so this is right to one and a half.
     */
    private long agoNanos(Lease lease) {
        return shown.test(lease.user())
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(Math.max(0, nowMillis - lease.released() * 1000 - 500));
    }

    boolean isTyping(Lease lease) {
        return lease.full().typedAt() > 0
                && isWithin(
                        typing,
                        lease.full().typedAt() + lease.key(),
                        lease.full().typedAt(),
                        options.typing().toNanos());
    }

    private boolean isWithin(Map<String, Long> firsts, String what, long stamp, long nanos) {
        if (nowSeconds > stamp + nanos / 1_000_000_000L + LATE_SECONDS) {
            return false;
        }
        long left = firsts.computeIfAbsent(what, first -> nowNanos) + nanos - nowNanos;
        if (left > 0) {
            next = Math.min(next, nowNanos + left);
        }
        return left > 0;
    }

    /** When the first of what was looked at ends, on the monotonic clock; the largest number if nothing does. */
    long next() {
        return next;
    }
}
