package org.whosonline.app;

import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.whosonline.log.StoreClock;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceOptions;
import org.whosonline.store.CountingStore;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;

/** Presence on one node as the application runs it, with threads and connections of its own, but without servlets. */
public final class RealNode implements AutoCloseable {

    private final CountingStore store;
    private final StoreClock clock;
    private final Presence presence;
    private final Worker loop = new Worker("whosonline-test-rooms");
    private final Worker worker = new Worker("whosonline-test-worker");
    private final Worker reporter = new Worker("whosonline-test-listener");
    private final List<Worker> workers = List.of(loop, worker, reporter);

    /** A node with the options' defaults. */
    public RealNode(String servers) {
        this(servers, Duration.ofMillis(250), options(Duration.ofSeconds(30)));
    }

    /** @param timeout of an operation of the store */
    public RealNode(String servers, Duration timeout, PresenceOptions options) {
        MemcachedStore memcached = new MemcachedStore(ServerList.parse(servers), timeout, System::nanoTime);
        result(memcached.settled());
        store = new CountingStore(memcached);
        clock = new StoreClock(store, InstantSource.system(), System::nanoTime);
        result(clock.learn());
        presence = new Presence(store, clock, options, loop, worker, new Random(), () -> null, reporter);
        loop.execute(this::tend);
    }

    /** The options' defaults, but for the lease. */
    public static PresenceOptions options(Duration lease) {
        return new PresenceOptions(
                "",
                lease,
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

    private void tend() {
        Duration next = presence.options().tick();
        try {
            next = presence.tend();
        } finally {
            loop.after(next, this::tend);
        }
    }

    /** What runs here. */
    public Presence presence() {
        return presence;
    }

    /** The store, which counts what it is asked. */
    public CountingStore store() {
        return store;
    }

    /** The store's time. */
    public StoreClock clock() {
        return clock;
    }

    /** What takes long runs here. */
    public Executor worker() {
        return worker;
    }

    @Override
    public void close() {
        presence.close();
        workers.forEach(Worker::close);
        store.close();
    }
}
