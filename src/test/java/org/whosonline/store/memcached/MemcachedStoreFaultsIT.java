package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.whosonline.store.memcached.StoreFixture.AT_ONCE;
import static org.whosonline.store.memcached.StoreFixture.MARGIN;
import static org.whosonline.store.memcached.StoreFixture.TIMEOUT;
import static org.whosonline.store.memcached.StoreFixture.assertFailsWithin;
import static org.whosonline.store.memcached.StoreFixture.awaitAvailable;
import static org.whosonline.store.memcached.StoreFixture.bytes;
import static org.whosonline.store.memcached.StoreFixture.connect;
import static org.whosonline.store.memcached.StoreFixture.failsOrIsNull;
import static org.whosonline.store.memcached.StoreFixture.set;
import static org.whosonline.store.memcached.StoreFixture.stores;
import static org.whosonline.store.memcached.StoreFixture.text;
import static org.whosonline.testing.Await.result;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.store.Store;
import org.whosonline.store.Versioned;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** Real servers that are absent, killed, restarted and suspended. */
@Timeout(60)
class MemcachedStoreFaultsIT {

    @Test
    @DisplayName("CONN-H07: a server that is absent at the start is merely down, and found when it comes")
    void aServerThatIsAbsentAtTheStartIsFoundWhenItComes() {
        try (MemcachedProcess memcached = MemcachedProcess.absent();
                MemcachedStore store = connect(memcached.address())) {
            assertFalse(store.available());
            assertFailsWithin(AT_ONCE, () -> store.get("k"));
            assertFailsWithin(AT_ONCE, () -> store.getAll(List.of("k")));
            assertFailsWithin(AT_ONCE, store::time);
            memcached.start();
            awaitAvailable(store);
            set(store, "k", "one");
            assertEquals("one", text(store, "k"));
        }
    }

    @Test
    @DisplayName("CONN-H01 CONN-H03: killed, it fails fast; restarted, it is back by itself")
    void killedItFailsFastAndIsBackAfterARestart() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            set(store, "k", "one");
            long epoch = store.epoch();
            memcached.kill();
            Await.until("the first failure", () -> failsOrIsNull(store));
            for (int i = 0; i < 100; i++) {
                assertFailsWithin(AT_ONCE, () -> store.append("k", bytes("x")));
            }
            assertFalse(store.available());
            assertNotEquals(epoch, store.epoch());
            memcached.start();
            awaitAvailable(store);
            assertNull(text(store, "k"));
            set(store, "k", "two");
        }
    }

    @Test
    @DisplayName("CONN-H03: suspended, the first calls take the timeout and no more, later ones nothing")
    void suspendedTheFirstCallsTakeTheTimeoutAndLaterOnesNothing() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            set(store, "k", "one");
            long epoch = store.epoch();
            memcached.suspend();
            List<CompletableFuture<byte[]>> calls =
                    IntStream.range(0, 5).mapToObj(i -> store.get("k")).toList();
            for (CompletableFuture<byte[]> call : calls) {
                assertFailsWithin(TIMEOUT.plus(MARGIN), () -> call);
            }
            assertFalse(store.available());
            for (int i = 0; i < 100; i++) {
                assertFailsWithin(AT_ONCE, () -> store.get("k"));
            }
            memcached.resume();
            awaitAvailable(store);
            assertEquals("one", text(store, "k"));
            assertNotEquals(epoch, store.epoch());
        }
    }

    @Test
    @DisplayName("CONN-H09: a cas in flight while the server is suspended fails as a store failure, each time")
    void aCasInFlightWhileTheServerIsSuspendedFails() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address(), Duration.ofMillis(50))) {
            for (int i = 0; i < 20; i++) {
                awaitAvailable(store);
                String value = "value-" + i;
                Await.until("a value to replace", () -> stores(store, value));
                Versioned read = result(store.gets("k"));
                memcached.suspend();
                assertFailsWithin(TIMEOUT.plus(MARGIN), () -> store.cas(read, bytes("new"), Store.FOREVER));
                assertFailsWithin(TIMEOUT.plus(MARGIN), () -> store.gets("k"));
                memcached.resume();
            }
            awaitAvailable(store);
        }
    }

    @Test
    @DisplayName("CONN-H02: suspended beyond all patience, the connection is replaced")
    void suspendedBeyondAllPatienceTheConnectionIsReplaced() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            set(store, "k", "one");
            Versioned read = result(store.gets("k"));
            memcached.suspend();
            Await.until("the silence is noticed, though nobody asks", () -> !store.available());
            String io = ioThread();
            Await.until("there is another connection", () -> !ioThread().equals(io));
            memcached.resume();
            awaitAvailable(store);
            assertEquals("one", text(store, "k"));
            assertFalse(result(store.cas(read, bytes("two"), Store.FOREVER)), "read on the old connection");
        }
    }

    /** Identifies the present IO thread, and with it the connection. */
    private static String ioThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("whosonline-memcached-io-"))
                .map(thread -> "" + thread.getId())
                .findFirst()
                .orElse("none");
    }

    @Test
    void aVersionFromBeforeARestartIsNeverAccepted() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            set(store, "k", "old");
            Versioned old = result(store.gets("k"));
            memcached.stop();
            memcached.start();
            Await.until("the store is back", () -> store.available() && stores(store, "new"));
            assertEquals("VALUE k 0 3 1", memcached.ask("gets k"), "the same cas id again");
            assertFalse(result(store.cas(old, bytes("lost"), Store.FOREVER)));
            assertEquals("new", text(store, "k"));
        }
    }

    @Test
    void noOperationIsLeftWithoutAnAnswerWhenTheServerDiesUnderIt() throws InterruptedException {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            Queue<CompletableFuture<?>> operations = new ConcurrentLinkedQueue<>();
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Thread thread = new Thread(() -> {
                    while (!over.get()) {
                        operations.add(store.append("k", bytes("x")));
                        operations.add(store.getAll(List.of("k", "l")));
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (int i = 0; i < 5; i++) {
                memcached.kill();
                memcached.start();
                awaitAvailable(store);
            }
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            Await.until(
                    "all operations have ended",
                    TIMEOUT.plus(MARGIN),
                    () -> operations.stream().allMatch(CompletableFuture::isDone));
        }
    }

    @Test
    void anOutageIsOneWarningAndOneLineWhenItIsOverAndNothingOnStandardError() {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord log) {
                records.add(log);
            }

            @Override
            public void flush() {
                // Nothing is buffered.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        Logger logger = Logger.getLogger("org.whosonline");
        logger.addHandler(handler);
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            records.clear();
            memcached.kill();
            Await.until("the loss is noticed", () -> failsOrIsNull(store) && !store.available());
            IntStream.range(0, 1_000).forEach(i -> store.append("k", bytes("x")));
            memcached.start();
            awaitAvailable(store);
            // It is available a moment before that is said.
            Await.until("both are said", () -> records.size() >= 2);
            assertEquals(
                    List.of(Level.WARNING, Level.INFO),
                    records.stream().map(LogRecord::getLevel).toList());
        } finally {
            System.setErr(err);
            logger.removeHandler(handler);
        }
        assertEquals("", printed.toString(StandardCharsets.UTF_8));
    }
}
