package org.whosonline.presence;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.whosonline.presence.StayEntries.Verdict;

/**
 * Sees to it that each arrival and each departure is reported by one node.
 *
 * <p>For each user in a room the store holds what was last reported of them, {@code ["in","…"]} or {@code ["out","…"]}, and who
 * turns one into the other reports it. Whoever arrives writes the entry in any case, also where it says {@code in} already:
 * so a node that is about to report a departure, having read the entry before and the room after, loses its race.
 *
 * <p>Scenario: a user's last tab closes on one node while another opens on a second. The first reads the entry, reads the
 * room, sees nobody, and writes {@code out}; the second appends its line, and writes {@code in}. If the line came before
 * that reading, the user is seen. If it came after it, then the second's write comes after the first's reading of the entry: it
 * either makes the first's write fail, or finds {@code out}, and reports the new arrival after the departure.
 *
 * <p>Of the loop only.
 */
final class Stays {

    private static final int TRIES = 5;

    /** How long the store must have held anything before somebody found in an empty room is taken for new. */
    private static final long SETTLING_SECONDS = 15;

    private final Node node;
    private final RoomKeys keys;
    private final BiConsumer<Kind, Report> sink;
    private final StayEntries entries;
    private final Map<Room, Map<String, Long>> settled = new HashMap<>();
    private final Map<Room, Map<String, Deferred>> deferred = new LinkedHashMap<>();

    enum Kind {
        JOINED,
        LEFT
    }

    /** What a listener is told. */
    record Report(String room, Viewer viewer) {}

    /** An arrival that is not yet reported, and when it can be, both in epoch seconds. */
    private record Deferred(Viewer viewer, long came, long due) {}

    /** @param sink takes the reports; must not block */
    Stays(Node node, RoomKeys keys, BiConsumer<Kind, Report> sink) {
        this.node = node;
        this.keys = keys;
        this.sink = sink;
        this.entries = new StayEntries(node, keys);
    }

    /** A connection of {@code viewer} has come to {@code room}; {@code begins} if nobody knew of another. */
    void arrived(Room room, Viewer viewer, boolean begins) {
        forgetSettled(room, viewer.id());
        if (begins) {
            long came = node.clock().seconds();
            unlessYoung(() -> enter(room, viewer, true, TRIES), () -> defer(room, viewer, came));
        } else {
            enter(room, viewer, false, TRIES);
        }
    }

    /** The log may have been lost just now, and the user have been here all along: that is known after a while. */
    private void defer(Room room, Viewer viewer, long came) {
        deferred.computeIfAbsent(room, any -> new HashMap<>())
                .put(viewer.id(), new Deferred(viewer, came, node.clock().seconds() + SETTLING_SECONDS));
    }

    private void unlessYoung(Runnable then, Runnable otherwise) {
        node.then(entries.isYoung(SETTLING_SECONDS), (young, fault) -> {
            if (fault == null && !young) {
                then.run();
            } else {
                otherwise.run();
            }
        });
    }

    /**
     * The stay of {@code user} goes on: keeps the entry, and makes it anew should it be lost. Only somebody who has just been
     * heard of: what a node writes again of its own, after a flush, may have left since.
     */
    void goesOn(Room room, String user) {
        entries.keep(keys.stay(room.id(), user));
    }

    /**
     * Has the entry say {@code in}.
     *
     * @param begins whether to report an arrival where there is no entry
     */
    private void enter(Room room, Viewer viewer, boolean begins, int tries) {
        entries.change(
                keys.stay(room.id(), viewer.id()),
                true,
                found -> CompletableFuture.completedFuture(
                        (found == null ? begins : !found.in()) ? Verdict.WRITE_AND_REPORT : Verdict.WRITE),
                () -> report(Kind.JOINED, room, viewer),
                () -> {
                    if (room.gathering().person(viewer.id()) != null) {
                        enter(room, viewer, begins, tries - 1);
                    }
                },
                () -> defer(room, viewer, node.clock().seconds()),
                tries);
    }

