package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;
import org.whosonline.testing.ScriptedCluster;

/**
 * Random interleavings of everything that can go wrong, against what must come out: while faults go on, nobody who keeps
 * sending heartbeats is seen to leave; after they end, every node shows who is there, how, and nobody else; and no arrival or
 * departure is reported twice.
 */
@DisplayName(
        "S3, S4 4.1-4.3, 4.6, S5 5.1-5.3: whatever the interleaving, no ghost, no missing viewer, no second report")
class PresencePropertiesTest {

    /** More of them find what is rarer: {@code -DargLine=-Druns=10000}. */
    private static final int RUNS = Integer.getInteger("runs", 400);

    private static final int FIRST = Integer.getInteger("first", 0);
    private static final int STEPS = 2_500;
    private static final List<String> ROOMS = List.of("/a", "/b");

    @Test
    @DisplayName(
            "flush, restart, lost and late operations, nodes killed, releases overtaking renewals: 400 runs of 2,500 steps")
    void noGhostNoMissingViewerNoSecondReport() {
        for (int seed = FIRST; seed < FIRST + RUNS; seed++) {
            new Run(seed).play();
        }
    }

    /** A page. */
    private static final class Page {
        final String user;
        final String room;
        final String conn;
        final long since;
        State state = State.ACTIVE;
        boolean editing;
        boolean wasAway;

        /** Whether every node has had the time to hear of it. */
        boolean settled;

        long nextBeat;

        Page(String user, String room, String conn, long since) {
            this.user = user;
            this.room = room;
            this.conn = conn;
            this.since = since;
            this.nextBeat = since;
        }
    }

    /** A node with its loop and who follows on it. */
    private static final class Machine {
        Presence presence;
        final Queue<Runnable> loop = new ArrayDeque<>();
        final Map<String, Roster> followed = new HashMap<>();
        final Map<String, Following> followings = new HashMap<>();
        long started;
        boolean dead;
    }

    private static final class Run {
        private final int seed;
        private final Random random;
        private final ScriptedCluster cluster;
        private final List<Machine> machines = new ArrayList<>();
        private final List<Page> pages = new ArrayList<>();
        private final List<Page> stray = new ArrayList<>();
        private final Map<String, Integer> starts = new TreeMap<>();
        private final Map<String, Integer> ends = new TreeMap<>();
        private final Map<String, Integer> joined = new TreeMap<>();
        private final Map<String, Integer> left = new TreeMap<>();
        private final ArrayDeque<String> story = new ArrayDeque<>();
        private long conns;
        private long lastKill;
        private long disturbed;
        private String flicker;
        private boolean awayGone;

        Run(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.cluster = new ScriptedCluster(random, 1, 1 << 20);
            for (int i = 0; i < 3; i++) {
                machines.add(start());
            }
        }

        private Machine start() {
            Machine machine = new Machine();
            Store store = cluster.client();
            long wrongBy = random.nextInt(2_000) - 1_000;
            InstantSource wall = () -> Instant.ofEpochMilli(cluster.millis() + wrongBy);
            StoreClock clock = new StoreClock(store, wall, () -> TimeUnit.MILLISECONDS.toNanos(cluster.millis()));
            clock.learn();
            machine.started = cluster.millis();
            machine.presence = new Presence(
                    store,
                    clock,
                    Options.DEFAULT,
                    task -> {
                        machine.loop.add(task);
                        cluster.execute(() -> {
                            Runnable next = machine.loop.poll();
                            if (next != null && !machine.dead) {
                                next.run();
                            }
                        });
                    },
                    cluster::execute,
                    random,
                    () -> new PresenceListener() {
                        @Override
                        public void joined(String room, Viewer viewer) {
                            report(joined, "joined", room, viewer.id());
                        }

                        @Override
                        public void left(String room, Viewer viewer) {
                            report(left, "left", room, viewer.id());
                        }
                    },
                    Runnable::run);
            for (String room : ROOMS) {
                if (random.nextInt(3) > 0) {
                    follow(machine, room);
                }
            }
            return machine;
        }

        private void report(Map<String, Integer> reports, String kind, String room, String user) {
            reports.merge(room + " " + user, 1, Integer::sum);
            tell(kind + " " + room + " " + user);
        }

        private void follow(Machine machine, String room) {
            machine.followings.computeIfAbsent(
                    room, any -> machine.presence.follow(room, roster -> published(machine, room, roster)));
        }

