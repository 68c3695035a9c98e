package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.CleanupReport;
import org.whosonline.Mark;
import org.whosonline.Marks;
import org.whosonline.OnlineUser;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;

/** Several nodes without a container on one real Memcached: their clocks, and cleanups at the same time. */
@Timeout(60)
class LibraryCasesIT {

    private final MemcachedProcess memcached = MemcachedProcess.running();
    private final MemcachedConsole console = new MemcachedConsole(memcached);
    private final List<Node> nodes = new ArrayList<>();

    /** A node whose wall clock goes wrong by {@code ahead}. */
    private static final class Node {

        final Store store;
        final UsersOnline users;

        Node(String servers, Duration ahead) {
            MemcachedStore memcached =
                    new MemcachedStore(ServerList.parse(servers), Duration.ofMillis(500), System::nanoTime);
            result(memcached.settled());
            InstantSource wall = () -> Instant.now().plus(ahead);
            StoreClock clock = new StoreClock(memcached, wall, System::nanoTime);
            result(clock.learn());
            var options = new UsersOnline.Options(
                    "usersOnline",
                    "numUsersOnline",
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(1),
                    0,
                    Duration.ofMillis(500));
            store = memcached;
            users = new UsersOnline(memcached, clock, options, Runnable::run, new Random());
            users.tend();
        }

        Set<String> ids() {
            users.tend();
            return users.snapshot().users().stream().map(OnlineUser::id).collect(Collectors.toSet());
        }
    }

    /** A browser session. */
    private static final class Session implements Marks {

        private volatile Mark mark;

        @Override
        public Object session() {
            return this;
        }

        @Override
        public Mark get() {
            return mark;
        }

        @Override
        public void set(Mark mark) {
            this.mark = mark;
        }
    }

    private Node node(Duration ahead) {
        Node node = new Node(memcached.address(), ahead);
        nodes.add(node);
        return node;
    }

    @AfterEach
    void end() throws Exception {
        for (Node node : nodes) {
            ((AutoCloseable) node.store).close();
        }
        console.close();
        memcached.close();
    }

    @Test
    @DisplayName("Nodes whose clocks are ten minutes off agree on who is online, and since when")
    void nodesWithWrongClocksAgree() {
        List<Node> all = List.of(node(Duration.ofMinutes(10)), node(Duration.ZERO), node(Duration.ofMinutes(-10)));
        for (int i = 0; i < 3; i++) {
            all.get(i).users.record("user" + i, "User " + i, new Session());
        }
        long now = console.stat("time");
        for (Node node : all) {
            Await.until("all three on every node", () -> node.ids().equals(Set.of("user0", "user1", "user2")));
            for (OnlineUser user : node.users.snapshot().users()) {
                assertEquals(now, user.lastSeen().getEpochSecond(), 2);
            }
        }
        for (Node node : all) {
            assertEquals(new CleanupReport(3, List.of(), 3, true), node.users.cleanUp());
        }
        assertEquals("3", console.value("numUsersOnline"));
    }

    @Test
    @DisplayName("CRON-H01: two nodes that clean up at the same moment, 20 times: 20 listed, 20 counted")
    void twoNodesThatCleanUpAtTheSameMoment() throws Exception {
        List<Node> two = List.of(node(Duration.ZERO), node(Duration.ZERO));
        Set<String> fresh = IntStream.range(0, 20).mapToObj(i -> "f" + i).collect(Collectors.toSet());
        CyclicBarrier barrier = new CyclicBarrier(2);
        for (int round = 0; round < 20; round++) {
            console.store("set", "usersOnline", log(console.stat("time")));
            List<CompletableFuture<CleanupReport>> runs = two.stream()
                    .map(node -> CompletableFuture.supplyAsync(() -> {
                        meet(barrier);
                        return node.users.cleanUp();
                    }))
                    .toList();
            for (CompletableFuture<CleanupReport> run : runs) {
                assertEquals(20, run.get(20, TimeUnit.SECONDS).now());
            }
            assertEquals("20", console.value("numUsersOnline"));
            String map = console.value("usersOnline");
            assertEquals(21, map.lines().count(), map);
            assertTrue(fresh.stream().allMatch(id -> map.contains("[\"" + id + "\",")), map);
        }
        two.forEach(node -> Await.until("20 on each node", () -> node.ids().equals(fresh)));
    }

    /** 20 who are online and 20 whose time is up. */
    private static String log(long now) {
        StringBuilder log = new StringBuilder("[1,\"0123456789abcdef\"]\n");
        for (int i = 0; i < 20; i++) {
            log.append("[\"x").append(i).append("\",").append(now - 400).append("]\n");
            log.append("[\"f").append(i).append("\",").append(now).append("]\n");
        }
        return log.toString();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
