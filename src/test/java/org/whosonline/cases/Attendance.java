package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.whosonline.testing.Await;

/**
 * Users who are in rooms and stay there, giving signs of life at whichever node answers, and watchers of each room at each
 * node.
 */
final class Attendance implements AutoCloseable {

    private static final int KEEPERS = 5;

    private final RoomsSite site;
    private final List<String> rooms = new ArrayList<>();
    private final Map<String, Set<String>> expected = new HashMap<>();
    private final List<RosterWatch> watches = new ArrayList<>();
    private final Map<RosterWatch, String> watched = new HashMap<>();
    private final Map<RosterWatch, Integer> marks = new HashMap<>();
    private final List<OpenPage> pages = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService keeper = Executors.newScheduledThreadPool(KEEPERS);
    private final Someone reader;
    private volatile Throwable fault;

    /** {@code users} evenly in rooms whose names begin with {@code name}, or in none if there are none. */
    Attendance(RoomsSite site, String name, int users, int rooms) throws Exception {
        this.site = site;
        this.reader = site.login("reader" + name.replace('/', '-'));
        for (int i = 0; users > 0 && i < rooms; i++) {
            String room = name + '/' + i;
            this.rooms.add(room);
            for (int node = 0; node < site.nodes.size(); node++) {
                Someone watcher = site.login("watcher" + node);
                RosterWatch watch = new RosterWatch(watcher, node, room);
                watches.add(watch);
                watched.put(watch, room);
            }
        }
        for (int i = 0; i < users; i++) {
            add("user" + i, this.rooms.get(i % rooms), i % site.nodes.size());
        }
        long millis = RoomsCluster.HEARTBEAT.toMillis() / 2;
        for (int i = 0; i < KEEPERS; i++) {
            int first = i;
            Random random = new Random(i);
            keeper.scheduleWithFixedDelay(() -> keep(first, random), 0, millis, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * One page in {@value #KEEPERS}, each at a node that chance picks. One that does not answer keeps only those waiting that
     * come after it.
     */
    private void keep(int first, Random random) {
        try {
            for (int i = first; i < pages.size(); i += KEEPERS) {
                pages.get(i).beatSomewhere(random.nextInt(site.nodes.size()));
            }
        } catch (Throwable e) {
            fault = e;
            throw new IllegalStateException(e);
        }
    }

    /** One more user; answers their id. */
    String add(String id, String room, int node) throws Exception {
        pages.add(site.login(id).page(room).beat(node));
        expected.computeIfAbsent(room, any -> new TreeSet<>()).add(id);
        return id;
    }

    Someone reader() {
        return reader;
    }

    Set<String> ids(String room) {
        return expected.get(room);
    }

    /** Waits until each node, asked and followed, tells of all users in each room, and of nobody else but the watchers. */
    void awaitAll(Duration patience) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        List<RosterSeen> wrong = wrong();
        while (!wrong.isEmpty() && System.nanoTime() - deadline < 0) {
            wrong = wrong();
        }
        assertEquals(null, fault, "The heartbeats broke off");
        assertEquals(List.of(), wrong, () -> "instead of " + expected);
    }

    private List<RosterSeen> wrong() throws Exception {
        List<RosterSeen> wrong = new ArrayList<>();
        for (String room : rooms) {
            for (int node = 0; node < site.nodes.size(); node++) {
                RosterSeen roster = reader.roster(node, room);
                if (!isRight(room, roster)) {
                    wrong.add(roster);
                }
            }
        }
        for (RosterWatch watch : watches) {
            if (!isRight(watched.get(watch), watch.last())) {
                wrong.add(watch.last());
            }
        }
        return wrong;
    }

    private boolean isRight(String room, RosterSeen roster) {
        if (roster == null) {
            return false;
        }
        Set<String> ids = new TreeSet<>(roster.ids());
        ids.removeIf(id -> id.startsWith("watcher"));
        return roster.isKnown() && ids.equals(expected.get(room));
    }

    /** Waits until no roster is stale any more. */
    void awaitFresh(Duration patience) {
        for (RosterWatch watch : watches) {
            watch.await("it is fresh", patience, roster -> !roster.stale());
        }
    }

    /** From now on nobody may leave. */
    void mark() {
        watches.forEach(watch -> marks.put(watch, watch.mark()));
    }

    void assertNobodyLeft() {
        assertEquals(null, fault, "The heartbeats broke off");
        watches.forEach(watch -> watch.assertAlwaysThere(marks.get(watch), expected.get(watched.get(watch))));
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        Await.until("nobody gives a sign of life any more", keeper::isTerminated);
        watches.forEach(RosterWatch::close);
    }
}