        /**
         * Nobody who was shown and goes on sending heartbeats is gone from what a node shows. What was heard by a node that
         * died, or was in a log that was lost before a new node had read it, is heard again with the next heartbeat.
         */
        private void published(Machine machine, String room, Roster roster) {
            Roster before = machine.followed.put(room, roster);
            if (before == null || machine.dead || cluster.millis() - lastKill < 15_000) {
                return;
            }
            for (Page page : pages) {
                if (page.room.equals(room)
                        && page.settled
                        && before.viewer(page.user).isPresent()
                        && roster.viewer(page.user).isEmpty()) {
                    // Not thrown here: whatever calls this may keep it to itself.
                    flicker = where() + " node " + machines.indexOf(machine) + " lost sight of " + page.user + " in "
                            + room + ", was " + before.viewers() + story();
                }
            }
        }

        void play() {
            for (int step = 1; step <= STEPS; step++) {
                disturb();
                assertNull(flicker, () -> flicker);
                if (step % 500 == 0) {
                    heal();
                    assertNull(flicker, () -> flicker);
                    check();
                }
            }
        }

        private void disturb() {
            int what = random.nextInt(100);
            if (what < 8) {
                join();
            } else if (what < 14) {
                leave();
            } else if (what < 15) {
                crash();
            } else if (what < 25) {
                change();
            } else if (what < 27) {
                any().presence.sweep();
            } else if (what < 28) {
                if (random.nextInt(4) == 0) {
                    restartNode();
                }
            } else if (what < 30) {
                disturbServer();
            } else if (what < 33) {
                faults();
            } else {
                pass(random.nextInt(40) == 0 ? 6_000 : random.nextInt(700));
            }
            for (int i = random.nextInt(8); i > 0; i--) {
                cluster.step();
            }
        }

        private void faults() {
            cluster.lost = random.nextInt(4) == 0 ? 0.15 : 0;
            cluster.unanswered = random.nextInt(4) == 0 ? 0.15 : 0;
            // Not all three: of a store that answers every other time only, nobody can keep up to date.
            cluster.late = random.nextInt(4) == 0 && cluster.lost * cluster.unanswered == 0 ? 0.15 : 0;
            pages.stream().filter(page -> cluster.millis() - page.since < 3_000).forEach(this::mayComeLate);
            tell("faults " + cluster.lost + " " + cluster.unanswered + " " + cluster.late);
        }

        /** It may take more than the leave grace until it is written: time for another tab to close before. */
        private void mayComeLate(Page page) {
            starts.merge(page.room + " " + page.user, 1, Integer::sum);
            ends.merge(page.room + " " + page.user, 1, Integer::sum);
        }

        private void join() {
            if (pages.size() >= 10) {
                return;
            }
            Page page =
                    new Page("u" + random.nextInt(5), ROOMS.get(random.nextInt(2)), "c" + conns++, cluster.millis());
            if (pages.stream().noneMatch(other -> isSame(other, page))) {
                starts.merge(page.room + " " + page.user, 1, Integer::sum);
            }
            if (cluster.lost + cluster.unanswered + cluster.late > 0) {
                mayComeLate(page);
            }
            pages.add(page);
            tell("join " + page.room + " " + page.user + " " + page.conn);
            beat(page);
        }

        private boolean isSame(Page one, Page other) {
            return one.room.equals(other.room) && one.user.equals(other.user);
        }

        private void gone(Page page) {
            // A node that heard of it when it was away, and lost the log with its release, may give it the away lease.
            awayGone |= page.wasAway;
            pages.remove(page);
            if (pages.stream().noneMatch(other -> isSame(other, page))) {
                ends.merge(page.room + " " + page.user, 1, Integer::sum);
            }
        }

        private void leave() {
            strayBeats();
            if (!pages.isEmpty()) {
                Page page = pages.get(random.nextInt(pages.size()));
                tell("leave " + page.room + " " + page.user + " " + page.conn);
                gone(page);
                any().presence.release(page.room, page.user, page.conn);
                if (random.nextInt(3) == 0) {
                    // What it had sent before comes after it by another way: at once, or later.
                    beat(page);
                    stray.add(page);
                }
            }
        }

        /** What a page sent before its beacon, and comes after it by another way. */
        private void strayBeats() {
            List<Page> late = List.copyOf(stray);
            stray.clear();
            late.forEach(this::beat);
        }

        private void crash() {
            if (!pages.isEmpty()) {
                Page page = pages.get(random.nextInt(pages.size()));
                tell("crash " + page.room + " " + page.user + " " + page.conn + " " + page.state);
                gone(page);
            }
        }

        private void change() {
            if (!pages.isEmpty()) {
                Page page = pages.get(random.nextInt(pages.size()));
                page.state = State.values()[random.nextInt(2 + seed % 2)];
                page.wasAway |= page.state == State.AWAY;
                page.editing = random.nextBoolean();
                beat(page);
            }
        }

