package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.StoreClock;
import org.whosonline.store.CountingStore;
import org.whosonline.store.Store;

/**
 * The site map: who is online on this site.
 *
 * <p>Online is who was recorded within the window. Recording is for request threads: it decides in memory, submits at
 * most one write, and waits for nothing. Thread-safe.
 */
public final class UsersOnline {

    /** The longest id that is recorded, and the length that names are cut to, in bytes of UTF-8. */
    public static final int MAX_TEXT = 2048;

    private final Store store;
    private final StoreClock clock;
    private final Options options;
    private final AppendedMap map;
    private final Snapshots snapshots;
    private final MarkCheck check;
    private final SessionRecorder recorder;
    private final MapCleanup cleanup;
    private final Figures figures;
    private final EvictionWatch evictions;
    private final Switches switches;
    private final AtomicBoolean proposed = new AtomicBoolean();

    private volatile long epoch;

    /**
     * How a site map is kept.
     *
     * @param name the key of the map; {@code usersOnline} under the instance's prefix
     * @param countKey the key of the count; {@code numUsersOnline} under the instance's prefix
     * @param window how long a user stays online after a record, in whole seconds
     * @param recordAfter how long a session's record stands before the next, in whole seconds
     * @param cleanupInterval the time between two cleanups
     * @param buckets the number of keys that the map is split over, or 0 to let it grow by itself
     * @param timeout the longest wait of any one page for the store
     */
    public record Options(
            String name,
            String countKey,
            Duration window,
            Duration recordAfter,
            Duration cleanupInterval,
            int buckets,
            Duration timeout) {}

    /**
     * @param worker runs what takes long, such as reading the whole map; with a direct one everything happens on the
     *     thread that completes the store's futures
     */
    public UsersOnline(Store store, StoreClock clock, Options options, Executor worker, RandomGenerator random) {
        CountingStore counted = new CountingStore(store);
        this.store = counted;
        this.clock = clock;
        this.options = options;
        this.map = new AppendedMap(
                counted, clock, options.name(), options.window().toSeconds(), options.buckets(), worker, random);
        this.figures = new Figures(counted, map::conflicts);
        this.evictions =
                new EvictionWatch(counted, clock, options.cleanupInterval().toNanos(), figures);
        this.switches = new Switches(options.name());
        LocalChanges changes = new LocalChanges();
        Served served = new Served();
        this.snapshots =
                new Snapshots(map, clock, changes, served, figures, this::repeat, options.window(), options.timeout());
        this.cleanup = new MapCleanup(counted, clock, map, options, figures::cleaned);
        Claims claims = new Claims();
        this.check = new MarkCheck(clock, options, map, snapshots, served, claims);
        this.recorder = new SessionRecorder(
                counted, clock, options, map, changes, snapshots, claims, check, figures, cleanup::addCount);
        this.epoch = store.epoch();
    }

    /** Recording and display, each to be switched off and on at any time. */
    public Switches switches() {
        return switches;
    }

    /** What this map has done on this node since the start. */
    public Figures figures() {
        return figures;
    }

    /** Whether the store answers, as far as this node knows without asking it. */
    public boolean isStoreAvailable() {
        return store.available();
    }

    /** The present time of the store, by which snapshots are dated. */
    public Instant storeTime() {
        return Instant.ofEpochMilli(clock.millis());
    }

    /**
     * Whether {@code mark} (null if the session has none) still stands for {@code id}, so that nothing has to be recorded
     * now. Reads memory only, and allocates only for the first request of a user between two readings.
     *
     * <p>A record may have been lost since: refused, flushed, evicted, or gone with a server. So a mark is believed only
     * while its user is in the newest reading, once there is one that was begun late enough to show it.
     *
     * @param hidden whether the user hides now: a mark that was made otherwise does not stand
     */
    public boolean isRecorded(Mark mark, String id, boolean hidden) {
        return check.isRecorded(mark, id, hidden);
    }

    /** As {@link #isRecorded(Mark, String, boolean)}, for a user whom everybody may see. */
    public boolean isRecorded(Mark mark, String id) {
        return isRecorded(mark, id, false);
    }

