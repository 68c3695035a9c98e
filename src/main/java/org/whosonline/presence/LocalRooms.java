package org.whosonline.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The rooms that a node has to do with, and what they have around them. Of the loop only. */
final class LocalRooms implements Room.Surroundings {

    private final Node node;
    private final RoomKeys keys;
    private final RoomList list;
    private final Statuses statuses;
    private final Supplier<PresenceListener> listener;
    private final Executor reporter;
    private final Map<String, Room> rooms = new HashMap<>();

    /** Null if there is no listener. */
    private Stays stays;

    private boolean used;
    private boolean ticking;
    private long tickedNanos;

    /** See {@link Presence}. */
    LocalRooms(Node node, RoomKeys keys, RoomList list, Supplier<PresenceListener> listener, Executor reporter) {
        this.node = node;
        this.keys = keys;
        this.list = list;
        this.listener = listener;
        this.reporter = reporter;
        this.statuses = new Statuses(node, keys, this::serves, this::regather);
        this.tickedNanos = node.clock().nanos();
    }

    Statuses statuses() {
        return statuses;
    }

    /** The room of that id, whether this node had to do with it before or not. */
    Room get(String id) {
        if (!used) {
            used = true;
            PresenceListener found = listener.get();
            stays = found == null ? null : new Stays(node, keys, new Reports(found, reporter)::send);
        }
        return rooms.computeIfAbsent(id, key -> new Room(key, node, keys, this));
    }

    /** Null if this node has nothing to do with it. */
    Room find(String id) {
        return rooms.get(id);
    }

    /** Those this node has to do with; a copy. */
    List<Room> all() {
        return List.copyOf(rooms.values());
    }

    /** Whether the connection of that key is in {@code room}, or in few enough others. */
    boolean mayJoin(Room room, String key) {
        return room.served().get(key) != null
                || rooms.values().stream()
                                .filter(other -> other.served().get(key) != null)
                                .count()
                        < node.options().maxRooms();
    }

    private boolean serves(String user) {
        return rooms.values().stream().anyMatch(room -> room.served().serves(user));
    }

    private void regather(Collection<String> users) {
        rooms.values().forEach(room -> room.regather(users));
    }

    @Override
    public String statusOf(String user) {
        return statuses.of(user);
    }

    @Override
    public boolean reports() {
        return stays != null;
    }

    @Override
    public void written(String room) {
        list.written(room);
    }

    @Override
    public void arrived(Room room, Viewer viewer, boolean begins) {
        if (stays != null) {
            stays.arrived(room, viewer, begins);
        }
    }

    @Override
    public void goesOn(Room room, String user) {
        if (stays != null) {
            stays.goesOn(room, user);
        }
    }

    @Override
    public void gathered(Room room, Copy copy, Gathering gathering) {
        if (stays != null) {
            stays.gathered(room, copy, gathering);
        }
    }

    /** See {@link Presence#tend}. */
    Duration tend() {
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
        if (stays != null) {
            stays.tend();
        }
        count();
        return Duration.ofNanos(Math.max(TimeUnit.MILLISECONDS.toNanos(5), next - now));
    }

    /** One multi-get tells which of all followed rooms have changed. */
    private void tick(long now) {
        if (ticking || now - tickedNanos < node.options().tick().toNanos() || !node.isStoreReachable()) {
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
                        node.loop());
    }

    private void count() {
        int followed = 0;
        int followers = 0;
        int connections = 0;
        int largest = 0;
        for (Room room : rooms.values()) {
            followed += room.isFollowed() ? 1 : 0;
            followers += room.followers();
            connections += room.served().size();
            largest = Math.max(largest, room.roster().viewers().size());
        }
        node.figures().rooms = rooms.size();
        node.figures().followedRooms = followed;
        node.figures().followers = followers;
        node.figures().connections = connections;
        node.figures().largestRoom = largest;
    }
}