        private void beat(Page page) {
            Machine machine = any();
            page.nextBeat = cluster.millis() + 10_000;
            machine.presence.beat(new Beat(
                    page.user,
                    page.user,
                    null,
                    false,
                    page.room,
                    page.conn,
                    page.state,
                    page.editing,
                    null,
                    null,
                    1_000_000));
        }

        private Machine any() {
            return machines.get(random.nextInt(machines.size()));
        }

        /** A node dies at once, its loop with it; what it has sent may arrive or not. Another comes in its place. */
        private void restartNode() {
            int number = random.nextInt(machines.size());
            machines.get(number).dead = true;
            lastKill = cluster.millis();
            disturbed = lastKill;
            machines.set(number, start());
            tell("node " + number + " killed");
        }

        private void disturbServer() {
            disturbed = cluster.millis();
            if (random.nextInt(3) > 0) {
                cluster.flush(0);
                tell("flush");
            } else {
                cluster.kill(0);
                tell("store away");
                pass(random.nextInt(8_000));
                cluster.restart(0);
                disturbed = cluster.millis();
                tell("store back, empty");
            }
        }

        /** Time passes, a quarter of a second at a time; whose heartbeat is due sends it to any node. */
        private void pass(long millis) {
            for (long left = millis; left > 0; left -= 250) {
                cluster.settle();
                cluster.advance(Math.min(250, left));
                for (Page page : List.copyOf(pages)) {
                    if (cluster.millis() >= page.nextBeat) {
                        beat(page);
                    }
                    page.settled |= cluster.millis() - Math.max(page.since, disturbed) > 12_000;
                }
                if (cluster.lost + cluster.unanswered + cluster.late > 0) {
                    disturbed = cluster.millis();
                }
                tick();
            }
            cluster.settle();
        }

        private void tick() {
            for (Machine machine : machines) {
                machine.loop.add(machine.presence::tend);
                cluster.execute(() -> {
                    Runnable next = machine.loop.poll();
                    if (next != null && !machine.dead) {
                        next.run();
                    }
                });
            }
        }

        private void heal() {
            cluster.lost = 0;
            cluster.unanswered = 0;
            cluster.late = 0;
            cluster.reviveAll();
            tell("heal");
            machines.forEach(machine -> ROOMS.forEach(room -> follow(machine, room)));
            pass(awayGone ? 170_000 : 45_000);
            awayGone = false;
        }

        private void check() {
            for (Machine machine : machines) {
                for (String room : ROOMS) {
                    Roster roster = machine.followed.get(room);
                    Map<String, String> seen = new TreeMap<>();
                    roster.viewers()
                            .forEach(viewer -> seen.put(
                                    viewer.id(), viewer.state() + " " + viewer.editing() + " " + viewer.connections()));
                    assertEquals(expected(room), seen, () -> where() + " node " + machines.indexOf(machine) + story());
                    assertTrue(!roster.stale(), () -> where() + " stale" + story());
                    assertEquals(
                            machines.get(0).followed.get(room).hash(),
                            roster.hash(),
                            () -> where() + " hash" + story());
                }
            }
            joined.forEach((who, count) -> assertTrue(
                    count <= starts.getOrDefault(who, 0), () -> where() + " joined twice: " + who + story()));
            left.forEach((who, count) ->
                    assertTrue(count <= ends.getOrDefault(who, 0), () -> where() + " left twice: " + who + story()));
        }

        private Map<String, String> expected(String room) {
            Map<String, State> states = new TreeMap<>();
            Map<String, Boolean> editing = new TreeMap<>();
            Map<String, Integer> count = new TreeMap<>();
            for (Page page : pages) {
                if (page.room.equals(room)) {
                    states.merge(page.user, page.state, (a, b) -> a.compareTo(b) < 0 ? a : b);
                    editing.merge(page.user, page.editing, Boolean::logicalOr);
                    count.merge(page.user, 1, Integer::sum);
                }
            }
            Map<String, String> expected = new TreeMap<>();
            states.forEach(
                    (user, state) -> expected.put(user, state + " " + editing.get(user) + " " + count.get(user)));
            return expected;
        }

        private void tell(String what) {
            story.add(cluster.millis() % 10_000_000 + " " + what);
            if (story.size() > 200) {
                story.remove();
            }
        }

        private String where() {
            return "run " + seed + " at " + cluster.millis() % 10_000_000;
        }

        private String story() {
            return "\n" + String.join("\n", story);
        }
    }

    /** The defaults. */
    static final class Options {
        static final PresenceOptions DEFAULT = new PresenceOptions(
                "",
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofSeconds(150),
                Duration.ofSeconds(15),
                Duration.ofSeconds(1),
                Duration.ofMillis(250),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                20,
                32);
    }
}
