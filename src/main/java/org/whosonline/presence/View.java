package org.whosonline.presence;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** What a node knows of a room and shows of it. Of the loop only. */
final class View {

    /** Reading a room, or putting its roster together, takes at most one part in so many of the time. */
    private static final int SHARE = 10;

    /** Up to so many connections a room is put together within a millisecond. */
    private static final int SMALL = 1_000;

    /** How much later than due a reading may come, in nanoseconds, before what is shown is marked stale. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Node node;
    private final Room room;
    private final Room.Surroundings around;
    private final Sightings sightings;
    private final Followers followers = new Followers();

    private Copy copy;
    private Gathering gathering;
    private Roster roster;
    private boolean gatherLater;
    private long gatheredNanos;
    private long gatherTook;
    private long heldUntil;

    View(Node node, Room room, Room.Surroundings around) {
        this.node = node;
        this.room = room;
        this.around = around;
        this.sightings = new Sightings(node.options());
        this.roster = Roster.unknown(room.id());
        this.gatheredNanos = node.clock().nanos();
        this.heldUntil = gatheredNanos;
    }

    /** Null before the first reading, like {@link #gathering}. */
    Copy copy() {
        return copy;
    }

    Gathering gathering() {
        return gathering;
    }

    Roster roster() {
        return roster;
    }

    Followers followers() {
        return followers;
    }

    boolean isFollowed() {
        return !followers.isEmpty();
    }

    /** How long a reading is good for where the room is followed, in nanoseconds. */
    long rereadNanos() {
        return Math.max(node.options().reread().toNanos(), pacedNanos());
    }

    /** How long must lie between two readings of a big room, in nanoseconds. */
    long pacedNanos() {
        return copy == null ? 0 : SHARE * copy.tookNanos();
    }

    /**
     * Whether it is time to read again what has changed since the last reading. Where many come and go, a big room would
     * else be read from morning till night.
     */
    boolean mayReadAgain(long now) {
        return copy == null || copy.leases().size() <= SMALL || ageNanos(now) >= pacedNanos();
    }

    /** How old the last reading is, in nanoseconds; the largest number if there was none. */
    long ageNanos(long now) {
        return copy == null ? Long.MAX_VALUE : now - copy.begunNanos();
    }

    private boolean isStale(long now) {
        return isHolding(now) || ageNanos(now) > rereadNanos() + LATE_NANOS;
    }

    private boolean isUnknown(long now) {
        return ageNanos(now) > TimeUnit.SECONDS.toNanos(node.options().windowSeconds());
    }

    private boolean isHolding(long now) {
        return now - heldUntil < 0;
    }

    /** Whether somebody's lease has run out since the last reading, as far as that could tell. */
    boolean isSomebodyDue(long seconds) {
        return gathering != null && copy.time() <= gathering.nextEnd() && gathering.nextEnd() < seconds;
    }

    /** Whether what is shown changes by itself at some time, other than by a lease that runs out. */
    boolean isMoving() {
        return gathering != null && gathering.nextNanos() != Long.MAX_VALUE;
    }

    /** When it does, on the monotonic clock, if before {@code limit}; else that. */
    long nextNanos(long limit) {
        return isMoving() ? Math.min(limit, gathering.nextNanos()) : limit;
    }

    /**
     * Takes over a new reading.
     *
     * @param lost whether the log is not the one that was read before
     * @param troubled whether the store could not be reached since then
     */
    void took(Copy read, boolean lost, boolean troubled) {
        if (lost || troubled && copy != null && isStale(read.begunNanos())) {
            holdDepartures();
        }
        if (isHolding(node.clock().nanos())) {
            read.keep(copy);
        }
        copy = read;
        // Readings of a big room are rare enough, and somebody may wait for what comes of this one.
        gatherNow();
    }

    /**
     * After the log was lost, or nobody could write to it for a while, nobody has left for that, nor is taken to have left
     * at all until all have had the time for a heartbeat. Scenario: a user closes one of two tabs; the other was opened on
     * another node, and its line was lost before this one read it.
     */
    private void holdDepartures() {
        copy.leases().values().stream()
                .filter(lease -> lease.isAlive(copy.time()))
                .forEach(lease -> sightings.hold(lease.key()));
        heldUntil =
                node.clock().nanos() + TimeUnit.SECONDS.toNanos(node.options().missedSeconds());
    }

    /** Shows what has changed by itself: somebody has left for good, typing has ended, the store has not answered for long. */
    void tend(long now) {
        boolean outdated = isStale(now) != roster.stale()
                || isUnknown(now) && roster.total().isPresent();
        if (gathering != null && (gathering.nextNanos() <= now || gatherLater || outdated)) {
            gather();
        }
    }

    /** Puts the roster together, soon or now, and hands it out if it looks different. */
    void gather() {
        if (copy == null) {
            return;
        }
        // Between two changes of a big room many more can happen than can be shown. A small one never waits: whoever
        // has
        // joined and looks at once is to see that, also where a pause or a cold start made the last time a long one.
        gatherLater = copy.leases().size() > SMALL && node.clock().nanos() - gatheredNanos < SHARE * gatherTook;
        if (!gatherLater) {
            gatherNow();
        }
    }

    private void gatherNow() {
        long begun = node.clock().nanos();
        gatherLater = false;
        Gathering before = gathering;
        sightings.begin(
                begun, node.clock().millis(), isStale(begun), user -> before != null && before.person(user) != null);
        gathering = new Gathering(copy, sightings);
        Roster next = isUnknown(begun)
                ? Roster.unknown(room.id())
                : gathering.roster(roster, around::statusOf, Instant.ofEpochSecond(copy.time()), isStale(begun));
        boolean changed = !next.looksLike(roster);
        roster = next;
        if (changed) {
            followers.changed();
        }
        deliver();
        around.gathered(room, copy, gathering);
        gatheredNanos = node.clock().nanos();
        gatherTook = gatheredNanos - begun;
    }

    /** Hands the roster to those who do not have it. */
    void deliver() {
        followers.deliver(roster, node.figures());
    }
}
