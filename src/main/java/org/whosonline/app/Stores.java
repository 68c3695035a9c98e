package org.whosonline.app;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.MapSettings;
import org.whosonline.config.Option;
import org.whosonline.config.Settings;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.SteadyTime;
import org.whosonline.store.Store;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;

/**
 * The stores of one application: one for each list of servers that its site maps name, shared by those that name the
 * same, in the same spelling; and one in this process for those that name none. Not thread-safe.
 */
final class Stores implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Stores.class);

    /** How long a start waits for all stores at most. One that is away is found out in much less. */
    private static final Duration LONGEST_MEETING = Duration.ofSeconds(3);

    private final Map<String, Opened> byServers = new LinkedHashMap<>();
    private final Duration timeout;

    /** A store and its time. */
    record Opened(Store store, StoreClock clock) {}

    /** @throws ConfigurationException if a list of servers cannot be read; it names the options */
    static void check(Settings settings) {
        List<String> problems = new ArrayList<>();
        for (MapSettings map : settings.maps()) {
            try {
                parse(map.servers());
            } catch (IllegalArgumentException e) {
                Option option = map.name().isEmpty() ? Option.MEMCACHED_SERVERS : Option.INSTANCE_SERVERS;
                problems.add(option.keyFor(map.name()) + "=" + map.servers() + ": " + e.getMessage() + ".");
            }
            if (!problems.isEmpty()) {
                // One that was only handed down would be told of again for each instance.
                throw new ConfigurationException(problems);
            }
        }
        checkKeys(settings);
    }

    /** In whatever order and with whatever blanks they are written, the same servers hold the same keys. */
    private static Object place(MapSettings map) {
        ServerList servers = parse(map.servers());
        return List.of(
                map.prefix(),
                servers == null
                        ? ""
                        : Set.copyOf(
                                servers.servers().stream().map(Object::toString).toList()));
    }

    private static void checkKeys(Settings settings) {
        Map<Object, MapSettings> places = new HashMap<>();
        for (MapSettings map : settings.maps()) {
            MapSettings other = places.putIfAbsent(place(map), map);
            if (other != null) {
                throw new ConfigurationException(List.of(Option.INSTANCE_PREFIX.keyFor(map.name()) + "=" + map.prefix()
                        + ": must differ from that of " + other.shownName() + ", or the two would be one map."));
            }
        }
    }

    /** Null for the in-process store. */
    private static ServerList parse(String servers) {
        return servers.isEmpty() ? null : ServerList.parse(servers);
    }

    /** What the log says of where the state of a map is. */
    static String describe(MapSettings map) {
        ServerList servers = parse(map.servers());
        return servers == null
                ? "state in this process, seen by no other"
                : "state in Memcached at " + servers + ", shared with whoever has the same servers and prefix";
    }

    /** Opens all that {@code settings} ask for, and waits for their first answers. */
    Stores(Settings settings) {
        timeout = settings.memcachedTimeout();
        try {
            settings.maps().forEach(map -> byServers.computeIfAbsent(map.servers(), this::open));
            meet();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Opened open(String value) {
        ServerList servers = parse(value);
        Store store = servers == null
                ? new HeapStore(new SteadyTime(InstantSource.system(), System::nanoTime))
                : new MemcachedStore(servers, timeout, System::nanoTime);
        return new Opened(store, new StoreClock(store, InstantSource.system(), System::nanoTime));
    }

    /**
     * Waits for the first answers: as long as a store's time is unknown nothing is recorded, and a balancer sends requests
     * the moment this node is up. A store that is away keeps no application from starting.
     */
    private void meet() {
        CompletableFuture<?>[] learned =
                byServers.values().stream().map(Stores::meet).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(learned).get(LONGEST_MEETING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Memcached does not answer; pages work, and users are recorded once it does.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static CompletableFuture<Void> meet(Opened opened) {
        CompletableFuture<Void> settled = opened.store() instanceof MemcachedStore memcached
                ? memcached.settled()
                : CompletableFuture.completedFuture(null);
        return settled.thenCompose(found -> opened.clock().learn());
    }

    /** The store of a map. */
    Opened of(MapSettings map) {
        return byServers.get(map.servers());
    }

    /** Closes all of them; one that cannot be closed does not keep the others. Idempotent. */
    @Override
    public void close() {
        for (Opened opened : byServers.values()) {
            try {
                opened.store().close();
            } catch (RuntimeException e) {
                LOG.warn("A store did not end cleanly.", e);
            }
        }
    }
}