    /**
     * Records that {@code id} views a page now, unless the mark in {@code marks} still stands. Sets the mark before the
     * write is submitted, and never touches the session afterwards: should the write fail, this node remembers that the
     * mark is void.
     *
     * <p>While the store is known to be away nothing is done at all; the first request after its return records.
     *
     * @param id exact; not recorded if empty or longer than {@value #MAX_TEXT} bytes
     * @param name the display name; null or empty if there is none
     * @param hidden whether the user is to be shown to nobody else; the newest record says so for all sessions of the user
     */
    public void record(String id, String name, boolean hidden, Marks marks) {
        if (switches.isRecording()) {
            recorder.record(id, name, hidden, marks);
        }
    }

    /** As {@link #record(String, String, boolean, Marks)}, for a user whom everybody may see. */
    public void record(String id, String name, Marks marks) {
        record(id, name, false, marks);
    }

    /**
     * Takes the user of {@code mark} off the map, because the session that made the mark has ended. A record that another
     * session of the user made later stays; an earlier one comes back with that session's next request. Does not wait; a
     * removal that fails, or comes while everything is off, is made by {@link #tend}.
     */
    public void remove(Mark mark) {
        if (switches.areOff()) {
            map.removeLater(mark.user(), mark.time());
        } else {
            recorder.remove(mark);
        }
    }

    private void repeat(OnlineUser record) {
        if (switches.isRecording()) {
            recorder.repeat(record);
        }
    }

    /**
     * Who is online. Shared by all pages of this node: reading the map is paced by its cost and never oftener than once a
     * second. Waits for the store only if this node has not read it for five seconds, and then at most the timeout.
     */
    public Snapshot snapshot() {
        return switches.isDisplayed() ? snapshots.get() : Snapshot.unknown(null, options.window());
    }

    /**
     * As {@link #snapshot()}, but of what this node knows already: never asks the store, and so never waits. For monitoring,
     * which must not change what it looks at.
     */
    public Snapshot lastSnapshot() {
        return switches.isDisplayed() ? snapshots.last() : Snapshot.unknown(null, options.window());
    }

    /** How long ago this node began its last reading of the map; empty before the first, and while none is shown. */
    public Optional<Duration> snapshotAge() {
        long nanos = snapshots.age();
        return nanos == Long.MAX_VALUE || !switches.isDisplayed()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos));
    }

    /**
     * Drops the users past the window from the map and stores map and count. Waits for the store.
     *
     * @throws org.whosonline.store.StoreException if the store cannot be read; then nothing was lost
     */
    public CleanupReport cleanUp() {
        return join(beginCleanUp());
    }

    /** As {@link #cleanUp()}, without waiting. */
    CompletableFuture<CleanupReport> beginCleanUp() {
        return cleanup.run();
    }

    /** As {@link #cleanUp()}, but only if no other node has done so within the interval and not all is off; else empty. */
    public Optional<CleanupReport> cleanUpInTurn() {
        return !switches.areOff() && join(cleanup.takeTurn()) ? Optional.of(cleanUp()) : Optional.empty();
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Reads the map anew. Does not wait. */
    CompletableFuture<Void> renew() {
        return snapshots.renew();
    }

    /**
     * The work of a node besides requests: learns the store's time after a reconnect, repeats removals and
     * records that failed, and reads the map
     * every few seconds while this node serves anybody. To be called about once a second; does not wait.
     */
    public void tend() {
        if (switches.areOff() || !store.available()) {
            return;
        }
        long now = store.epoch();
        if (now != epoch || !clock.learned()) {
            clock.learn().whenComplete((done, fault) -> {
                if (fault == null) {
                    epoch = now;
                }
            });
        }
        if (clock.learned() && proposed.compareAndSet(false, true)) {
            map.propose().exceptionally(fault -> {
                proposed.set(false);
                return null;
            });
        }
        map.tend();
        recorder.tend();
        evictions.tend();
        // A node that starts reads once, so that it can check the marks of sessions that come from other nodes.
        if (check.hasServed() || map.remembersRemovals() || snapshots.reading() == null) {
            // A second before the limit, since the next call comes a second later.
            snapshots.renewIfOlderThan(Snapshots.MAX_AGE_NANOS - TimeUnit.SECONDS.toNanos(1));
        }
    }
}
