package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.Contents;
import org.whosonline.log.StoreClock;
import org.whosonline.log.UnsupportedFormatException;

/**
 * The snapshots of one node: one reading of the map serves every page, and paces itself by what it costs.
 *
 * <p>Thread-safe. At most one reading is under way at a time.
 */
final class Snapshots {

    private static final Logger log = LoggerFactory.getLogger(Snapshots.class);

    /** A reading is renewed when asked for and older than this. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A reading older than this is not shown without a try to renew it. */
    static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** However long reading takes, begin in time to be done before the old one is too old. */
    private static final long LAZY_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Of the node's time, at most a twentieth goes into reading. */
    private static final int PACE = 20;

    /** So many changes are gone through at once without a thought. */
    private static final int FEW_CHANGES = 300;

    private final AppendedMap map;
    private final StoreClock clock;
    private final LocalChanges changes;
    private final Served served;
    private final Figures figures;
    private final Consumer<OnlineUser> repeat;
    private final Duration window;
    private final long timeoutNanos;
    private final AtomicReference<CompletableFuture<Void>> underWay = new AtomicReference<>();

    /** The newest reading; null before the first. */
    private volatile Reading reading;

    private volatile long tookNanos;
    private volatile long attemptNanos;
    private volatile boolean failed;
    private volatile boolean unsupported;

    /** The last snapshot given out and what it was made of. */
    private volatile Composed composed;

    /**
     * @param composedNanos when it was made
     * @param tookNanos how long that took, 0 if there is nothing to be spared
     */
    private record Composed(
            Reading reading, long version, boolean stale, Snapshot snapshot, long composedNanos, long tookNanos) {}

    /**
     * @param repeat takes a record that is lost, as it was made
     * @param timeout the longest that {@link #get} may wait
     */
    Snapshots(
            AppendedMap map,
            StoreClock clock,
            LocalChanges changes,
            Served served,
            Figures figures,
            Consumer<OnlineUser> repeat,
            Duration window,
            Duration timeout) {
        this.map = map;
        this.clock = clock;
        this.changes = changes;
        this.served = served;
        this.figures = figures;
        this.repeat = repeat;
        this.window = window;
        this.timeoutNanos = timeout.toNanos();
        this.attemptNanos = clock.nanos() - MAX_AGE_NANOS;
    }

    /** The newest reading, or null if there is none yet. */
    Reading reading() {
        return reading;
    }

    /** Whether the map was last found to be of a format that this release cannot read and must not write. */
    boolean isUnsupported() {
        return unsupported;
    }

    /** The present snapshot. Waits for the store, at most the timeout, only where the last reading is too old to show. */
    Snapshot get() {
        long age = age();
        boolean mayTry = !failed || clock.nanos() - attemptNanos >= FRESH_NANOS;
        if (age > MAX_AGE_NANOS) {
            if (mayTry) {
                await(renew());
            }
        } else if (age > Math.max(FRESH_NANOS, Math.min(PACE * tookNanos, LAZY_NANOS)) && mayTry) {
            renew();
        }
        return compose();
    }

    /** The snapshot that this node can make without asking the store. */
    Snapshot last() {
        return compose();
    }

    /** How old the newest reading is, in nanoseconds; {@link Long#MAX_VALUE} before the first. */
    long age() {
        Reading known = reading;
        return known == null ? Long.MAX_VALUE : clock.nanos() - known.begunNanos();
    }

    private void await(CompletableFuture<Void> renewal) {
        try {
            renewal.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("No new reading of the map", e);
        }
    }

    /** Renews the reading unless it is young enough for this node's own needs. */
    void renewIfOlderThan(long nanos) {
        if (age() > nanos && (!failed || clock.nanos() - attemptNanos >= FRESH_NANOS)) {
            renew();
        }
    }

    /** Reads the map anew, or joins the reading that is under way. */
    CompletableFuture<Void> renew() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> other = underWay.compareAndExchange(null, mine);
        if (other != null) {
            return other;
        }
        long begun = clock.nanos();
        attemptNanos = begun;
        Map<String, Mark> believed = served.take();
        boolean reading = false;
        try {
            map.read().whenComplete((contents, fault) -> ended(contents, fault, begun, believed, mine));
            reading = true;
        } finally {
            if (!reading) {
                // An Error, such as a want of memory that passes, must not be the end of all readings.
                underWay.set(null);
                mine.complete(null);
            }
        }
        return mine;
    }

    private void ended(
            Contents contents,
            Throwable fault,
            long begun,
            Map<String, Mark> believed,
            CompletableFuture<Void> renewal) {
        try {
            failed = fault != null;
            if (fault == null) {
                tookNanos = clock.nanos() - begun;
                figures.read(tookNanos);
                unsupported = false;
                publish(contents, believed.values());
            } else {
                figures.readingsFailed.increment();
                believed.values().forEach(served::add);
                tell(fault);
            }
        } finally {
            underWay.set(null);
            renewal.complete(null);
        }
    }

    private void publish(Contents contents, Collection<Mark> believed) {
        long oldest = clock.seconds() - window.toSeconds();
        Reading made = Reading.of(contents, oldest);
        List<OnlineUser> lost = Repairs.of(believed, made, reading, changes);
        // First the reading, then the forgetting: in between a change is there twice, never missing.
        reading = made;
        changes.forget(made.begunNanos(), oldest);
        lost.forEach(repeat);
    }

    private void tell(Throwable fault) {
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        if (cause instanceof UnsupportedFormatException && !unsupported) {
            unsupported = true;
            log.error(cause.getMessage());
        }
        log.debug("The map could not be read", cause);
    }

    private Snapshot compose() {
        while (true) {
            Reading known = reading;
            Snapshot snapshot = compose(known);
            // Scenario: a new reading is published between the two, and the changes that it has found are forgotten
            // before
            // they are gone through; the old reading does not have them, and this page's own viewer would be missing.
            if (reading == known) {
                return snapshot;
            }
        }
    }

    private Snapshot compose(Reading known) {
        if (known == null) {
            return Snapshot.unknown(null, window);
        }
        long age = clock.nanos() - known.begunNanos();
        if (age > window.toNanos()) {
            return Snapshot.unknown(Instant.ofEpochMilli(known.begunMillis()), window);
        }
        boolean stale = age > MAX_AGE_NANOS;
        long version = changes.version();
        Composed last = composed;
        long begun = clock.nanos();
        if (last != null && last.reading == known && last.stale == stale) {
            // After a flush thousands of changes come within a second, and each page would go through all of them. Then
            // one in a while does, and the others may show their own viewer some milliseconds late.
            if (last.version == version || begun - last.composedNanos < PACE * last.tookNanos) {
                return last.snapshot;
            }
        }
        Map<String, OnlineUser> differences = changes.since(known);
        Snapshot snapshot = Snapshot.of(known, differences, window, stale);
        long ended = clock.nanos();
        long took = differences.size() > FEW_CHANGES ? ended - begun : 0;
        composed = new Composed(known, version, stale, snapshot, ended, took);
        return snapshot;
    }
}
