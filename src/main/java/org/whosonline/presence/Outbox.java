package org.whosonline.presence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.Line;
import org.whosonline.presence.Heard.Outcome;

/** What a room's connections have done on this node, until it stands in the store. Of the loop only. */
final class Outbox {

    /** How long a renewal may wait for others to travel with. */
    private static final long BATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Node node;
    private final Room room;
    private final Room.Surroundings around;
    private final Served served;
    private final List<Waiting> beats = new ArrayList<>();
    private final Set<String> closed = new HashSet<>();
    private final List<String> places = new ArrayList<>();
    private final Map<String, Line> renewals = new LinkedHashMap<>();
    private final Map<String, Long> releases = new LinkedHashMap<>();
    private final List<Line> repairs = new ArrayList<>();

    /** The connections released on this node within the window, and when. */
    private final Map<String, Long> released = new HashMap<>();

    /** Connections of which it is not known whether they were written, and whether a stay begins with them. */
    private final Map<String, Boolean> arriving = new HashMap<>();

    /** Those served when the log was last lost of whom nothing has been heard since. */
    private final Set<String> unsure = new HashSet<>();

    private long renewalsSince;

    /** What travels together. */
    final class Batch {
        private final List<Line> lines = new ArrayList<>();
        private final Map<Waiting, Decisions.Decision> waiting = new LinkedHashMap<>();
        private final Map<String, Long> carried = new HashMap<>();
        private boolean visible;

        private void add(Line line, boolean shows) {
            if (line != null) {
                lines.add(line);
                visible |= shows;
            }
        }

        List<Line> lines() {
            return lines;
        }

        /** Whether others should see it at once. */
        boolean isVisible() {
            return visible;
        }
    }

    Outbox(Node node, Room room, Served served, Room.Surroundings around) {
        this.node = node;
        this.room = room;
        this.served = served;
        this.around = around;
    }

    CompletableFuture<Heard> beat(Beat beat) {
        Waiting waiting = new Waiting(beat, node.clock().seconds());
        beats.add(waiting);
        return waiting.answer();
    }

    void release(String key) {
        served.remove(key);
        renewals.remove(key);
        if (released.putIfAbsent(key, node.clock().seconds()) == null) {
            releases.put(key, released.get(key));
        }
    }

    void closed(String key) {
        closed.add(key);
    }

    void hold(String user) {
        places.add(user);
    }

    /** Whether there is something that can only be decided with a fresh copy at hand. */
    boolean asks() {
        return !beats.isEmpty() || !closed.isEmpty() || !places.isEmpty();
    }

    boolean isEmpty() {
        return !asks() && releases.isEmpty() && renewals.isEmpty() && repairs.isEmpty();
    }

    /** Has what {@code read} lacks written again. */
    void repair(Copy read) {
        repairs.clear();
        repairs.addAll(served.missingIn(read, node.options()));
    }

    /** The log was lost. */
    void lost() {
        releases.putAll(released);
        unsure.clear();
        unsure.addAll(served.users());
    }

    /** Forgets the releases that nothing can undo any more. */
    void tend(long seconds) {
        released.values().removeIf(time -> time < seconds - node.options().windowSeconds());
    }

    private Decisions decisions() {
        return new Decisions(node, room.copy(), room.gathering(), served, released);
    }

    private List<Map.Entry<Waiting, Decisions.Decision>> decide(Decisions decisions) {
        List<Map.Entry<Waiting, Decisions.Decision>> decided = new ArrayList<>();
        for (Waiting waiting : beats) {
            decided.add(Map.entry(waiting, decisions.on(waiting.beat(), waiting.seconds())));
        }
        beats.clear();
        return decided;
    }

    /**
     * Answers all that waits while the store cannot be asked; what was heard is written once it can.
     *
     * @return whether there is something to be written then
     */
    boolean answerWithout() {
        boolean owes = false;
        for (Map.Entry<Waiting, Decisions.Decision> decided : decide(decisions())) {
            owes |= decided.getValue().outcome() == Outcome.TAKEN;
            answer(decided.getKey(), decided.getValue());
        }
        closed.clear();
        places.clear();
        return owes;
    }

    private void answer(Waiting waiting, Decisions.Decision decision) {
        waiting.answer().complete(new Heard(decision.outcome(), room.roster()));
    }

    /**
     * Takes out what is to be written now, and answers those for whom nothing is.
     *
     * @param evenNothing whether to answer a batch without lines rather than null
     * @return null if there is nothing to write
     */
    Batch next(boolean evenNothing) {
        Batch batch = new Batch();
        Decisions decisions = decisions();
        closed.forEach(key -> batch.add(decisions.onClosed(key), false));
        closed.clear();
        places.forEach(user -> batch.add(decisions.hold(user), true));
        places.clear();
        decide(decisions).forEach(decided -> take(batch, decided.getKey(), decided.getValue()));
        releases.forEach((key, time) -> batch.add(Lease.release(key, time), true));
        batch.carried.putAll(releases);
        releases.clear();
        repairs.forEach(line -> batch.add(line, true));
        repairs.clear();
        boolean renewalsDue = !renewals.isEmpty() && node.clock().nanos() - renewalsSince >= BATCH_NANOS;
        if (batch.lines.isEmpty() && !renewalsDue && !evenNothing) {
            return null;
        }
        renewals.values().forEach(line -> batch.add(line, false));
        node.figures().renewals.add(renewals.size());
        renewals.clear();
        return batch;
    }

    private void take(Batch batch, Waiting waiting, Decisions.Decision decision) {
        decision.lines().forEach(line -> batch.add(line, decision.isVisible()));
        if (decision.renewal() != null) {
            if (renewals.isEmpty()) {
                renewalsSince = node.clock().nanos();
            }
            renewals.put(waiting.key(), decision.renewal());
        }
        boolean goesOn = decision.outcome() == Outcome.TAKEN
                && !decision.arrives()
                && !waiting.beat().hidden();
        if (goesOn && unsure.remove(waiting.beat().user())) {
            around.goesOn(room, waiting.beat().user());
        }
        if (decision.lines().isEmpty()) {
            answer(waiting, decision);
        } else {
            batch.waiting.put(waiting, decision);
        }
    }

    /** {@code batch} stands in the store. */
    void sent(Batch batch) {
        node.figures().released.add(batch.carried.size());
        batch.waiting.forEach((waiting, decision) -> {
            if (decision.arrives()) {
                node.figures().joins.increment();
                around.arrived(room, waiting.beat().viewer(node.clock().seconds()), decision.begins());
            } else if (!waiting.beat().hidden()) {
                around.goesOn(room, waiting.beat().user());
            }
            answer(waiting, decision);
        });
    }

    /** Whether {@code batch} stands there is not known: the next reading tells, and what is missing is written again. */
    void notSent(Batch batch) {
        batch.carried.forEach(releases::putIfAbsent);
        batch.waiting.forEach((waiting, decision) -> {
            if (decision.arrives()) {
                arriving.put(waiting.key(), decision.begins());
            }
            answer(waiting, decision);
        });
    }

    /** Tells of those who stand in {@code copy} after all, be it that they were written again. */
    void reportArrivals(Copy copy) {
        arriving.entrySet().removeIf(arrival -> {
            Lease lease = copy.lease(arrival.getKey());
            if (lease != null && lease.isAlive(copy.time())) {
                around.arrived(room, lease.viewer(), arrival.getValue());
                return true;
            }
            return served.get(arrival.getKey()) == null;
        });
    }
}
