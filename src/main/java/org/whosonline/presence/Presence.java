package org.whosonline.presence;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.whosonline.log.StoreClock;
import org.whosonline.store.CountingStore;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;

/**
 * Who is in which room, seen from one node.
 *
 * <p>No method waits, and none fails for a store that is away: then the rosters are the last known ones, marked stale, and
 * what was to be written is written once the store is back. Futures are completed on the loop, so what depends on them must
 * be quick. After {@link #close} they may never complete.
 *
 * <p>Thread-safe.
 */
public final class Presence implements AutoCloseable {

    private final Node node;
    private final Executor loop;
    private final PresenceFigures figures;
    private final Statuses statuses;
    private final RoomList list;
    private final LocalRooms rooms;
    private final Sweep sweep;

    private volatile boolean closed;

    /**
     * @param loop runs what it is given one after the other, in order; nothing given to it waits
     * @param worker runs what takes long, such as reading a big room
     * @param listener finds who is told of arrivals and departures; null if nobody wants to know. Asked once, at first use
     * @param reporter calls the listener; one call after the other
     */
    public Presence(
            Store store,
            StoreClock clock,
            PresenceOptions options,
            Executor loop,
            Executor worker,
            RandomGenerator random,
            Supplier<PresenceListener> listener,
            Executor reporter) {
        this.loop = loop;
        CountingStore counted = new CountingStore(store);
        this.figures = new PresenceFigures(counted);
        this.node = new Node(counted, clock, options, loop, worker, random, figures, new AtomicBoolean());
        RoomKeys keys = new RoomKeys(options.prefix());
        this.list = new RoomList(node, keys);
        this.rooms = new LocalRooms(node, keys, list, listener, reporter);
        this.statuses = rooms.statuses();
        this.sweep = new Sweep(node, keys.sweepLock(), list, rooms);
    }

    /** What presence has done on this node. */
    public PresenceFigures figures() {
        return figures;
    }

    /** How presence is kept. */
    public PresenceOptions options() {
        return node.options();
    }

    /**
     * Whether to ask the store for nothing any more, until told otherwise; then everything is as while it is away. For the
     * one who has to switch everything off.
     */
    public void setSilent(boolean silent) {
        node.silent().set(silent);
    }

    /** Takes a sign of life. */
    public CompletableFuture<Heard> beat(Beat beat) {
        return onLoop(() -> {
            Room room = rooms.get(beat.room());
            return rooms.mayJoin(room, Lease.key(beat.user(), beat.conn()))
                    ? room.beat(beat)
                    : CompletableFuture.completedFuture(new Heard(Heard.Outcome.TOO_MANY, room.roster()));
        });
    }

    /**
     * Ends a connection for good. Idempotent; ends nothing for a connection of another user, since an id names one only
     * together with its user.
     *
     * @return done when this has been taken, not when it stands in the store
     */
    public CompletableFuture<Void> release(String room, String user, String conn) {
        return onLoop(() -> {
            rooms.get(room).release(Lease.key(user, conn));
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Ends all connections on this node that were heard of with {@code origin}, since their session has ended. */
    public void releaseAll(String origin) {
        run(() -> {
            for (Room room : rooms.all()) {
                room.served().of(origin).forEach(room::release);
            }
        });
    }

    /** The roster of {@code room}, read anew unless that was done within a second or somebody follows it here. */
    public CompletableFuture<Roster> roster(String room) {
        return onLoop(() -> statuses.fresh().thenCompose(done -> rooms.get(room).read()));
    }

    /** As {@link #roster}, and holds the place of {@code user}, should they be there, until their next page has joined. */
    public CompletableFuture<Roster> rosterHolding(String room, String user) {
        return onLoop(() -> {
            Room found = rooms.get(room);
            return statuses.fresh().thenCompose(done -> found.read()).thenApply(roster -> {
                found.hold(user);
                return roster;
            });
        });
    }

    /**
     * Hands the rosters of {@code room} to {@code consumer}: the present one soon, then each one that looks different.
     *
     * @param consumer called on the loop, must neither block nor throw
     */
    public Following follow(String room, Consumer<Roster> consumer) {
        Followers.Follower follower = new Followers.Follower(consumer);
        run(() -> statuses.fresh().thenAccept(done -> {
            if (!follower.hasEnded()) {
                Room found = rooms.get(room);
                follower.follows(found);
                found.follow(follower);
            }
        }));
        return () -> run(follower::end);
    }

    /** Notes that a stream of the connection is open here; a {@link #beat} of it must have been taken before. */
    public void streamOpened(String room, String user, String conn) {
        run(() -> rooms.get(room).streamOpened(Lease.key(user, conn)));
    }

    /** Notes that a stream of the connection was closed by the other side: unless it goes on, it has the grace to live. */
    public void streamClosed(String room, String user, String conn) {
        run(() -> {
            Room found = rooms.find(room);
            if (found != null) {
                found.streamClosed(Lease.key(user, conn));
            }
        });
    }

    /** Notes that this node has ended a stream of the connection, which says nothing about the other side. */
    public void streamEnded(String room, String user, String conn) {
        run(() -> {
            Room found = rooms.get(room);
            if (found != null) {
                found.streamEnded(Lease.key(user, conn));
            }
        });
    }

    /**
     * How long nothing has been heard of the connection, here or, as far as this node knows, on another; empty if nothing
     * ever was.
     */
    public CompletableFuture<Optional<Duration>> silence(String room, String user, String conn) {
        return onLoop(() -> {
            Room found = rooms.find(room);
            Long heard = found == null ? null : found.lastHeard(Lease.key(user, conn));
            return CompletableFuture.completedFuture(
                    heard == null
                            ? Optional.empty()
                            : Optional.of(Duration.ofNanos(node.clock().nanos() - heard)));
        });
    }

    /** Gives {@code user} a status; an empty text takes it away. Fails if the store does not take it. */
    public CompletableFuture<Void> setStatus(String user, String text) {
        return onLoop(() -> node.isStoreReachable()
                ? statuses.fresh().thenCompose(done -> statuses.set(user, text))
                : CompletableFuture.failedFuture(new StoreException("The store is away or not to be asked")));
    }

    /** The rooms in use, by id. Fails if the store does not answer. */
    public CompletableFuture<List<String>> rooms() {
        return list.read();
    }

    private void run(Runnable task) {
        if (!closed) {
            loop.execute(task);
        }
    }

    private <T> CompletableFuture<T> onLoop(Supplier<CompletableFuture<T>> task) {
        return CompletableFuture.supplyAsync(task, loop).thenCompose(future -> future);
    }

    /**
     * The work of a node besides requests. To be called on the loop; does not wait.
     *
     * @return how long after the end of this call the next one should come
     */
    public Duration tend() {
        list.tend();
        return rooms.tend();
    }

    /**
     * Looks after the rooms that nobody follows: drops from the store what no longer counts, and finds out who has gone
     * without a word. On one node per interval, whichever comes first.
     *
     * @param interval the time until the next call
     */
    public CompletableFuture<Void> sweepInTurn(Duration interval) {
        return sweep.inTurn(interval);
    }

    /** As {@link #sweepInTurn}, whether it is this node's turn or not. */
    public CompletableFuture<Void> sweep() {
        return sweep.run();
    }

    /** Nothing is taken any more. The loop and the worker are the caller's to end. Idempotent. */
    @Override
    public void close() {
        closed = true;
    }
}
