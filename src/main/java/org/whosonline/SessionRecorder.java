package org.whosonline;

import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.UsersOnline.Options;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/** Decides what is to be recorded and has it written, on request threads and without waiting. Thread-safe. */
final class SessionRecorder {

    private static final Logger log = LoggerFactory.getLogger(SessionRecorder.class);

    /** How far ahead of now a record may be stamped; less than what readers with slower clocks take for the future. */
    private static final long MOST_AHEAD_SECONDS = 4;

    /** So many records are made again at once; more would take the connection from the requests of the moment. */
    private static final int AGAIN_AT_ONCE = 2_000;

    private final Store store;
    private final StoreClock clock;
    private final Options options;
    private final AppendedMap map;
    private final LocalChanges changes;
    private final Snapshots snapshots;
    private final Figures figures;
    private final Runnable created;
    private final Claims claims;
    private final MarkCheck check;
    private final Unwritten unwritten = new Unwritten();
    private final Rarely tooLong;
    private final Rarely full;

    /**
     * @param created is told when a record has brought a log into being
     */
    SessionRecorder(
            Store store,
            StoreClock clock,
            Options options,
            AppendedMap map,
            LocalChanges changes,
            Snapshots snapshots,
            Claims claims,
            MarkCheck check,
            Figures figures,
            Runnable created) {
        this.store = store;
        this.clock = clock;
        this.options = options;
        this.map = map;
        this.changes = changes;
        this.claims = claims;
        this.check = check;
        this.figures = figures;
        this.created = created;
        this.snapshots = snapshots;
        this.tooLong = new Rarely(clock::nanos);
        this.full = new Rarely(clock::nanos);
    }

    /** See {@link UsersOnline#record(String, String, boolean, Marks)}. */
    void record(String id, String name, boolean hidden, Marks marks) {
        check.served();
        if (!clock.learned() || snapshots.isUnsupported() || !isRecordable(id)) {
            return;
        }
        if (!store.available()) {
            recordLater(id, name, hidden, marks);
            return;
        }
        Object session = marks.session();
        // Of parallel first requests of one session one gets the claim. It is released only after the mark is set, so
        // one that comes just after the release finds the mark: hence the second look, under the claim.
        if (!claims.take(session, hidden)) {
            return;
        }
        boolean submitted = false;
        try {
            Mark old = marks.get();
            if (check.isRecorded(old, id, hidden)) {
                return;
            }
            if (old != null && !old.user().equals(id)) {
                remove(old);
            }
            Mark mark = new Mark(id, stamp(id, hidden, old), hidden);
            marks.set(mark);
            claims.forget(old);
            unwritten.forget(id, mark.time());
            submitted = true;
            append(mark, shownName(id, name), figures.records, () -> claims.release(session, hidden));
        } finally {
            if (!submitted) {
                claims.release(session, hidden);
            }
        }
    }

    /**
     * Remembers the first view of a session while the store is away: it may be the only one. The mark is void, so that
     * the next view records after the return; but it is set, for a logout finds by it what it has to undo. So it is when
     * a user hides or shows up again, which this node's pages follow at once.
     */
    private void recordLater(String id, String name, boolean hidden, Marks marks) {
        Mark old = marks.get();
        boolean turns = old != null && old.user().equals(id) && old.hidden() != hidden;
        if (old != null && !turns || !claims.take(marks.session(), hidden)) {
            return;
        }
        try {
            Mark mark = new Mark(id, stamp(id, hidden, old), hidden);
            claims.forget(old);
            claims.fail(mark);
            marks.set(mark);
            if (turns) {
                changes.recorded(user(mark, shownName(id, name)));
            }
            unwritten.add(mark, shownName(id, name));
        } finally {
            claims.release(marks.session(), hidden);
        }
    }

    /** Makes the records again that did not get through. To be called about once a second. */
    void tend() {
        for (Unwritten.Entry entry :
                unwritten.take(AGAIN_AT_ONCE, clock.seconds() - options.window().toSeconds())) {
            repeat(user(entry.mark(), entry.name()));
        }
    }

