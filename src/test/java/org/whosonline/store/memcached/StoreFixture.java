package org.whosonline.store.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.testing.Await;

/** What the tests of faults share. */
final class StoreFixture {

    static final Duration TIMEOUT = Duration.ofMillis(250);

    /** What a busy machine may add to a wait that has run out. */
    static final Duration MARGIN = Duration.ofMillis(250);

    /** "At once", on a busy machine. */
    static final Duration AT_ONCE = Duration.ofMillis(50);

    private StoreFixture() {}

    static MemcachedStore connect(String servers, Server.Names names) {
        MemcachedStore store = new MemcachedStore(ServerList.parse(servers), TIMEOUT, System::nanoTime, names);
        result(store.settled());
        return store;
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static MemcachedStore connect(String servers) {
        return connect(servers, TIMEOUT);
    }

    static MemcachedStore connect(String servers, Duration timeout) {
        MemcachedStore store = new MemcachedStore(ServerList.parse(servers), timeout, System::nanoTime);
        result(store.settled());
        return store;
    }

    static String text(Store store, String key) {
        byte[] value = result(store.get(key));
        return value == null ? null : new String(value, UTF_8);
    }

    static void set(Store store, String key, String value) {
        assertTrue(result(store.set(key, bytes(value), Store.FOREVER)));
    }

    static boolean stores(Store store, String value) {
        try {
            return result(store.set("k", bytes(value), Store.FOREVER));
        } catch (StoreException e) {
            return false;
        }
    }

    static boolean failsOrIsNull(Store store) {
        try {
            return text(store, "k") == null;
        } catch (StoreException e) {
            return true;
        }
    }

    static void awaitAvailable(Store store) {
        Await.until("the store is available", store::available);
    }

    /** Asserts that the operation fails, and before long. */
    static StoreException assertFailsWithin(Duration most, Supplier<CompletableFuture<?>> operation) {
        long start = System.nanoTime();
        StoreException failure = assertThrows(StoreException.class, () -> result(operation.get()));
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(taken.compareTo(most) <= 0, "failed after " + taken.toMillis() + " ms: " + failure.getMessage());
        return failure;
    }

    /** Asserts that no thread of a store is left, or that those there end at once. */
    static void assertNoThreads() {
        Await.until("all threads of the store end", Duration.ofMillis(500), () -> threads() == 0);
        assertEquals(0, threads());
    }

    static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("whosonline-"))
                .count();
    }
}
