package org.whosonline.presence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.Line;
import org.whosonline.presence.Heard.Outcome;

/**
 * One room on one node: what this node knows of it, who follows it here, and what this node has to write.
 *
 * <p>Of the loop only, so nothing here needs a lock. At most one operation on the store is under way; whatever comes
 * meanwhile waits for its end and then goes together.
 */
final class Room {

    /** How long a renewal may wait for others to travel with. */
    private static final long BATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long after a failure the next try comes. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How old a reading may be that is used for a room that nobody follows here. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reading a room, or putting its roster together, takes at most one part in so many of the time. */
    private static final int SHARE = 10;

    private final String id;
    private final Node node;
    private final Surroundings around;
    private final RoomLog log;
    private final Served served = new Served();
    private final Sightings sightings;
    private final Followers followers = new Followers();
    private final List<Waiting> beats = new ArrayList<>();
    private final List<CompletableFuture<Roster>> readers = new ArrayList<>();
    private final Map<String, Line> renewals = new LinkedHashMap<>();
    private final Map<String, Long> releases = new LinkedHashMap<>();
    private final Map<String, Long> released = new HashMap<>();
    private final List<Line> repairs = new ArrayList<>();
    private final Set<String> closed = new HashSet<>();
    private final List<String> places = new ArrayList<>();

    private Copy copy;
    private Gathering gathering;
    private Roster roster;
    private String version;
    private String polled;
    private boolean busy;
    private boolean dirty;
    private boolean owesVersion;
    private boolean gatherLater;
    private long gatheredNanos;
    private long gatherTook;
    private long renewalsSince;
    private long retryNanos;
    private long heldUntil;
    private long usedNanos;

    /** What the rooms of a node have around them. */
    interface Surroundings {
        /** The status of a user; null if there is none. */
        String statusOf(String user);

        /** A room has been written to in full. */
        void written(String room);

        /** Somebody has come, or one more connection of theirs; {@code begins} if it is a new stay as far as is known here. */
        void arrived(Room room, String user, boolean begins);

        /** A connection of {@code user} has been written in full again. */
        void goesOn(Room room, String user);

        /** The roster was put together anew from {@code copy}. */
        void gathered(Room room, Copy copy, Gathering gathering);

        /** A connection has been written again because its log was lost. */
        void restored(Room room, String user);
    }

    private record Waiting(Beat beat, long seconds, CompletableFuture<Heard> answer) {}

    Room(String id, Node node, RoomKeys keys, Surroundings around) {
        this.id = id;
        this.node = node;
        this.around = around;
        this.log = new RoomLog(node, keys, id);
        this.sightings = new Sightings(node.options());
        this.roster = Roster.unknown(id);
        long now = node.clock().nanos();
        this.heldUntil = now;
        this.retryNanos = now;
        this.usedNanos = now;
        this.gatheredNanos = now;
    }

    String id() {
        return id;
    }

    String versionKey() {
        return log.versionKey();
    }

    boolean isFollowed() {
        return !followers.isEmpty();
    }

    int followers() {
        return followers.size();
    }

    int connections() {
        return served.size();
    }

    boolean serves(String user) {
        return served.serves(user);
    }

    Roster roster() {
        return roster;
    }

    Gathering gathering() {
        return gathering;
    }

    List<String> connectionsOf(String origin) {
        return served.of(origin);
    }

    /** When the connection was last heard of, here or on another node, on the monotonic clock; null if not at all. */
    Long lastHeard(String key) {
        Served.Connection connection = served.get(key);
        Lease lease = copy == null ? null : copy.lease(key);
        if (lease == null || lease.isReleased()) {
            return connection == null ? null : connection.heardNanos();
        }
        long elsewhere = node.clock().nanos()
                - TimeUnit.SECONDS.toNanos(Math.max(0, node.clock().seconds() - lease.seen()));
        return connection == null || elsewhere > connection.heardNanos() ? elsewhere : connection.heardNanos();
    }

    // What comes in.

