package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.whosonline.store.Versioned;

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
 * <p>The text behind it tells whose write it is, should its answer be lost. Of the loop only.
 */
final class Stays {

    private static final int TRIES = 5;
    private static final String IN = "[\"in\",\"";
    private static final String OUT = "[\"out\",\"";

    /** How long the store must have held anything before somebody found in an empty room is taken for new. */
    private static final long SETTLING_SECONDS = 15;

    private final Node node;
    private final RoomKeys keys;
    private final BiConsumer<Kind, Report> sink;
    private final String name;
    private final Map<Room, Map<String, Long>> settled = new HashMap<>();
    private final Map<Room, Map<String, Long>> deferred = new HashMap<>();
    private long writes;

    enum Kind {
        JOINED,
        LEFT
    }

    /** What a listener is told. */
    record Report(String room, Viewer viewer) {}

    /** The entry of a user. */
    private record Entry(boolean in, Versioned read) {}

    /** @param sink takes the reports; must not block */
    Stays(Node node, RoomKeys keys, BiConsumer<Kind, Report> sink) {
        this.node = node;
        this.keys = keys;
        this.sink = sink;
        this.name = Long.toHexString(node.random().nextLong());
    }

    /** A connection of {@code user} has come to {@code room}; {@code begins} if nobody knew of another. */
    void arrived(Room room, String user, boolean begins) {
        forgetSettled(room, user);
        if (!begins) {
            enter(room, user, false, TRIES);
            return;
        }
        isYoung()
                .whenCompleteAsync(
                        (young, fault) -> {
                            if (fault == null && !young) {
                                enter(room, user, true, TRIES);
                            } else {
                                // The log may have been lost just now, and the user have been here all along.
                                deferred.computeIfAbsent(room, any -> new HashMap<>())
                                        .put(user, node.clock().seconds() + SETTLING_SECONDS);
                            }
                        },
                        node.loop());
    }

    /** Whether the store has held anything for a short time only: started, or flushed. */
    private CompletableFuture<Boolean> isYoung() {
        String key = keys.born();
        return node.store().get(key).thenCompose(value -> {
            if (value == null) {
                byte[] now = Long.toString(node.clock().seconds()).getBytes(StandardCharsets.US_ASCII);
                return node.store().add(key, now, Duration.ZERO).thenApply(added -> true);
            }
            try {
                long since = Long.parseLong(Version.text(value));
                return CompletableFuture.completedFuture(node.clock().seconds() - since < SETTLING_SECONDS);
            } catch (NumberFormatException notOurs) {
                return CompletableFuture.completedFuture(false);
            }
        });
    }

    /**
     * The stay of {@code user} goes on: keeps the entry, and makes it anew should it be lost. Only somebody who has just been
     * heard of: what a node writes again of its own, after a flush, may have left since.
     */
    void goesOn(Room room, String user) {
        String key = keys.stay(room.id(), user);
        node.store()
                .touch(key, life())
                .thenCompose(there -> there
                        ? CompletableFuture.completedFuture(true)
                        : node.store().add(key, entry(true), life()));
    }

    /** What to do about an entry. */
    private enum Verdict {
        NOTHING,
        WRITE,
        WRITE_AND_REPORT
    }

    /**
     * Has the entry say {@code in}.
     *
     * @param begins whether to report an arrival where there is no entry
     */
    private void enter(Room room, String user, boolean begins, int tries) {
        change(
                keys.stay(room.id(), user),
                true,
                found -> CompletableFuture.completedFuture(
                        (found == null ? begins : !found.in) ? Verdict.WRITE_AND_REPORT : Verdict.WRITE),
                () -> report(Kind.JOINED, room, user, null),
                () -> {
                    if (room.gathering().person(user) != null) {
                        enter(room, user, begins, tries - 1);
                    }
                },
                tries);
    }

