package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whosonline.store.Store;
import org.whosonline.store.StoreContract;
import org.whosonline.testing.MemcachedProcess;

class MemcachedStoreIT extends StoreContract {

    private static MemcachedProcess memcached;

    private MemcachedStore store;

    @BeforeAll
    static void start() {
        memcached = MemcachedProcess.running();
    }

    @AfterAll
    static void stop() {
        memcached.close();
    }

    @BeforeEach
    void connect() {
        memcached.ask("flush_all");
        // Longer than in production: here nothing is at fault, but the machine may be busy.
        store = new MemcachedStore(ServerList.parse(memcached.address()), Duration.ofSeconds(5), System::nanoTime);
        result(store.settled());
    }

    @AfterEach
    void disconnect() {
        store.close();
    }

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected void pass(Duration time) {
        // Real time passes by itself.
    }

    @Test
    void timeIsThatOfTheServer() {
        Duration off = Duration.between(result(store.time()), Instant.now());
        assertTrue(off.abs().compareTo(Duration.ofSeconds(3)) < 0, "off by " + off);
    }

    @Test
    void anotherClientReadsTheBytesAsTheyAre() {
        assertTrue(result(store.set("usersOnline", "[]".getBytes(StandardCharsets.UTF_8), Store.FOREVER)));
        assertEquals("VALUE usersOnline 0 2", memcached.ask("get usersOnline"));
    }

    @Test
    void aVersionOfAnotherConnectionIsRefused() {
        result(store.set("k", new byte[1], Store.FOREVER));
        try (MemcachedStore other =
                new MemcachedStore(ServerList.parse(memcached.address()), Duration.ofSeconds(5), System::nanoTime)) {
            result(other.settled());
            assertEquals(false, result(store.cas(result(other.gets("k")), new byte[2], Store.FOREVER)));
        }
        assertEquals(1, result(store.get("k")).length);
    }

    @Test
    void allThreadsAreDaemonsAndNamed() {
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("whosonline-memcached-"))
                .toList();
        assertEquals(
                Set.of(
                        "whosonline-memcached-io-" + memcached.address(),
                        "whosonline-memcached-watch-" + memcached.address()),
                threads.stream().map(Thread::getName).collect(Collectors.toSet()));
        assertTrue(threads.stream().allMatch(Thread::isDaemon));
    }
}