    CompletableFuture<Heard> beat(Beat beat) {
        CompletableFuture<Heard> answer = new CompletableFuture<>();
        beats.add(new Waiting(beat, node.clock().seconds(), answer));
        used();
        return answer;
    }

    void release(String key) {
        served.remove(key);
        renewals.remove(key);
        if (released.putIfAbsent(key, node.clock().seconds()) == null) {
            releases.put(key, released.get(key));
        }
        used();
    }

    void streamOpened(String key) {
        served.streamOpened(key);
    }

    void streamClosed(String key) {
        if (served.streamClosed(key)) {
            closed.add(key);
            // Whether it goes on elsewhere has to be known first.
            dirty = true;
            used();
        }
    }

    void streamEnded(String key) {
        served.streamClosed(key);
    }

    /** Holds the place of {@code user}, if they are here, until the page being rendered for them joins. */
    void hold(String user) {
        places.add(user);
        used();
    }

    /** The roster, read anew unless that is hardly old. */
    CompletableFuture<Roster> read() {
        CompletableFuture<Roster> reader = new CompletableFuture<>();
        readers.add(reader);
        used();
        return reader;
    }

    /** The roster as of a reading begun after this. */
    CompletableFuture<Roster> readAnew() {
        dirty = true;
        return read();
    }

    void follow(Followers.Follower follower) {
        followers.add(follower);
        used();
        if (isFresh()) {
            followers.deliver(roster, node.figures());
        } else {
            dirty = true;
            pump();
        }
    }

    void unfollow(Followers.Follower follower) {
        followers.remove(follower);
        usedNanos = node.clock().nanos();
    }

    private void used() {
        usedNanos = node.clock().nanos();
        pump();
    }

    /** What a look at the versions has found; null if there is none. */
    void polled(String found) {
        if (!Objects.equals(found, version)) {
            polled = found;
            dirty = true;
            pump();
        }
    }

    /** Statuses have changed. */
    void regather() {
        gather();
    }

    // What goes on.

    /** Does whatever is due, and tells when it wants to be called again, on the monotonic clock. */
    long tend() {
        long now = node.clock().nanos();
        long seconds = node.clock().seconds();
        List<Served.Connection> lapsed = served.lapse(seconds);
        for (Served.Connection connection : lapsed) {
            Lease lease = copy == null ? null : copy.lease(connection.key());
            if (lease == null || !lease.isReleased() && !lease.isAlive(seconds)) {
                node.figures().expired.increment();
            }
        }
        released.values().removeIf(time -> time < seconds - node.options().windowSeconds());
        boolean runsOut = gathering != null && copy.time() <= gathering.nextEnd() && gathering.nextEnd() < seconds;
        if (!lapsed.isEmpty() || isFollowed() && (isOld(now) || runsOut)) {
            dirty = true;
        }
        if (gathering != null && (gathering.nextNanos() <= now || gatherLater || isStale(now) != roster.stale())) {
            gather();
        }
        pump();
        return next(now);
    }

    private long next(long now) {
        long next = now + node.options().tick().toNanos();
        return gathering == null ? next : Math.min(next, gathering.nextNanos());
    }

    private boolean isOld(long now) {
        return copy == null || now - copy.begunNanos() >= rereadNanos();
    }

    private long rereadNanos() {
        long paced = copy == null ? 0 : SHARE * copy.tookNanos();
        return Math.max(node.options().reread().toNanos(), paced);
    }

    private boolean isFresh() {
        if (copy == null || dirty) {
            return false;
        }
        long limit = isFollowed() ? rereadNanos() : Math.max(FRESH_NANOS, SHARE * copy.tookNanos());
        return node.clock().nanos() - copy.begunNanos() <= limit;
    }

    private boolean isStale(long now) {
        return copy == null || now - heldUntil < 0 || now - copy.begunNanos() > rereadNanos() + 2 * RETRY_NANOS;
    }

    /** Whether nobody is here, as far as is known. */
    boolean isEmpty() {
        return gathering != null && gathering.isEmpty() && !roster.stale() && served.isEmpty();
    }

    /** Drops from the store what no longer counts. */
    CompletableFuture<Void> compact() {
        return log.compact();
    }

