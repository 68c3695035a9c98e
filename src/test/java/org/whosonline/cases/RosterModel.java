package org.whosonline.cases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What rosters have to be, worked out from what clients did and when, and from nothing else. Where the promise leaves room, as
 * between a lease and five seconds more, it takes either. Times are on the monotonic clock; those of a request are when it
 * was begun and when its answer was there. Thread-safe.
 */
final class RosterModel {

    private static final long LATE = RoomsCluster.LATE.toNanos();
    private static final long RELEASED = RoomsCluster.RELEASE.toNanos();

    /** Where nobody follows a room, the second for which a leaver is shown may begin with the look, and ends by the stamp. */
    private static final long RELEASED_UNSEEN = RoomsCluster.RELEASE_UNSEEN.toNanos();

    /** How far the store's clock, which is of whole seconds, may be from this machine's. */
    private static final long CLOCK_SECONDS = 3;

    private final Set<String> followed;
    private final Set<String> others;
    private final Map<String, Map<String, Stay>> rooms = new HashMap<>();
    private final Map<String, String> statuses = new HashMap<>();

    private static final class Conn {
        private final long released;
        private String state;
        private boolean editing;
        private long heardFrom;
        private long heardTo;
        private long left = Long.MAX_VALUE;

        private Conn(boolean followed) {
            released = followed ? RELEASED : RELEASED_UNSEEN;
        }

        private boolean hasLeft() {
            return left != Long.MAX_VALUE;
        }

        private long lease() {
            return (state.equals("away") ? RoomsCluster.AWAY_LEASE : RoomsCluster.LEASE).toNanos();
        }

        private boolean isCertain(long time) {
            return !hasLeft() && time - heardFrom < lease();
        }

        /** Whether it may be taken for alive, or just for leaving. */
        private boolean isPossible(long time) {
            return time - heardTo <= lease() + LATE && (!hasLeft() || time - left <= released);
        }
    }

    /** All about a user in one room. */
    private static final class Stay {
        private final Map<String, Conn> conns = new HashMap<>();
        private long earliest;
        private long latest;
        private int fewest;
        private int most;
    }

    /**
     * @param followed rooms that somebody follows on each node at all times
     * @param others users in rooms that are none of the model's business
     */
    RosterModel(Set<String> followed, Set<String> others) {
        this.followed = followed;
        this.others = others;
    }

    /** A page was heard of, with all that it has to say. */
    synchronized void heard(OpenPage page, String state, boolean editing, long begun, long ended) {
        Stay stay = rooms.computeIfAbsent(page.room, room -> new HashMap<>())
                .computeIfAbsent(page.user.id, user -> new Stay());
        Conn conn = stay.conns.get(page.conn);
        if (conn == null || !conn.isCertain(ended)) {
            joined(stay, begun, ended);
        }
        conn = stay.conns.computeIfAbsent(page.conn, id -> new Conn(followed.contains(page.room)));
        conn.state = state;
        conn.editing = editing;
        conn.heardFrom = begun;
        conn.heardTo = ended;
    }

    private static void joined(Stay stay, long begun, long ended) {
        if (stay.conns.values().stream().anyMatch(conn -> conn.isCertain(ended))) {
            return;
        }
        long now = System.currentTimeMillis() / 1_000;
        stay.latest = now + CLOCK_SECONDS;
        stay.most++;
        if (stay.conns.values().stream().noneMatch(conn -> conn.isPossible(begun))) {
            stay.earliest = now - Duration.ofNanos(ended - begun).toSeconds() - CLOCK_SECONDS;
            stay.fewest++;
        }
    }

    synchronized void left(OpenPage page, long ended) {
        rooms.get(page.room).get(page.user.id).conns.get(page.conn).left = ended;
    }

    synchronized void says(String user, String status) {
        statuses.put(user, status);
    }

    /** The fewest and the most stays that {@code user} has had in {@code room} so far. */
    synchronized int[] stays(String room, String user) {
        Stay stay = rooms.getOrDefault(room, Map.of()).get(user);
        return stay == null ? new int[] {0, 0} : new int[] {stay.fewest, stay.most};
    }

    /** Whether there is but one roster that {@code room} can have from one time to the other. */
    synchronized boolean isSettled(String room, long from, long to) {
        return rooms.getOrDefault(room, Map.of()).values().stream()
                .flatMap(stay -> stay.conns.values().stream())
                .allMatch(conn -> conn.isCertain(to) || !conn.isPossible(from));
    }

    /** What is wrong with {@code roster}; null if nothing is. */
    synchronized String mismatch(String room, RosterSeen roster) {
        if (!roster.isKnown() || roster.stale()) {
            return room + " is unknown or stale";
        }
        Map<String, Stay> stays = rooms.getOrDefault(room, Map.of());
        TreeSet<String> users = new TreeSet<>(stays.keySet());
        users.addAll(roster.ids());
        users.removeAll(others);
        for (String user : users) {
            String wrong = mismatch(user, stays.getOrDefault(user, new Stay()), roster);
            if (wrong != null) {
                return "In " + room + ": " + wrong;
            }
        }
        return null;
    }

    private String mismatch(String user, Stay stay, RosterSeen roster) {
        RosterSeen.Entry entry = roster.viewers().get(user);
        List<View> views = views(stay, roster.begunNanos(), roster.endedNanos());
        View view = entry == null ? View.NONE : new View(entry.connections(), entry.state(), entry.editing());
        if (!views.contains(view)) {
            return user + " is " + view + " instead of one of " + views;
        }
        if (entry == null) {
            return null;
        }
        boolean asExpected = entry.name().equals(user)
                && Objects.equals(entry.status(), statuses.get(user))
                && !entry.typing()
                && entry.joinedAt() >= stay.earliest
                && entry.joinedAt() <= stay.latest;
        return asExpected
                ? null
                : user + " is " + entry + " instead of status " + statuses.get(user) + ", since " + stay.earliest
                        + " to " + stay.latest;
    }

    /** What a user looks like. */
    private record View(int connections, String state, boolean editing) {

        private static final List<String> STATES = List.of("active", "idle", "away");
        private static final View NONE = new View(0, "away", false);

        private View with(Conn conn, int more) {
            boolean stronger = STATES.indexOf(conn.state) < STATES.indexOf(state);
            return new View(connections + more, stronger ? conn.state : state, editing || conn.editing);
        }
    }

    /** All that a user may look like at some time between the two. */
    private static List<View> views(Stay stay, long from, long to) {
        List<View> counted = new ArrayList<>(List.of(View.NONE));
        List<View> leaving = new ArrayList<>(List.of(View.NONE));
        for (Conn conn : stay.conns.values()) {
            if (conn.isCertain(to)) {
                counted.replaceAll(view -> view.with(conn, 1));
            } else if (conn.isPossible(from)) {
                List<View> views = conn.hasLeft() ? leaving : counted;
                views.addAll(views.stream()
                        .map(view -> view.with(conn, conn.hasLeft() ? 0 : 1))
                        .toList());
            }
        }
        // A page that has just been left says something only while no other does, and counts as one then.
        if (counted.remove(View.NONE)) {
            leaving.stream()
                    .map(view -> view == View.NONE ? view : new View(1, view.state, view.editing))
                    .forEach(counted::add);
        }
        return counted;
    }
}
