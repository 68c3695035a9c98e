package org.whosonline.presence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Keeps what a node knows of a room and what stands in the store the same. At most one operation is under way; whatever
 * comes meanwhile waits for its end and then goes together. Of the loop only.
 */
final class Sync {

    /** How long after a failure the next try comes; after the first one a quarter of that. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How old a reading may be that is used for a room that nobody follows here. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Node node;
    private final RoomLog log;
    private final View view;
    private final Served served;
    private final Outbox outbox;
    private final Runnable written;
    private final List<CompletableFuture<Roster>> readers = new ArrayList<>();

    /** Those who want a reading that has not begun yet. */
    private List<CompletableFuture<Roster>> anew = new ArrayList<>();

    /** The version of which the last reading is at least. */
    private String version;

    /** The version that was seen last. */
    private String polled;

    private boolean busy;
    private boolean dirty;
    private boolean behind;
    private boolean owesVersion;
    private boolean troubled;
    private int failures;
    private long retryNanos;

    /** @param written is told when something that others see has been written */
    Sync(Node node, RoomLog log, View view, Served served, Outbox outbox, Runnable written) {
        this.node = node;
        this.log = log;
        this.view = view;
        this.served = served;
        this.outbox = outbox;
        this.written = written;
        this.retryNanos = node.clock().nanos();
    }

    /** Whether nothing is under way or waits. */
    boolean isIdle() {
        return !busy && readers.isEmpty() && anew.isEmpty() && outbox.isEmpty();
    }

    /** What is known is no longer good enough for what comes next. */
    void outdated() {
        dirty = true;
    }

    /** There is something new to be read, as soon as it is time. */
    void behind() {
        behind = true;
    }

    /** What a look at the versions has found; null if there is none. */
    void polled(String found) {
        // One that was found before is being read, or going to be.
        if (!Objects.equals(found, version) && !Objects.equals(found, polled)) {
            polled = found;
            behind = true;
            pump();
        }
    }

    /** The roster, as soon as what is known is fresh. */
    CompletableFuture<Roster> read() {
        CompletableFuture<Roster> reader = new CompletableFuture<>();
        readers.add(reader);
        return reader;
    }

    /**
     * The roster as of a reading that begins after this, as soon as it is time for one; unknown if the store does not
     * answer, for what was known before would be no answer.
     */
    CompletableFuture<Roster> readAnew() {
        CompletableFuture<Roster> reader = new CompletableFuture<>();
        anew.add(reader);
        behind = true;
        return reader;
    }

    /** Whether what is known is as good as a reading of this moment, or nearly. */
    boolean isFresh() {
        long limit = view.isFollowed() ? view.rereadNanos() : Math.max(FRESH_NANOS, view.pacedNanos());
        return !isDue() && view.ageNanos(node.clock().nanos()) <= limit;
    }

    /** Whether to read before anything else. */
    private boolean isDue() {
        return dirty || behind && view.mayReadAgain(node.clock().nanos());
    }

    /** Begins whatever can be begun now. */
    void pump() {
        if (busy) {
            return;
        }
        if (!node.isStoreReachable()) {
            troubled = true;
            answerWithout();
            return;
        }
        boolean asked = outbox.asks() || !readers.isEmpty();
        if (!isDue() && (!asked || isFresh())) {
            answerReaders();
            write();
        } else if (node.clock().nanos() - retryNanos >= 0) {
            startReading();
        } else {
            answerWithout();
        }
    }

    private void startReading() {
        busy = true;
        dirty = false;
        behind = false;
        List<CompletableFuture<Roster>> waiting = anew;
        anew = new ArrayList<>();
        // The version was taken before the reading begins: whatever changes from here on makes it another one.
        String before = polled;
        node.then(log.read(), (read, fault) -> {
            busy = false;
            if (fault == null) {
                took(read, before);
                waiting.forEach(reader -> reader.complete(view.roster()));
            } else {
                anew.addAll(waiting);
                failed();
            }
            pump();
        });
    }

    private void failed() {
        node.figures().failures.increment();
        dirty = true;
        troubled = true;
        retryNanos = node.clock().nanos() + (failures++ == 0 ? RETRY_NANOS / 4 : RETRY_NANOS);
        answerWithout();
    }

    private void took(Copy read, String before) {
        boolean lost = read.hasLost() && view.copy() != null;
        served.removeMoved(read);
        outbox.repair(read);
        if (lost) {
            outbox.lost();
        }
        version = before;
        view.took(read, lost, troubled);
        served.removeMoved(view.copy());
        outbox.reportArrivals(view.copy());
        troubled = false;
    }

    /** While the store is away everybody gets what is known, and connections are written once it is back. */
    private void answerWithout() {
        view.tend(node.clock().nanos());
        dirty |= outbox.answerWithout();
        List<CompletableFuture<Roster>> waiting = anew;
        anew = new ArrayList<>();
        waiting.forEach(reader -> reader.complete(Roster.unknown(view.roster().room())));
        answerReaders();
        view.deliver();
    }

    private void answerReaders() {
        List<CompletableFuture<Roster>> drained = List.copyOf(readers);
        readers.clear();
        drained.forEach(reader -> reader.complete(view.roster()));
    }

    private void write() {
        Outbox.Batch batch = outbox.next(owesVersion);
        if (batch == null) {
            return;
        }
        busy = true;
        boolean bumps = batch.isVisible() || owesVersion;
        node.then(log.write(batch.lines(), bumps, version), (next, fault) -> {
            busy = false;
            owesVersion = fault != null && bumps;
            if (fault == null) {
                sent(batch, next);
            } else {
                outbox.notSent(batch);
                failed();
            }
            pump();
        });
    }

    private void sent(Outbox.Batch batch, String next) {
        failures = 0;
        if (next == null) {
            // Others have changed something as well: followers hear of it by the version, to others it is old news.
            behind |= view.isFollowed();
        } else {
            version = next;
            polled = next;
        }
        if (view.copy() != null) {
            batch.lines().forEach(view.copy()::apply);
            outbox.reportArrivals(view.copy());
        }
        if (batch.isVisible()) {
            view.gather();
            written.run();
        }
        outbox.sent(batch);
    }
}
