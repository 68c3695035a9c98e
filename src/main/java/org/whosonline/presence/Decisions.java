package org.whosonline.presence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whosonline.log.Line;
import org.whosonline.presence.Heard.Outcome;

/** What has to be written for what connections do, given what is known of the room. Of the loop only. */
final class Decisions {

    /** How far ahead of now a line may be stamped, in seconds; less than what others take for the future. */
    private static final long MOST_AHEAD = 4;

    private final Node node;
    private final PresenceOptions options;
    private final Copy copy;
    private final Gathering gathering;
    private final Served served;
    private final Map<String, Long> released;
    private final Map<String, Integer> newcomers = new HashMap<>();
    private final long now;

    /**
     * @param lines what has to be written at once; empty if nothing
     * @param renewal what may be written with others, or null
     * @param isVisible whether others should see it at once
     * @param arrives whether it is a connection that was not there
     * @param begins whether its user was not there either
     */
    record Decision(
            Outcome outcome, List<Line> lines, Line renewal, boolean isVisible, boolean arrives, boolean begins) {

        static Decision none(Outcome outcome) {
            return new Decision(outcome, List.of(), null, false, false, false);
        }
    }

    /**
     * @param copy null if the room has not been read yet, like {@code gathering}
     * @param released the connections released on this node
     */
    Decisions(Node node, Copy copy, Gathering gathering, Served served, Map<String, Long> released) {
        this.node = node;
        this.options = node.options();
        this.copy = copy;
        this.gathering = gathering;
        this.served = served;
        this.released = released;
        this.now = node.clock().seconds();
    }

    /**
     * What to do about a sign of life, and notes that it was heard.
     *
     * @param seconds when it came in
     */
    Decision on(Beat beat, long seconds) {
        String key = Lease.key(beat.user(), beat.conn());
        Lease lease = copy == null ? null : copy.lease(key);
        if (released.containsKey(key) || lease != null && lease.isReleased()) {
            // Scenario: a page leaves, and its last heartbeat comes after its beacon by another way.
            return Decision.none(Outcome.RELEASED);
        }
        Gathering.Person person = gathering == null ? null : gathering.person(beat.user());
        Served.Connection here = served.get(key);
        boolean known = lease != null && lease.isAlive(now);
        Full old = lease != null && lease.full() != null ? lease.full() : here == null ? null : here.full();
        if (!known && here == null && isFull(person, beat.user())) {
            return Decision.none(Outcome.TOO_MANY);
        }
        Full full = full(beat, old, here, known, person, seconds);
        if (seconds - full.activeAt() > beat.stopAfterSeconds()) {
            return Decision.none(Outcome.STOPPED);
        }
        served.heard(key, full, seconds, node.clock().nanos(), beat.origin());
        // A lost line is not made good by a renewal. Scenario: nobody follows the room on this node, which has read it
        // anew
        // for this sign of life, and no node that has served the connection before looks at it.
        boolean says = !known || copy.isKept(key) || !full.saysTheSameAs(lease.full());
        if (!says && !isOld(lease, full, beat.stopAfterSeconds(), seconds)) {
            return new Decision(Outcome.TAKEN, List.of(), Lease.renewal(key, seconds), false, false, false);
        }
        if (!known && here == null) {
            newcomers.merge(beat.user(), 1, Integer::sum);
        }
        boolean shown = lease != null && lease.full() != null && lease.full().hidden() && !full.hidden();
        // Not older than the line it answers. Scenario: the clocks of two nodes differ by less than a second, and a
        // page says
        // one thing at the one and at once another at the other.
        long stamp = lease == null ? seconds : Math.max(seconds, Math.min(lease.fullTime(), seconds + MOST_AHEAD));
        List<Line> lines = new ArrayList<>(List.of(Lease.full(key, stamp, full)));
        if (!known && person != null) {
            // The page has come for which the place was held.
            person.places().forEach(place -> lines.add(Lease.release(place, seconds)));
        }
        boolean begins = person == null || shown && person.newest().hidden();
        // Who hides does not come, as far as anybody is told.
        boolean arrives = (!known || shown) && !full.hidden();
        return new Decision(Outcome.TAKEN, lines, null, says, arrives, begins);
    }

    private boolean isFull(Gathering.Person person, String user) {
        int connections = person == null ? 0 : person.connections();
        // Those that came with this one are not yet seen.
        return connections + newcomers.getOrDefault(user, 0) >= options.maxConnections();
    }

    /** Whether a full line has to be written although it says nothing new: it would go, or other nodes not know of input. */
    private boolean isOld(Lease lease, Full full, long stopAfterSeconds, long seconds) {
        return seconds - lease.fullTime() > options.windowSeconds() / 2
                || full.activeAt() - lease.full().activeAt() > stopAfterSeconds / 4;
    }

    /** Somebody works on a page that says so, types, or begins or ends to edit. */
    private static boolean isInput(Beat beat, Full old) {
        return old == null
                || beat.state() == State.ACTIVE
                || Boolean.TRUE.equals(beat.typing())
                || beat.editing() != null && beat.editing() != old.editing();
    }

    private Full full(
            Beat beat, Full old, Served.Connection here, boolean known, Gathering.Person person, long seconds) {
        State state = beat.state() != null ? beat.state() : old == null ? State.ACTIVE : old.state();
        boolean editing = beat.editing() != null ? beat.editing() : old != null && old.editing();
        long typedAt = old == null ? 0 : old.typedAt();
        if (beat.typing() != null) {
            typedAt = beat.typing() ? seconds : 0;
        }
        long episode = person == null ? seconds : person.episode();
        if (old != null && (known || here != null)) {
            episode = Math.min(episode, old.episode());
        }
        long activeAt = seconds;
        if (!isInput(beat, old)) {
            // Renewals do not tell of input: this node may know of some that the log does not.
            activeAt = here == null
                    ? old.activeAt()
                    : Math.max(old.activeAt(), here.full().activeAt());
        }
        return new Full(
                beat.name(),
                beat.avatar(),
                state,
                editing,
                typedAt,
                episode,
                options.leaseSecondsOf(state),
                activeAt,
                beat.hidden());
    }

    /** The line that shortens the life of a connection whose stream has been closed; null if it goes on elsewhere. */
    Line onClosed(String key) {
        Lease lease = copy.lease(key);
        Served.Connection here = served.get(key);
        if (here == null || lease == null || !lease.isAlive(now) || lease.full().state() == State.AWAY) {
            return null;
        }
        long rest = Math.max(1, options.grace().toSeconds() - PresenceOptions.SLACK_SECONDS);
        boolean elsewhere = lease.seen() > here.heard();
        if (elsewhere || now + rest >= lease.seen() + lease.full().lease()) {
            return null;
        }
        Full full = lease.full().withLease(rest);
        served.heard(key, full, now, here.heardNanos(), null);
        return Lease.full(key, now, full);
    }

    /** The line that holds the place of {@code user}; null if they are not here. */
    Line hold(String user) {
        Gathering.Person person = gathering.person(user);
        if (person == null) {
            return null;
        }
        String place = Lease.hold(Long.toHexString(node.random().nextLong()));
        Full full = person.full().withLease(PresenceOptions.HOLD_SECONDS - PresenceOptions.SLACK_SECONDS);
        return Lease.full(Lease.key(user, place), now, full);
    }
}