    /**
     * Looks who of a room's copy has gone, and makes the reports that were put off.
     *
     * @param gathering made of {@code copy}
     */
    void gathered(Room room, Copy copy, Gathering gathering) {
        if (!room.roster().stale()) {
            lookWhoHasGone(room, copy, gathering);
            reportDeferred(room, copy.time(), gathering);
        }
    }

    private void lookWhoHasGone(Room room, Copy copy, Gathering gathering) {
        long oldest = copy.time() - node.options().windowSeconds();
        settled.getOrDefault(room, Map.of()).values().removeIf(time -> time < oldest);
        for (Lease lease : copy.leases().values()) {
            if (lease.full() == null || lease.isHold()) {
                continue;
            }
            Gathering.Person person = gathering.person(lease.user());
            if (person != null && !person.newest().hidden()) {
                continue;
            }
            Map<String, Long> known = settled.computeIfAbsent(room, any -> new HashMap<>());
            Long last = known.get(lease.user());
            if (last == null || last < lease.fullTime()) {
                known.put(lease.user(), lease.fullTime());
                leave(room, lease.viewer(), TRIES);
            }
        }
    }

    private void leave(Room room, Viewer viewer, int tries) {
        entries.change(
                keys.stay(room.id(), viewer.id()),
                false,
                // The entry before, the room after: see above.
                found -> found == null || !found.in()
                        ? CompletableFuture.completedFuture(Verdict.NOTHING)
                        : room.readAnew().thenApply(roster -> verdictOnLeaving(room, viewer.id(), roster)),
                () -> report(Kind.LEFT, room, viewer),
                () -> leave(room, viewer, tries - 1),
                // It is looked at again with the next reading.
                () -> forgetSettled(room, viewer.id()),
                tries);
    }

    private Verdict verdictOnLeaving(Room room, String user, Roster roster) {
        if (roster.total().isPresent() && !roster.stale() && roster.viewer(user).isEmpty()) {
            return Verdict.WRITE_AND_REPORT;
        }
        // Back, or not sure to be gone: it is looked at again with the next roster that is.
        forgetSettled(room, user);
        return Verdict.NOTHING;
    }

    /** @param now as of when {@code gathering} is: an older one may still show who has left meanwhile */
    private void reportDeferred(Room room, long now, Gathering gathering) {
        Map<String, Deferred> waiting = deferred.get(room);
        if (waiting == null) {
            return;
        }
        Map<String, Deferred> due = new HashMap<>(waiting);
        due.values().removeIf(each -> now < each.due);
        waiting.keySet().removeAll(due.keySet());
        if (waiting.isEmpty()) {
            deferred.remove(room);
        }
        due.forEach((user, each) -> {
            Gathering.Person person = gathering.person(user);
            if (person != null && now - person.seen() <= node.options().missedSeconds()) {
                boolean begins = person.episode() >= each.came - 1;
                // Lost once more: then this node may not be the only one that has waited, or the first to report.
                unlessYoung(() -> enter(room, each.viewer, begins, TRIES), () -> defer(room, each.viewer, each.came));
            }
        });
    }

    /** Has rooms read again in which an arrival is due to be reported. */
    void tend() {
        long now = node.clock().seconds();
        deferred.forEach((room, waiting) -> {
            if (waiting.values().stream().anyMatch(each -> now >= each.due)) {
                room.readAnew();
            }
        });
    }

    /** Whether reports of {@code room} still wait for their time. */
    boolean waitsFor(Room room) {
        return deferred.containsKey(room);
    }

    void forget(Room room) {
        settled.remove(room);
        deferred.remove(room);
    }

    private void forgetSettled(Room room, String user) {
        Map<String, Long> known = settled.get(room);
        if (known != null) {
            known.remove(user);
        }
    }

    private void report(Kind kind, Room room, Viewer viewer) {
        sink.accept(kind, new Report(room.id(), viewer));
    }
}
