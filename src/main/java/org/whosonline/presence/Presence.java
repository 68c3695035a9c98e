package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

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

    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

    private final Node node;
    private final RoomKeys keys;
    private final Executor loop;
    private final PresenceFigures figures = new PresenceFigures();
    private final Statuses statuses;
    private final RoomList list;
    private final Supplier<PresenceListener> listener;
    private final Executor reporter;

    /** Null if there is no listener. */
    private Stays stays;

    private final Map<String, Room> rooms = new HashMap<>();
    private boolean used;
    private boolean ticking;
    private long tickedNanos;
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
        this.node = new Node(store, clock, options, loop, worker, random, figures);
        this.keys = new RoomKeys(options.prefix());
        this.statuses = new Statuses(node, keys, this::serves, this::regatherAll);
        this.list = new RoomList(node, keys);
        this.listener = listener;
        this.reporter = reporter;
        this.tickedNanos = clock.nanos();
    }

    /** What presence has done on this node. */
    public PresenceFigures figures() {
        return figures;
    }

    /** How presence is kept. */
    public PresenceOptions options() {
        return node.options();
    }

    /** Takes a sign of life. */
    public CompletableFuture<Heard> beat(Beat beat) {
        return onLoop(() -> room(beat.room()).beat(beat));
    }

    /**
     * Ends a connection for good. Idempotent; ends nothing for a connection of another user, since an id names one only
     * together with its user.
     *
     * @return done when this has been taken, not when it stands in the store
     */
    public CompletableFuture<Void> release(String room, String user, String conn) {
        return onLoop(() -> {
            room(room).release(Lease.key(user, conn));
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Ends all connections on this node that were heard of with {@code origin}, since their session has ended. */
    public void releaseAll(String origin) {
        run(() -> {
            for (Room room : List.copyOf(rooms.values())) {
                room.connectionsOf(origin).forEach(room::release);
            }
        });
    }

    /** The roster of {@code room}, read anew unless that was done within a second or somebody follows it here. */
    public CompletableFuture<Roster> roster(String room) {
        return onLoop(() -> statuses.fresh().thenCompose(done -> room(room).read()));
    }

    /** As {@link #roster}, and holds the place of {@code user}, should they be there, until their next page has joined. */
    public CompletableFuture<Roster> rosterHolding(String room, String user) {
        return onLoop(() -> {
            Room found = room(room);
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
        AtomicReference<Room> followed = new AtomicReference<>();
        run(() -> {
            Room found = room(room);
            followed.set(found);
            found.follow(follower);
        });
        return () -> run(() -> {
            Room found = followed.get();
            if (found != null) {
                found.unfollow(follower);
            }
        });
    }

    /** Notes that a stream of the connection is open here; a {@link #beat} of it must have been taken before. */
    public void streamOpened(String room, String user, String conn) {
        run(() -> room(room).streamOpened(Lease.key(user, conn)));
    }

    /** Notes that a stream of the connection was closed by the other side: unless it goes on, it has the grace to live. */
    public void streamClosed(String room, String user, String conn) {
        run(() -> {
            Room found = rooms.get(room);
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
            Room found = rooms.get(room);
            Long heard = found == null ? null : found.lastHeard(Lease.key(user, conn));
            return CompletableFuture.completedFuture(
                    heard == null
                            ? Optional.empty()
                            : Optional.of(Duration.ofNanos(node.clock().nanos() - heard)));
        });
    }

    /** Gives {@code user} a status; an empty text takes it away. Fails if the store does not take it. */
    public CompletableFuture<Void> setStatus(String user, String text) {
        return onLoop(() -> statuses.fresh().thenCompose(done -> statuses.set(user, text)));
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

    private Room room(String id) {
        if (!used) {
            used = true;
            PresenceListener found = listener.get();
            stays = found == null ? null : new Stays(node, keys, new Reports(found, reporter)::send);
        }
        return rooms.computeIfAbsent(id, key -> new Room(key, node, keys, around));
    }

    private boolean serves(String user) {
        return rooms.values().stream().anyMatch(room -> room.serves(user));
    }

    private void regatherAll() {
        rooms.values().stream().filter(Room::isFollowed).forEach(Room::regather);
    }

    private final Room.Surroundings around = new Room.Surroundings() {
        @Override
        public String statusOf(String user) {
            return statuses.of(user);
        }

        @Override
        public void written(String room) {
            list.written(room);
        }

        @Override
        public void arrived(Room room, String user, boolean begins) {
            if (stays != null) {
                stays.arrived(room, user, begins);
            }
        }

        @Override
        public void goesOn(Room room, String user) {
            if (stays != null) {
                stays.touch(room, user);
            }
        }

        @Override
        public void gathered(Room room, Copy copy, Gathering gathering) {
            if (stays != null) {
                stays.gathered(room, copy, gathering);
            }
        }

        @Override
        public void restored(Room room, String user) {
            if (stays != null) {
                stays.restored(room, user);
            }
        }
    };

    /**
     * The work of a node besides requests. To be called on the loop; does not wait.
     *
     * @return how long after the end of this call the next one should come
     */
    public Duration tend() {
        long now = node.clock().nanos();
        long next = now + node.options().tick().toNanos();
        boolean followed = false;
        for (Iterator<Room> all = rooms.values().iterator(); all.hasNext(); ) {
            Room room = all.next();
            next = Math.min(next, room.tend());
            followed |= room.isFollowed();
            if (room.isUnused() && !(stays != null && stays.waitsFor(room))) {
                all.remove();
                if (stays != null) {
                    stays.forget(room);
                }
            }
        }
        if (followed) {
            statuses.tend();
            tick(now);
        }
        count();
        list.tend();
        return Duration.ofNanos(Math.max(TimeUnit.MILLISECONDS.toNanos(5), next - now));
    }

    /** One multi-get tells which of all followed rooms have changed. */
    private void tick(long now) {
        if (ticking
                || now - tickedNanos < node.options().tick().toNanos()
                || !node.store().available()) {
            return;
        }
        ticking = true;
        tickedNanos = now;
        Map<String, Room> byVersion = new HashMap<>();
        rooms.values().stream().filter(Room::isFollowed).forEach(room -> byVersion.put(room.versionKey(), room));
        List<String> asked = new ArrayList<>(byVersion.keySet());
        asked.add(statuses.versionKey());
        node.store()
                .getAll(asked)
                .whenCompleteAsync(
                        (found, fault) -> {
                            ticking = false;
                            if (fault == null) {
                                byVersion.forEach((key, room) -> room.polled(Version.text(found.get(key))));
                                statuses.polled(Version.text(found.get(statuses.versionKey())));
                            }
                        },
                        loop);
    }

    private void count() {
        int followed = 0;
        int followers = 0;
        int connections = 0;
        int largest = 0;
        for (Room room : rooms.values()) {
            followed += room.isFollowed() ? 1 : 0;
            followers += room.followers();
            connections += room.connections();
            largest = Math.max(largest, room.roster().viewers().size());
        }
        figures.rooms = rooms.size();
        figures.followedRooms = followed;
        figures.followers = followers;
        figures.connections = connections;
        figures.largestRoom = largest;
    }

    /**
     * Looks after the rooms that nobody follows: drops from the store what no longer counts, and finds out who has gone
     * without a word. On one node per interval, whichever comes first.
     *
     * @param interval the time until the next call
     */
    public CompletableFuture<Void> sweepInTurn(Duration interval) {
        Duration life = interval.minusSeconds(5);
        return node.store()
                .add(
                        keys.sweepLock(),
                        "1".getBytes(StandardCharsets.US_ASCII),
                        life.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : life)
                .thenCompose(turn -> turn ? sweep() : CompletableFuture.completedFuture(null));
    }

    /** As {@link #sweepInTurn}, whether it is this node's turn or not. */
    public CompletableFuture<Void> sweep() {
        return list.read().thenCompose(ids -> {
            CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
            for (String id : ids) {
                // One after the other: nobody waits for it.
                chain = chain.thenCompose(done -> onLoop(() -> sweep(id)));
            }
            return chain.thenCompose(done -> list.compact()).thenCompose(done -> statuses.compact());
        });
    }

    private CompletableFuture<Void> sweep(String id) {
        Room room = room(id);
        return room.readAnew()
                .thenCompose(roster -> {
                    if (room.isEmpty()) {
                        list.emptied(id);
                    }
                    return room.compact();
                })
                .exceptionally(fault -> {
                    LOG.debug("A room could not be swept", fault);
                    return null;
                });
    }

    /** Nothing is taken any more. The loop and the worker are the caller's to end. Idempotent. */
    @Override
    public void close() {
        closed = true;
    }
}