    /** Changes an entry, and reports if this is the one write that did; after a lost race or answer all over again. */
    private void change(
            String key,
            boolean in,
            Function<Entry, CompletableFuture<Verdict>> decide,
            Runnable report,
            Runnable again,
            int tries) {
        byte[] mine = entry(in);
        read(key)
                .thenComposeAsync(
                        found -> decide.apply(found)
                                .thenCompose(verdict -> verdict == Verdict.NOTHING
                                        ? CompletableFuture.completedFuture(verdict)
                                        : write(key, found, mine).thenApply(won -> won ? verdict : null)),
                        node.loop())
                .whenCompleteAsync(
                        (verdict, fault) -> {
                            if (verdict == Verdict.WRITE_AND_REPORT) {
                                report.run();
                            } else if (verdict == null && tries > 1) {
                                again.run();
                            } else if (verdict == null) {
                                node.figures().reportsLost.increment();
                            }
                        },
                        node.loop());
    }

    /** Whether it was written, be it that the answer was lost and the entry tells. */
    private CompletableFuture<Boolean> write(String key, Entry found, byte[] mine) {
        CompletableFuture<Boolean> written = found == null
                ? node.store().add(key, mine, life())
                : node.store().cas(found.read, mine, life());
        return written.exceptionallyCompose(fault ->
                read(key).thenApply(now -> now != null && Arrays.equals(now.read.value(), mine)));
    }

    /**
     * Looks who of a room's copy has gone, and makes the reports that were put off.
     *
     * @param gathering made of {@code copy}
     */
    void gathered(Room room, Copy copy, Gathering gathering) {
        if (!room.roster().stale()) {
            lookWhoHasGone(room, copy, gathering);
            reportDeferred(room, gathering);
        }
    }

    private void lookWhoHasGone(Room room, Copy copy, Gathering gathering) {
        for (Lease lease : copy.leases().values()) {
            if (lease.full() == null || lease.isHold() || lease.full().hidden()) {
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
                leave(room, viewer(lease), TRIES);
            }
        }
    }

    private static Viewer viewer(Lease lease) {
        Full full = lease.full();
        String name = full.name() == null ? lease.user() : full.name();
        return new Viewer(
                lease.user(), name, full.avatar(), full.episode(), full.state(), false, null, false, 1, false);
    }

    private void leave(Room room, Viewer viewer, int tries) {
        change(
                keys.stay(room.id(), viewer.id()),
                false,
                // The entry before, the room after: see above.
                found -> found == null || !found.in
                        ? CompletableFuture.completedFuture(Verdict.NOTHING)
                        : room.readAnew().thenApply(roster -> verdictOnLeaving(room, viewer.id(), roster)),
                () -> report(Kind.LEFT, room, viewer.id(), viewer),
                () -> leave(room, viewer, tries - 1),
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

    private void reportDeferred(Room room, Gathering gathering) {
        Map<String, Long> waiting = deferred.get(room);
        if (waiting == null) {
            return;
        }
        long now = node.clock().seconds();
        waiting.entrySet().removeIf(entry -> {
            if (now < entry.getValue()) {
                return false;
            }
            Gathering.Person person = gathering.person(entry.getKey());
            if (person != null && now - person.seen() <= node.options().missedSeconds()) {
                long came = entry.getValue() - SETTLING_SECONDS;
                enter(room, entry.getKey(), person.episode() >= came - 1, TRIES);
            }
            return true;
        });
        if (waiting.isEmpty()) {
            deferred.remove(room);
        }
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

    private void report(Kind kind, Room room, String user, Viewer last) {
        Gathering gathering = room.gathering();
        Gathering.Person person = gathering == null ? null : gathering.person(user);
        Viewer viewer = person == null ? last : person.viewer(user, null);
        if (viewer != null && !viewer.hidden()) {
            sink.accept(kind, new Report(room.id(), last == null ? viewer : last));
        }
    }

    private Duration life() {
        return Duration.ofSeconds(node.lifeSeconds());
    }

    private byte[] entry(boolean in) {
        String text = (in ? IN : OUT) + name + '.' + ++writes + "\"]";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private CompletableFuture<Entry> read(String key) {
        return node.store().gets(key).thenApply(read -> read == null ? null : decode(read));
    }

    private static Entry decode(Versioned read) {
        return new Entry(new String(read.value(), StandardCharsets.UTF_8).startsWith(IN), read);
    }
}
