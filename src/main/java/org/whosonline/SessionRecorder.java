package org.whosonline;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.UsersOnline.Options;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.log.JsonText;
import org.whosonline.log.Line;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/** Decides what is to be recorded and has it written, on request threads and without waiting. Thread-safe. */
final class SessionRecorder {

    private static final Logger log = LoggerFactory.getLogger(SessionRecorder.class);

    /** The age to which a mark is believed with no reading to go by: what it takes to settle and be read, and a margin. */
    private static final long UNCHECKED_MILLIS = 10_000;

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
    private final Served served;
    private final Figures figures;
    private final Runnable created;
    private final Claims claims = new Claims();
    private final Unwritten unwritten = new Unwritten();
    private final Rarely tooLong;
    private final Rarely full;

    private volatile long servedNanos;

    /**
     * @param created is told when a record has brought a log into being
     */
    SessionRecorder(
            Store store,
            StoreClock clock,
            Options options,
            AppendedMap map,
            LocalChanges changes,
            Served served,
            Snapshots snapshots,
            Figures figures,
            Runnable created) {
        this.store = store;
        this.clock = clock;
        this.options = options;
        this.map = map;
        this.changes = changes;
        this.served = served;
        this.figures = figures;
        this.created = created;
        this.snapshots = snapshots;
        this.tooLong = new Rarely(clock::nanos);
        this.full = new Rarely(clock::nanos);
        this.servedNanos = clock.nanos() - options.window().toNanos() - 1;
    }

    /** See {@link UsersOnline#isRecorded}. */
    boolean isRecorded(Mark mark, String id) {
        if (mark == null || !mark.user().equals(id)) {
            return false;
        }
        long millis = clock.millis();
        long age = Math.floorDiv(millis, 1000L) - mark.time();
        if (age < 0 || age > options.recordAfter().toSeconds() || claims.isFailed(mark)) {
            return false;
        }
        served();
        if (map.removalOf(id) >= mark.time()) {
            return false;
        }
        Reading reading = snapshots.reading();
        // With nothing to go by, a young mark is believed. Later there would be a reading, were this a node that
        // serves.
        // One that has just begun to, since a balancer sent the session here, rather records once too often than
        // believes
        // for two minutes.
        boolean believed = reading == null || !reading.settles(mark)
                ? millis < mark.time() * 1000 + UNCHECKED_MILLIS
                : !reading.lacks(mark);
        if (believed) {
            served.add(mark);
        }
        return believed;
    }

    /** Whether this node has served anybody within the window. */
    boolean hasServed() {
        return clock.nanos() - servedNanos < options.window().toNanos();
    }

    /** Notes that this node serves sessions. Written once a second at most, to keep the cache line quiet. */
    private void served() {
        long now = clock.nanos();
        if (now - servedNanos > TimeUnit.SECONDS.toNanos(1)) {
            servedNanos = now;
        }
    }

    /** See {@link UsersOnline#record}. */
    void record(String id, String name, Marks marks) {
        served();
        if (!clock.learned() || snapshots.isUnsupported() || !isRecordable(id)) {
            return;
        }
        if (!store.available()) {
            recordLater(id, name, marks);
            return;
        }
        Object session = marks.session();
        // Of parallel first requests of one session one gets the claim. It is released only after the mark is set, so
        // one that comes just after the release finds the mark: hence the second look, under the claim.
        if (!claims.take(session)) {
            return;
        }
        boolean submitted = false;
        try {
            Mark old = marks.get();
            if (isRecorded(old, id)) {
                return;
            }
            if (old != null && !old.user().equals(id)) {
                remove(old);
            }
            Mark mark = new Mark(id, stamp(id, old));
            marks.set(mark);
            claims.forget(old);
            unwritten.forget(id, mark.time());
            submitted = true;
            append(mark, shownName(id, name), figures.records, () -> claims.release(session));
        } finally {
            if (!submitted) {
                claims.release(session);
            }
        }
    }

    /**
     * Remembers the first view of a session while the store is away: it may be the only one. The mark is void, so that
     * the next view records after the return; but it is set, for a logout finds by it what it has to undo.
     */
    private void recordLater(String id, String name, Marks marks) {
        if (marks.get() != null || !claims.take(marks.session())) {
            return;
        }
        try {
            Mark mark = new Mark(id, stamp(id, null));
            claims.fail(mark);
            marks.set(mark);
            unwritten.add(mark, shownName(id, name));
        } finally {
            claims.release(marks.session());
        }
    }

    /** Makes the records again that did not get through. To be called about once a second. */
    void tend() {
        for (Unwritten.Entry entry :
                unwritten.take(AGAIN_AT_ONCE, clock.seconds() - options.window().toSeconds())) {
            repeat(entry.mark(), entry.name());
        }
    }

    /**
     * The time of a record: now, but later than a removal of this second, with which it would tie and lose; and not before
     * the session's last record by a node whose clock is a little ahead, or that record would outlive the removal at the
     * session's end, which bears the time of its mark. Not far ahead, though: somebody who logs in and out ten times a
     * second would otherwise be driven into a future in which no line counts. Their last record may tie and lose, and the
     * next page view, a second later, sets it right.
     */
    private long stamp(String id, Mark old) {
        long now = clock.seconds();
        long time = Math.min(Math.max(now, map.removalOf(id) + 1), now + MOST_AHEAD_SECONDS);
        boolean slightlyAhead =
                old != null && old.user().equals(id) && old.time() <= now + AppendedMap.TOLERANCE_SECONDS;
        return slightlyAhead ? Math.max(time, old.time()) : time;
    }

    private void append(Mark mark, String name, LongAdder stored, Runnable afterwards) {
        changes.recorded(new OnlineUser(mark.user(), name, Instant.ofEpochSecond(mark.time())));
        String value = name.equals(mark.user()) ? null : JsonText.quote(name);
        map.append(new Line(mark.user(), mark.time(), value)).whenComplete((outcome, fault) -> {
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
    void repeat(Mark mark, String name) {
        if (map.removalOf(mark.user()) < mark.time()) {
            append(mark, name == null ? mark.user() : name, figures.repairs, () -> {});
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