    /** Whether nothing is left to do for this room here. */
    boolean isUnused() {
        long now = node.clock().nanos();
        return !busy
                && !isFollowed()
                && served.isEmpty()
                && beats.isEmpty()
                && readers.isEmpty()
                && releases.isEmpty()
                && closed.isEmpty()
                && (gathering == null || gathering.nextNanos() == Long.MAX_VALUE)
                && now - usedNanos > 5 * RETRY_NANOS;
    }

    private void pump() {
        if (busy) {
            return;
        }
        if (!node.store().available() || !node.clock().learned()) {
            answerWithout();
            return;
        }
        boolean asked = !beats.isEmpty() || !readers.isEmpty() || !closed.isEmpty() || !places.isEmpty();
        if (dirty || asked && !isFresh()) {
            if (mayTry()) {
                startReading();
            } else {
                answerWithout();
            }
        } else {
            answerReaders();
            write();
        }
    }

    private boolean mayTry() {
        return node.clock().nanos() - retryNanos >= 0;
    }

    private void startReading() {
        busy = true;
        dirty = false;
        // The version was taken before the reading begins: whatever changes from here on makes it another one.
        String before = polled;
        log.read()
                .whenCompleteAsync(
                        (read, fault) -> {
                            busy = false;
                            if (fault == null) {
                                took(read, before);
                            } else {
                                failed();
                            }
                            pump();
                        },
                        node.loop());
    }

    private void failed() {
        node.figures().failures.increment();
        dirty = true;
        retryNanos = node.clock().nanos() + RETRY_NANOS;
        answerWithout();
    }

    private void took(Copy read, String before) {
        boolean lost = read.hasLost() && copy != null;
        served.removeReleased(read);
        repairs.clear();
        repairs.addAll(served.missingIn(read));
        if (lost) {
            // Nobody has left for that: each lease counts until its own end, and what is written again comes to it.
            read.keep(copy);
            served.removeReleased(read);
            heldUntil = node.clock().nanos()
                    + TimeUnit.SECONDS.toNanos(node.options().lease().toSeconds() + PresenceOptions.SLACK_SECONDS);
            releases.putAll(released);
        }
        copy = read;
        version = before;
        gather();
        if (lost) {
            served.users().forEach(user -> around.restored(this, user));
        }
    }

    /** While the store is away everybody gets what is known, and connections are written once it is back. */
    private void answerWithout() {
        if (gathering != null && isStale(node.clock().nanos()) != roster.stale()) {
            gather();
        }
        Decisions decisions = new Decisions(node, copy, gathering, served, released);
        for (Waiting waiting : drain()) {
            Decisions.Decision decision = decisions.on(waiting.beat, waiting.seconds);
            dirty |= decision.outcome() == Outcome.TAKEN;
            waiting.answer.complete(new Heard(decision.outcome(), roster));
        }
        closed.clear();
        places.clear();
        answerReaders();
        followers.deliver(roster, node.figures());
    }

    private List<Waiting> drain() {
        List<Waiting> drained = List.copyOf(beats);
        beats.clear();
        return drained;
    }

    private void answerReaders() {
        List<CompletableFuture<Roster>> drained = List.copyOf(readers);
        readers.clear();
        drained.forEach(reader -> reader.complete(roster));
    }

    // What goes out.

    private void write() {
        Batch batch = new Batch();
        Decisions decisions = new Decisions(node, copy, gathering, served, released);
        closed.forEach(key -> batch.add(decisions.onClosed(key), false));
        closed.clear();
        places.forEach(user -> batch.add(decisions.hold(user), true));
        places.clear();
        for (Waiting waiting : drain()) {
            Decisions.Decision decision = decisions.on(waiting.beat, waiting.seconds);
            decision.lines().forEach(line -> batch.add(line, decision.isVisible()));
            if (decision.renewal() != null) {
                renew(waiting.beat, decision.renewal());
            }
            if (decision.lines().isEmpty()) {
                waiting.answer.complete(new Heard(decision.outcome(), roster));
            } else {
                batch.waiting.add(waiting);
                batch.decisions.add(decision);
            }
        }
        releases.forEach((key, time) -> batch.add(Lease.release(key, time), true));
        batch.releases.putAll(releases);
        releases.clear();
        repairs.forEach(line -> batch.add(line, true));
        repairs.clear();
        boolean renewalsDue = !renewals.isEmpty() && node.clock().nanos() - renewalsSince >= BATCH_NANOS;
        if (batch.lines.isEmpty() && !renewalsDue && !owesVersion) {
            return;
        }
        renewals.values().forEach(line -> batch.add(line, false));
        node.figures().renewals.add(renewals.size());
        renewals.clear();
        send(batch);
    }

