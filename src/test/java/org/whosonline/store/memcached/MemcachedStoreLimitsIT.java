package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.memcached.StoreFixture.bytes;
import static org.whosonline.store.memcached.StoreFixture.connect;
import static org.whosonline.store.memcached.StoreFixture.set;
import static org.whosonline.store.memcached.StoreFixture.text;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.store.Store;
import org.whosonline.store.Versioned;
import org.whosonline.testing.MemcachedProcess;

/** Real servers that are flushed, full, or asked for more than they can do. */
@Timeout(60)
class MemcachedStoreLimitsIT {

    @Test
    @DisplayName("STOR-H05: flushed, keys are absent and the connection stays")
    void flushedKeysAreAbsentAndTheConnectionStays() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address())) {
            set(store, "k", "one");
            Versioned read = result(store.gets("k"));
            long epoch = store.epoch();
            memcached.ask("flush_all");
            assertNull(text(store, "k"));
            assertFalse(result(store.append("k", bytes("x"))));
            assertFalse(result(store.cas(read, bytes("two"), Store.FOREVER)));
            assertEquals(epoch, store.epoch());
        }
    }

    @Test
    @DisplayName("CONN-H04: a full server refuses, the connection stays, and with room again it takes")
    void aFullServerRefusesAndTheConnectionStays() {
        try (MemcachedProcess memcached = MemcachedProcess.running("-m", "1", "-I", "512k", "-M");
                MemcachedStore store = connect(memcached.address())) {
            long epoch = store.epoch();
            set(store, "small", "1");
            int stored = 0;
            while (result(store.add("fill-" + stored, new byte[100_000], Store.FOREVER))) {
                stored++;
            }
            assertTrue(stored > 0);
            for (int i = 0; i < 20; i++) {
                assertFalse(result(store.set("other", new byte[100_000], Store.FOREVER)));
                assertFalse(result(store.append("fill-0", new byte[100_000])));
                assertEquals(OptionalLong.of(i + 2), result(store.incr("small", 1)), "others are served");
            }
            assertEquals(100_000, result(store.get("fill-0")).length, "a refused append leaves the value");
            assertTrue(result(store.delete("fill-0")));
            assertTrue(result(store.set("other", new byte[100_000], Store.FOREVER)));
            assertEquals(epoch, store.epoch());
        }
    }

    @Test
    @DisplayName("STOR-H01: what is larger than the server takes is refused, and the connection stays")
    void whatIsLargerThanTheServerTakesIsRefused() {
        try (MemcachedProcess memcached = MemcachedProcess.running("-m", "1", "-I", "512k");
                MemcachedStore store = connect(memcached.address())) {
            byte[] tooLarge = new byte[600_000];
            long epoch = store.epoch();
            set(store, "k", "one");
            assertFalse(result(store.append("k", tooLarge)));
            assertFalse(result(store.add("other", tooLarge, Store.FOREVER)));
            assertFalse(result(store.cas(result(store.gets("k")), tooLarge, Store.FOREVER)));
            assertEquals("one", text(store, "k"));
            assertFalse(result(store.set("k", tooLarge, Store.FOREVER)));
            assertNull(text(store, "k"), "as the contract says");
            assertEquals(epoch, store.epoch());
        }
    }

    @Test
    void aStormOfAppendsLosesNone() throws InterruptedException {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect(memcached.address(), Duration.ofSeconds(20))) {
            IntStream.range(0, 10).forEach(i -> set(store, "log" + i, ""));
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 4; i++) {
                int from = i * 25_000;
                Thread thread = new Thread(() -> append(store, from, from + 25_000));
                thread.setUncaughtExceptionHandler((dead, failure) -> failures.add(failure));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            List<String> lines = IntStream.range(0, 10)
                    .mapToObj(i -> text(store, "log" + i))
                    .flatMap(String::lines)
                    .toList();
            assertEquals(100_000, lines.size());
            assertEquals(100_000, lines.stream().distinct().count());
        }
    }

    /** Appends without waiting; where the queue is full, which is told at once, waits for what is under way. */
    private static void append(Store store, int from, int to) {
        List<CompletableFuture<Boolean>> underWay = new ArrayList<>();
        for (int i = from; i < to; i++) {
            CompletableFuture<Boolean> append = store.append("log" + i % 10, bytes(i + "\n"));
            if (append.isCompletedExceptionally()) {
                underWay.forEach(earlier -> assertTrue(result(earlier)));
                underWay.clear();
                i--;
            } else {
                underWay.add(append);
            }
        }
        underWay.forEach(earlier -> assertTrue(result(earlier)));
    }
}
