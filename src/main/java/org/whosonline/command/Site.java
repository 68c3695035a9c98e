package org.whosonline.command;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.whosonline.Caretaker;
import org.whosonline.UsersOnline;
import org.whosonline.config.Settings;
import org.whosonline.log.Line;
import org.whosonline.log.MapReader;
import org.whosonline.log.MapReader.MapReading;
import org.whosonline.log.StoreClock;
import org.whosonline.store.StoreException;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerFigures;

/** A connection to the site map for the time of one command. */
final class Site implements AutoCloseable {

    /** Nobody waits for a page here, so a slow answer is better than none. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Target target;
    private final MemcachedStore store;
    private final StoreClock clock;
    private final String countKey;
    private final Caretaker caretaker;
    private final ExecutorService worker;
    private final MapReading reading;
    private final Duration window;

    /**
     * Connects, and reads the map.
     *
     * @throws StoreException if there is no answer
     * @throws org.whosonline.log.UnsupportedFormatException if another release wrote the map
     */
    Site(Environment environment, Settings settings, Target target, Flags flags) {
        Duration given = flags.window().map(Settings::window).orElse(null);
        Duration timeout = settings.memcachedTimeout().compareTo(PATIENCE) > 0 ? settings.memcachedTimeout() : PATIENCE;
        this.target = target;
        this.worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "whosonline-command");
            thread.setDaemon(true);
            return thread;
        });
        this.store = new MemcachedStore(target.servers(), timeout, environment.nanos());
        try {
            this.clock = new StoreClock(store, environment.wall(), environment.nanos());
            this.countKey = target.prefix() + "numUsersOnline";
            this.caretaker = new Caretaker(store, clock, options(settings, timeout), worker, new SecureRandom());
            connect(timeout);
            this.reading = await(caretaker.read());
            this.window = given != null ? given : windowBesideData();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private UsersOnline.Options options(Settings settings, Duration timeout) {
        return new UsersOnline.Options(
                target.prefix() + "usersOnline",
                countKey,
                target.window(),
                settings.recordAfter(),
                settings.cleanupInterval(),
                0,
                timeout);
    }

    private void connect(Duration timeout) {
        try {
            // A name server may take longer than any Memcached.
            store.settled().get(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw unreachable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable();
        }
        if (!store.available()) {
            throw unreachable();
        }
        await(clock.learn());
    }

    private StoreException unreachable() {
        return new StoreException("Memcached cannot be reached at " + target.servers());
    }

    private Duration windowBesideData() {
        return reading.window() == 0 ? target.window() : Duration.ofSeconds(reading.window());
    }

    /** The result of {@code future}, or its own exception. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    Caretaker caretaker() {
        return caretaker;
    }

    /** The map as it was when the command began. */
    MapReading reading() {
        return reading;
    }

    /** The newest line of each room in use, in no order. */
    Collection<Line> rooms() {
        return await(new MapReader(store, clock, target.prefix() + "rooms").read())
                .contents()
                .lines()
                .values();
    }

    /** How long a user counts as online: as given on the command line, else as beside the data, else as configured. */
    Duration window() {
        return window;
    }

    /** The store's time in epoch seconds. */
    long seconds() {
        return clock.seconds();
    }

    String countKey() {
        return countKey;
    }

    /** The stored count; null if there is none. */
    byte[] storedCount() {
        return await(store.get(countKey));
    }

    List<ServerFigures> servers() {
        return await(store.figures());
    }

    @Override
    public void close() {
        worker.shutdownNow();
        store.close();
    }
}