    private void renew(Beat beat, Line renewal) {
        if (renewals.isEmpty()) {
            renewalsSince = node.clock().nanos();
        }
        renewals.put(Lease.key(beat.user(), beat.conn()), renewal);
    }

    /** What travels together. */
    private static final class Batch {
        private final List<Line> lines = new ArrayList<>();
        private final List<Waiting> waiting = new ArrayList<>();
        private final List<Decisions.Decision> decisions = new ArrayList<>();
        private final Map<String, Long> releases = new HashMap<>();
        private boolean visible;

        private void add(Line line, boolean shows) {
            if (line != null) {
                lines.add(line);
                visible |= shows;
            }
        }
    }

    private void send(Batch batch) {
        busy = true;
        boolean bumps = batch.visible || owesVersion;
        log.write(batch.lines, bumps, version)
                .whenCompleteAsync(
                        (next, fault) -> {
                            busy = false;
                            if (fault == null) {
                                sent(batch, bumps, next);
                            } else {
                                notSent(batch, bumps);
                            }
                            pump();
                        },
                        node.loop());
    }

    private void sent(Batch batch, boolean bumps, String next) {
        batch.lines.forEach(copy::apply);
        owesVersion &= !bumps;
        if (next == null && bumps) {
            // Others have changed something as well. Who follows hears of it by the version; to all others it is old
            // news.
            dirty = isFollowed();
        } else {
            version = next;
            polled = next;
        }
        if (batch.visible) {
            gather();
            around.written(id);
        }
        node.figures().released.add(batch.releases.size());
        for (int i = 0; i < batch.waiting.size(); i++) {
            Decisions.Decision decision = batch.decisions.get(i);
            Waiting waiting = batch.waiting.get(i);
            if (decision.arrives()) {
                node.figures().joins.increment();
                around.arrived(this, waiting.beat.user(), decision.begins());
            } else {
                around.goesOn(this, waiting.beat.user());
            }
            waiting.answer.complete(new Heard(decision.outcome(), roster));
        }
    }

    /** Whether it stands there is not known; the next reading tells, and what is missing then is written again. */
    private void notSent(Batch batch, boolean bumps) {
        owesVersion |= bumps;
        batch.releases.forEach(releases::putIfAbsent);
        failed();
        for (int i = 0; i < batch.waiting.size(); i++) {
            batch.waiting
                    .get(i)
                    .answer
                    .complete(new Heard(batch.decisions.get(i).outcome(), roster));
        }
    }

    // What is seen.

    private void gather() {
        if (copy == null) {
            return;
        }
        long begun = node.clock().nanos();
        // Between two changes of a big room many more can happen than can be shown.
        gatherLater = begun - gatheredNanos < SHARE * gatherTook;
        if (gatherLater) {
            return;
        }
        sightings.begin(begun, node.clock().seconds());
        gathering = new Gathering(copy, sightings);
        long age = begun - copy.begunNanos();
        Roster next = age > TimeUnit.SECONDS.toNanos(node.options().windowSeconds())
                ? Roster.unknown(id)
                : gathering.roster(id, around::statusOf, Instant.ofEpochSecond(copy.time()), isStale(begun));
        boolean changed = !next.looksLike(roster);
        roster = next;
        if (changed) {
            followers.changed();
        }
        followers.deliver(roster, node.figures());
        around.gathered(this, copy, gathering);
        gatheredNanos = node.clock().nanos();
        gatherTook = gatheredNanos - begun;
    }
}