    /**
     * The time of a record: now, but later than a removal of this second, with which it would tie and lose; and not before
     * the session's last record by a node whose clock is a little ahead, or that record would outlive the removal at the
     * session's end, which bears the time of its mark; and later than any that shows a user who hides now, or the other
     * way round, since what is in the same second may arrive in any order. Not far ahead, though: somebody who logs in and out ten times a
     * second would otherwise be driven into a future in which no line counts. Their last record may tie and lose, and the
     * next page view, a second later, sets it right.
     */
    private long stamp(String id, boolean hidden, Mark old) {
        long now = clock.seconds();
        long last = Math.max(map.removalOf(id), lastOtherwise(id, hidden, old));
        long time = Math.min(Math.max(now, last + 1), now + MOST_AHEAD_SECONDS);
        boolean slightlyAhead =
                old != null && old.user().equals(id) && old.time() <= now + AppendedMap.TOLERANCE_SECONDS;
        return slightlyAhead ? Math.max(time, old.time()) : time;
    }

    /** The time of the last record known here that shows {@code id} if the new one hides them, or hides; or -1. */
    private long lastOtherwise(String id, boolean hidden, Mark old) {
        long last = old != null && old.user().equals(id) && old.hidden() != hidden ? old.time() : -1;
        Reading reading = snapshots.reading();
        last = Math.max(last, ifOtherwise(hidden, reading == null ? null : reading.find(id)));
        return Math.max(last, ifOtherwise(hidden, changes.find(id)));
    }

    private static long ifOtherwise(boolean hidden, OnlineUser known) {
        return known == null || known.hidden() == hidden ? -1 : known.lastSeen().getEpochSecond();
    }

    private static OnlineUser user(Mark mark, String name) {
        return new OnlineUser(mark.user(), name, Instant.ofEpochSecond(mark.time()), mark.hidden());
    }

    private void append(Mark mark, String name, LongAdder stored, Runnable afterwards) {
        OnlineUser user = user(mark, name);
        changes.recorded(user);
        map.append(UserLine.of(user)).whenComplete((outcome, fault) -> {
            if (fault == null && outcome != Appended.REFUSED) {
                stored.increment();
                changes.stored(mark.user(), mark.time(), clock.nanos());
            } else {
                (fault == null ? figures.recordsRefused : figures.recordsFailed).increment();
                claims.fail(mark);
                if (fault == null || !unwritten.add(mark, name)) {
                    changes.failed(mark.user(), mark.time());
                }
            }
            afterwards.run();
            if (outcome == Appended.CREATED) {
                created.run();
            } else if (outcome == Appended.REFUSED && full.isDue()) {
                log.error(
                        "The map {} is full: users are not recorded. It is split over {} keys; let it grow with"
                                + " buckets=auto.",
                        options.name(),
                        options.buckets());
            }
        });
    }

    /** Makes a record again that was lost, as it was. Where its user has left since, the removal still wins. */
    void repeat(OnlineUser record) {
        long time = record.lastSeen().getEpochSecond();
        if (map.removalOf(record.id()) < time) {
            append(new Mark(record.id(), time, record.hidden()), record.name(), figures.repairs, () -> {});
        }
    }

    private boolean isRecordable(String id) {
        if (id.isEmpty()) {
            return false;
        }
        if (Texts.cut(id, UsersOnline.MAX_TEXT).length() < id.length()) {
            if (tooLong.isDue()) {
                log.warn("A user whose id is longer than {} bytes is not counted.", UsersOnline.MAX_TEXT);
            }
            return false;
        }
        return true;
    }

    private static String shownName(String id, String name) {
        return name == null || name.isEmpty() ? id : Texts.cut(name, UsersOnline.MAX_TEXT);
    }

    /** See {@link UsersOnline#remove}. */
    void remove(Mark mark) {
        figures.removals.increment();
        changes.removed(mark.user(), mark.time());
        claims.forget(mark);
        unwritten.forget(mark.user(), mark.time());
        map.remove(mark.user(), mark.time())
                .thenRun(() -> changes.stored(mark.user(), mark.time(), clock.nanos()))
                .exceptionally(fault -> {
                    log.debug("A removal failed, to be repeated", fault);
                    return null;
                });
    }
}
