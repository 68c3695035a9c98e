package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.log.StoreClock;
import org.whosonline.store.StoreException;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

@DisplayName("The site map on a real Memcached, with real threads")
class UsersOnlineIT {

    private static final int THREADS = 32;
    private static final int USERS_A_THREAD = 625;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<MemcachedStore> stores = new ArrayList<>();
    private MemcachedProcess memcached;

    @BeforeEach
    void start() {
        memcached = MemcachedProcess.running();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        stores.forEach(MemcachedStore::close);
        memcached.close();
    }

    /** A node with a clock of its own that is {@code wrong}. */
    private UsersOnline node(int buckets, Duration wrong) {
        MemcachedStore store =
                new MemcachedStore(ServerList.parse(memcached.address()), Duration.ofSeconds(2), System::nanoTime);
        stores.add(store);
        Await.result(store.settled());
        InstantSource wall = () -> Instant.now().plus(wrong);
        StoreClock clock = new StoreClock(store, wall, System::nanoTime);
        Await.result(clock.learn());
        var options = new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                Duration.ofMinutes(5),
                Duration.ofMinutes(2),
                Duration.ofMinutes(1),
                buckets,
                Duration.ofSeconds(2));
        UsersOnline users = new UsersOnline(store, clock, options, threads, new Random());
        users.tend();
        return users;
    }

    @Test
    @DisplayName("S1 1.11, RACE-H01: 32 threads record 20,000 users at two nodes while both clean up, and none is lost")
    void noneIsLost() throws Exception {
        List<UsersOnline> nodes = List.of(node(0, Duration.ZERO), node(0, Duration.ZERO));
        AtomicBoolean recording = new AtomicBoolean(true);
        List<Future<?>> work = new ArrayList<>();
        List<Future<?>> cleanups = new ArrayList<>();
        for (UsersOnline node : nodes) {
            cleanups.add(threads.submit(() -> {
                while (recording.get()) {
                    cleanUp(node);
                    node.snapshot();
                }
            }));
        }
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread * USERS_A_THREAD;
            work.add(threads.submit(() -> recordAll(nodes, first)));
        }
        for (Future<?> thread : work) {
            thread.get();
        }
        recording.set(false);
        for (Future<?> cleanup : cleanups) {
            cleanup.get();
        }
        for (UsersOnline node : nodes) {
            // The first may be one that was begun before the last record.
            Await.result(node.renew());
            Await.result(node.renew());
            assertEquals(THREADS * USERS_A_THREAD, node.snapshot().count().orElseThrow());
        }
        assertEquals(THREADS * USERS_A_THREAD, nodes.get(0).cleanUp().now());
        assertEquals(Integer.toString(THREADS * USERS_A_THREAD), memcachedCount());
    }

    /** Records a thread's users, each again until its write is known to have succeeded, as requests would. */
    private void recordAll(List<UsersOnline> nodes, int first) {
        ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
        for (int user = first; user < first + USERS_A_THREAD; user++) {
            String id = "user" + user;
            Session session = sessions.computeIfAbsent(id, key -> new Session());
            UsersOnline node = nodes.get(user % nodes.size());
            node.record(id, id, session);
        }
        // What a full queue refused or the store did not answer in time is recorded by the next request. A mark whose
        // write is still under way counts as recorded: so all of them must, three times, with the store's queue empty.
        int settled = 0;
        while (settled < 3) {
            settled++;
            for (var entry : sessions.entrySet()) {
                UsersOnline node = nodes.get(Integer.parseInt(entry.getKey().substring(4)) % nodes.size());
                if (!node.isRecorded(entry.getValue().mark, entry.getKey())) {
                    node.record(entry.getKey(), entry.getKey(), entry.getValue());
                    settled = 0;
                }
            }
            stores.forEach(UsersOnlineIT::awaitAnswers);
        }
    }

    /** Answers come in the order of the questions. */
    private static void awaitAnswers(MemcachedStore store) {
        Await.until("the store answers", () -> {
            try {
                store.get("nothing").join();
                return true;
            } catch (CompletionException e) {
                return false;
            }
        });
    }

    private static void cleanUp(UsersOnline node) {
        try {
            node.cleanUp();
        } catch (StoreException e) {
            // The queue is full of records: the next one will do.
        }
    }

    private String memcachedCount() {
        byte[] count = Await.result(stores.get(0).get("numUsersOnline"));
        return new String(count, StandardCharsets.US_ASCII);
    }

    @Test
    @DisplayName(
            "S1 1.10: on a server that takes larger items than most, a log over 1 MB is counted and split all the same")
    void aLogOverOneMegabyteIsSplit() throws Exception {
        memcached.close();
        memcached = MemcachedProcess.running("-I", "8m", "-m", "128");
        UsersOnline node = node(0, Duration.ZERO);
        for (int first = 0; first < 60_000; first += USERS_A_THREAD) {
            recordAll(List.of(node), first);
        }
        assertEquals(60_000, node.cleanUp().now());
        assertEquals("60000", memcachedCount());
        String layout = new String(Await.result(stores.get(0).get("usersOnline:layout")), StandardCharsets.US_ASCII);
        assertTrue(layout.contains("[32,"), layout);
        recordAll(List.of(node), 60_000);
        assertEquals(60_000 + USERS_A_THREAD, node.cleanUp().now());
    }

    @Test
    @DisplayName("TIME-H01: nodes whose clocks are ten minutes off agree on who is online and when")
    void nodesWithWrongClocksAgree() {
        UsersOnline right = node(1, Duration.ZERO);
        UsersOnline behind = node(1, Duration.ofMinutes(-10));
        UsersOnline ahead = node(1, Duration.ofMinutes(10));
        List<UsersOnline> nodes = List.of(right, behind, ahead);
        for (int i = 0; i < 3; i++) {
            nodes.get(i).record("u" + i, "u" + i, new Session());
        }
        for (UsersOnline node : nodes) {
            Await.until("all three are there", () -> {
                Await.result(node.renew());
                return node.snapshot().count().orElse(0) == 3;
            });
            assertTrue(Duration.between(node.snapshot().asOf(), Instant.now())
                            .abs()
                            .toSeconds()
                    <= 3);
            assertEquals(0, node.cleanUp().removed().size());
        }
    }
}
