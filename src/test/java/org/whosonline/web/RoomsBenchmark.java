package org.whosonline.web;

import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.whosonline.app.RealNode;
import org.whosonline.presence.Crowd;
import org.whosonline.presence.Roster;
import org.whosonline.testing.MemcachedProcess;

/** What {@code src/bench/rooms.sh} runs: figures of rooms, as medians over runs, with a Memcached of its own. */
final class RoomsBenchmark {

    private static final int SIZE = 100_000;
    private static final int SECONDS = 10;
    private static final int ROOMS = 1_000;
    private static final int FOLLOWERS = 10;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String BIG = "/keynote";

    private final int runs;
    private final Measured measured;
    private final Random random = new Random(1);

    private RoomsBenchmark(int runs, Measured measured) {
        this.runs = runs;
        this.measured = measured;
    }

    /** @param arguments how many runs; 5 by default */
    public static void main(String[] arguments) {
        int runs = arguments.length == 0 ? 5 : Integer.parseInt(arguments[0]);
        RoomsBenchmark benchmark = new RoomsBenchmark(runs, new Measured(System.out));
        benchmark.joins();
        benchmark.bigRoom();
        benchmark.manyRooms();
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void joins() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                RealNode a = new RealNode(memcached.address());
                RealNode b = new RealNode(memcached.address())) {
            List<List<Double>> figures =
                    List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int run = 0; run <= runs; run++) {
                List<Double> elsewhere = new ArrayList<>();
                List<Double> here = new ArrayList<>();
                joins(a, b, "/docs/" + run, elsewhere, here);
                // The first one warms up.
                if (run > 0) {
                    figures.get(0).add(Measured.quantile(elsewhere, 0.5));
                    figures.get(1).add(Measured.quantile(elsewhere, 0.99));
                    figures.get(2).add(Measured.quantile(here, 0.5));
                    figures.get(3).add(Measured.quantile(here, 0.99));
                }
            }
            measured.print("a join seen on another node, half of them within", "ms", figures.get(0));
            measured.print("a join seen on another node, 99 of 100 within", "ms", figures.get(1));
            measured.print("a join seen on the same node, half of them within", "ms", figures.get(2));
            measured.print("a join seen on the same node, 99 of 100 within", "ms", figures.get(3));
        }
    }

    private void joins(RealNode a, RealNode b, String room, List<Double> elsewhere, List<Double> here) {
        try (Watcher far = new Watcher(b, room);
                Watcher near = new Watcher(a, room)) {
            far.await(0);
            near.await(0);
            for (int i = 0; i < 200; i++) {
                String user = Crowd.user(i);
                CompletableFuture<Long> seenFar =
                        far.expect(roster -> roster.viewer(user).isPresent());
                CompletableFuture<Long> seenNear =
                        near.expect(roster -> roster.viewer(user).isPresent());
                // At any time between two ticks.
                pass(Duration.ofMillis(random.nextInt(250)));
                long begun = System.nanoTime();
                a.presence().beat(Crowd.beat(room, i));
                here.add((result(seenNear) - begun) / 1e6);
                elsewhere.add((result(seenFar) - begun) / 1e6);
                Crowd.leave(a, room, i);
            }
        }
    }

    private void bigRoom() {
        try (MemcachedProcess memcached = MemcachedProcess.running("-m", "256")) {
            try (RealNode seeding = new RealNode(memcached.address(), LONG, RealNode.options(LONG))) {
                Crowd.seed(seeding, BIG, SIZE, 3_600);
                readings(seeding);
            }
            try (RealNode a = new RealNode(memcached.address());
                    RealNode b = new RealNode(memcached.address());
                    Watcher far = new Watcher(b, BIG);
                    Watcher near = new Watcher(a, BIG)) {
                far.await(SIZE);
                near.await(SIZE);
                measured.print("heap of a node for a room of 100,000", "MB", List.of(Measured.heapMegabytes() / 2));
                pages(b);
                renewals(memcached, a, b, far);
            }
        }
    }

    private void readings(RealNode node) {
        List<Double> times = new ArrayList<>();
        List<Double> processor = new ArrayList<>();
        for (int run = -10; run < runs * 3; run++) {
            long begun = System.nanoTime();
            double before = Measured.processorMillis();
            result(Crowd.read(node, BIG));
            if (run >= 0) {
                times.add(Measured.millisSince(begun));
                processor.add(Measured.processorMillis() - before);
            }
        }
        measured.print("reading a room of 100,000", "ms", times);
        measured.print("reading a room of 100,000, processor time", "ms", processor);
    }

    private void pages(RealNode node) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < 200 * runs; i++) {
            long begun = System.nanoTime();
            Roster roster = result(node.presence().roster(BIG));
            int from = random.nextInt(roster.viewers().size() - 100);
            RosterJson.page(roster, from, from + 100, "next");
            times.add(Measured.millisSince(begun));
        }
        measured.print(
                "a page of 100 viewers of 100,000, 99 of 100 within", "ms", List.of(Measured.quantile(times, 0.99)));
    }

    /** All connections renew within ten seconds, half of them on each node. */
    private void renewals(MemcachedProcess memcached, RealNode a, RealNode b, Watcher watcher) {
        List<Double> memcachedShare = new ArrayList<>();
        List<Double> nodeShare = new ArrayList<>();
        // The first twice ten seconds write every connection in full, since its lease is another one here.
        for (int run = -2; run < runs; run++) {
            Duration before = memcached.processorTime();
            double nodesBefore = Measured.processorMillis();
            long written = written(a) + written(b);
            long begun = System.nanoTime();
            for (int step = 0; step < SECONDS * 10; step++) {
                int each = SIZE / SECONDS / 10;
                for (int i = step * each; i < (step + 1) * each; i++) {
                    (i % 2 == 0 ? a : b).presence().beat(Crowd.beat(BIG, i));
                }
                pass(Duration.ofNanos(begun + TimeUnit.MILLISECONDS.toNanos(100L * (step + 1)) - System.nanoTime()));
            }
            double taken = Measured.millisSince(begun);
            if (run >= 0) {
                if (written(a) + written(b) - written < 0.9 * SIZE) {
                    throw new AssertionError("Only " + (written(a) + written(b) - written) + " were written in time");
                }
                memcachedShare.add(100 * memcached.processorTime().minus(before).toMillis() / taken);
                nodeShare.add(100 * (Measured.processorMillis() - nodesBefore) / 2 / taken);
            }
        }
        watcher.await(SIZE);
        measured.print("100,000 renewals in ten seconds: Memcached", "% of a core", memcachedShare);
        measured.print("100,000 renewals in ten seconds: each of two nodes that follow it", "% of a core", nodeShare);
    }

    private static long written(RealNode node) {
        return node.presence().figures().renewals();
    }

    private void manyRooms() {
        try (MemcachedProcess memcached = MemcachedProcess.running()) {
            try (RealNode seeding = new RealNode(memcached.address(), LONG, RealNode.options(LONG))) {
                for (int room = 0; room < ROOMS; room++) {
                    Crowd.seed(seeding, "/docs/" + room, 3, 3_600);
                }
            }
            try (RealNode node = new RealNode(memcached.address())) {
                List<Watcher> followers = new ArrayList<>();
                for (int i = 0; i < ROOMS * FOLLOWERS; i++) {
                    followers.add(new Watcher(node, "/docs/" + i / FOLLOWERS));
                }
                followers.forEach(follower -> follower.await(3));
                pass(LONG);
                List<Double> shares = new ArrayList<>();
                for (int run = 0; run < runs; run++) {
                    double before = Measured.processorMillis();
                    pass(LONG);
                    shares.add((Measured.processorMillis() - before) / LONG.toSeconds());
                }
                measured.print(
                        "1,000 rooms of 10 followers, nothing happens: a node's processor time", "ms a second", shares);
                changes(memcached, followers);
                followers.forEach(Watcher::close);
            }
        }
    }

    private void changes(MemcachedProcess memcached, List<Watcher> followers) {
        try (RealNode other = new RealNode(memcached.address())) {
            List<Double> times = new ArrayList<>();
            for (int i = 0; i < 30 * runs; i++) {
                int room = random.nextInt(ROOMS);
                String user = Crowd.user(1_000_000 + i);
                CountDownLatch left = new CountDownLatch(FOLLOWERS);
                followers
                        .subList(room * FOLLOWERS, (room + 1) * FOLLOWERS)
                        .forEach(follower -> follower.expect(
                                        roster -> roster.viewer(user).isPresent())
                                .thenRun(left::countDown));
                pass(Duration.ofMillis(random.nextInt(250)));
                long begun = System.nanoTime();
                other.presence().beat(Crowd.beat("/docs/" + room, 1_000_000 + i));
                try {
                    if (!left.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
                        throw new AssertionError("Not all have seen it");
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError("Interrupted", e);
                }
                times.add(Measured.millisSince(begun));
            }
            measured.print(
                    "a join in one of them seen by its ten followers, half within",
                    "ms",
                    List.of(Measured.quantile(times, 0.5)));
            measured.print(
                    "a join in one of them seen by its ten followers, 99 of 100 within",
                    "ms",
                    List.of(Measured.quantile(times, 0.99)));
        }
    }
}
