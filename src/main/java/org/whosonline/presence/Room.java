package org.whosonline.presence;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One room on one node: what this node knows of it, who follows it here, and what this node has to write.
 *
 * <p>Of the loop only, so nothing here needs a lock.
 */
final class Room {

    /** So many connections are read within a millisecond. */
    private static final int FEW = 200;

    /** How long a room is kept in mind that nobody uses any more. */
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String id;
    private final Node node;
    private final RoomLog log;
    private final Surroundings around;
    private final Served served = new Served();
    private final View view;
    private final Outbox outbox;
    private final Sync sync;
    private long usedNanos;

    /** When to look whether somebody has gone, on the monotonic clock; null if nobody wants to know. */
    private Long lookNanos;

    /** What the rooms of a node have around them. */
    interface Surroundings {
        /** The status of a user; null if there is none. */
        String statusOf(String user);

        /** Whether somebody is told of who comes and goes. */
        boolean reports();

        /** A room has been written to in full. */
        void written(String room);

        /** Somebody who does not hide has come, or one more connection of theirs; {@code begins} if it is a new stay as far as is known here. */
        void arrived(Room room, Viewer viewer, boolean begins);

        /** {@code user} is still there, as is to be kept in mind now and then. */
        void goesOn(Room room, String user);

        /** The roster was put together anew from {@code copy}. */
        void gathered(Room room, Copy copy, Gathering gathering);
    }

    Room(String id, Node node, RoomKeys keys, Surroundings around) {
        this.id = id;
        this.node = node;
        this.around = around;
        this.log = new RoomLog(node, keys, id);
        this.view = new View(node, this, around);
        this.outbox = new Outbox(node, this, served, around);
        this.sync = new Sync(node, log, view, served, outbox, () -> around.written(id));
        this.usedNanos = node.clock().nanos();
    }

    String id() {
        return id;
    }

    String versionKey() {
        return log.versionKey();
    }

    boolean isFollowed() {
        return view.isFollowed();
    }

    int followers() {
        return view.followers().size();
    }

    Served served() {
        return served;
    }

    Roster roster() {
        return view.roster();
    }

    /** Null before the first reading, like {@link #gathering}. */
    Copy copy() {
        return view.copy();
    }

    Gathering gathering() {
        return view.gathering();
    }

    /** When the connection was last heard of, here or on another node, on the monotonic clock; null if not at all. */
    Long lastHeard(String key) {
        return served.lastHeard(key, copy(), node.clock());
    }

    CompletableFuture<Heard> beat(Beat beat) {
        CompletableFuture<Heard> answer = outbox.beat(beat);
        boolean small = copy() != null && copy().leases().size() <= FEW;
        if (small && beat.saysSomething() && copy().lease(Lease.key(beat.user(), beat.conn())) != null) {
            // Compared with what is known. Scenario: a page said "idle" at another node a moment ago, and says "active"
            // here, where it is still known as active.
            sync.outdated();
        }
        used();
        return answer;
    }

    void release(String key) {
        outbox.release(key);
        if (around.reports()) {
            // Where nobody follows the room, nothing else would find out in time.
            lookNanos = node.clock().nanos() + node.options().leaveGrace().toNanos();
        }
        used();
    }

    void streamOpened(String key) {
        served.streamOpened(key);
    }

    void streamClosed(String key) {
        if (served.streamClosed(key)) {
            // Whether it goes on elsewhere has to be known first.
            readAnew().thenAccept(roster -> {
                if (roster.total().isPresent()) {
                    outbox.closed(key);
                    sync.pump();
                }
            });
        }
    }

    void streamEnded(String key) {
        served.streamClosed(key);
    }

    /** Holds the place of {@code user}, if they are here, until the page being rendered for them joins. */
    void hold(String user) {
        outbox.hold(user);
        used();
    }

    /** The roster, read anew unless that is hardly old. */
    CompletableFuture<Roster> read() {
        CompletableFuture<Roster> reader = sync.read();
        used();
        return reader;
    }

    /** The roster as of a reading begun after this; unknown if the store does not answer. */
    CompletableFuture<Roster> readAnew() {
        CompletableFuture<Roster> reader = sync.readAnew();
        used();
        return reader;
    }

    void follow(Followers.Follower follower) {
        // Asked before: as soon as it is followed, a reading is good for longer, for then it is kept up to date.
        boolean fresh = sync.isFresh();
        view.followers().add(follower);
        used();
        if (fresh) {
            view.deliver();
        } else {
            sync.outdated();
            sync.pump();
        }
    }

    void unfollow(Followers.Follower follower) {
        view.followers().remove(follower);
        usedNanos = node.clock().nanos();
    }

    private void used() {
        usedNanos = node.clock().nanos();
        sync.pump();
    }

    /** What a look at the versions has found; null if there is none. */
    void polled(String found) {
        sync.polled(found);
    }

    /** The statuses of {@code users} have changed. */
    void regather(Collection<String> users) {
        // Scenario: nobody follows this room; somebody sets a status and looks again within the second for which the
        // last reading serves. What is older is read again before anybody sees it.
        boolean shows = gathering() != null
                && users.stream().anyMatch(user -> gathering().person(user) != null);
        if (shows && (isFollowed() || sync.isFresh())) {
            view.gather();
        }
    }

    /** Does whatever is due, and tells when it wants to be called again, on the monotonic clock. */
    long tend() {
        long now = node.clock().nanos();
        long seconds = node.clock().seconds();
        boolean lapsed = served.lapse(copy(), seconds, node.figures());
        outbox.tend(seconds);
        boolean old = view.ageNanos(now) >= view.rereadNanos();
        boolean looks = lookNanos != null && now - lookNanos >= 0;
        if (looks) {
            lookNanos = null;
        }
        if (lapsed || looks || isFollowed() && (old || view.isSomebodyDue(seconds))) {
            sync.behind();
        }
        view.tend(now);
        sync.pump();
        return view.nextNanos(now + node.options().tick().toNanos());
    }

    /** Whether nobody is here, as far as is known. */
    boolean isEmpty() {
        return gathering() != null && gathering().isEmpty() && !roster().stale() && served.isEmpty();
    }

    /** Drops from the store what no longer counts. */
    CompletableFuture<Void> compact() {
        return log.compact();
    }

    /** Whether nothing is left to do for this room here. */
    boolean isUnused() {
        return sync.isIdle()
                && !isFollowed()
                && lookNanos == null
                && served.isEmpty()
                && !view.isMoving()
                && node.clock().nanos() - usedNanos > KEEP_NANOS;
    }
}
