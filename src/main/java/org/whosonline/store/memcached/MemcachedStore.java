package org.whosonline.store.memcached;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.store.Keys;
import org.whosonline.store.Limits;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.store.Versioned;

/**
 * The store in one or several Memcached servers.
 *
 * <p>A key lives on the first living server on the {@linkplain Ring circle} from its point on. A server is living once
 * it has answered a probe on its present connection; a lost connection, or a command not answered in time, makes it
 * down at once. Nothing is then sent to it but probes: its keys are looked for on the next server, and with none living
 * every operation fails within a millisecond. When it answers again the keys move back, to what it held or to nothing;
 * {@link #epoch} changes each time.
 *
 * <p>Futures are completed on an IO thread of the store, at a deadline on its watcher thread: dependent actions must be
 * short and must not wait. What is under way at one server is bounded ({@link Link#MAX_WEIGHT} bytes); beyond that
 * operations fail at once. No method ever blocks.
 *
 * <p>Thread-safe.
 */
public final class MemcachedStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(MemcachedStore.class);

    private final Servers servers;
    private final EvictionCount evictions = new EvictionCount();
    private final String unavailable;
    private volatile boolean closed;

    /**
     * Begins to connect, and returns at once; see {@link #settled}. A server that cannot be reached, or whose name is
     * unknown, is merely down, and is looked for until {@link #close}.
     *
     * @param timeout the longest wait for an answer, after which the operation fails
     * @param nanos a monotonic clock in nanoseconds, such as {@code System::nanoTime}
     */
    public MemcachedStore(ServerList list, Duration timeout, LongSupplier nanos) {
        this(list, timeout, nanos, InetAddress::getAllByName);
    }

    /** For tests: with names of their own. */
    MemcachedStore(ServerList list, Duration timeout, LongSupplier nanos, Server.Names names) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout must be positive, it is " + timeout);
        }
        this.unavailable = "No Memcached server answers: " + list;
        this.servers = new Servers(list, timeout, nanos, names);
        LOG.info("Memcached servers: {} (timeout {} ms)", list, timeout.toMillis());
        servers.start();
    }

    /**
     * Completes when each server has been found living or down for the first time: after a few milliseconds as a rule,
     * after the timeout if one does not answer, later only if a name server does not. Until then keys may be looked for
     * on the wrong server, and nothing may be {@linkplain #available available}. To be waited for once, before use.
     */
    public CompletableFuture<Void> settled() {
        return servers.settled();
    }

    @Override
    public CompletableFuture<byte[]> get(String key) {
        String encoded = Keys.encode(key);
        return send(encoded, link -> Commands.get(encoded));
    }

    @Override
    public CompletableFuture<Map<String, byte[]>> getAll(Collection<String> keys) {
        Map<String, String> originals = new LinkedHashMap<>();
        keys.forEach(key -> originals.put(Keys.encode(key), key));
        Map<Link, Map<String, String>> shares = new HashMap<>();
        for (Map.Entry<String, String> entry : originals.entrySet()) {
            Link link = servers.route(entry.getKey());
            if (link == null) {
                return failed();
            }
            shares.computeIfAbsent(link, any -> new LinkedHashMap<>()).put(entry.getKey(), entry.getValue());
        }
        CompletableFuture<Map<String, byte[]>> all = CompletableFuture.completedFuture(new HashMap<>());
        for (Map.Entry<Link, Map<String, String>> share : shares.entrySet()) {
            all = all.thenCombine(values(share.getKey(), share.getValue()), (values, more) -> {
                values.putAll(more);
                return values;
            });
        }
        return all;
    }

    /** One multi-get. {@code originals} has the key that was asked for under its encoded form. */
    private static CompletableFuture<Map<String, byte[]>> values(Link link, Map<String, String> originals) {
        return link.submit(Commands.getAll(originals.keySet(), items -> {
            Map<String, byte[]> values = new HashMap<>();
            items.forEach((encoded, item) -> values.put(originals.get(encoded), item.value()));
            return values;
        }));
    }

    @Override
    public CompletableFuture<Versioned> gets(String key) {
        String encoded = Keys.encode(key);
        return send(
                encoded,
                link -> Commands.gets(
                        encoded, item -> new Versioned(key, item.value(), new Version(link.generation(), item.cas()))));
    }

    @Override
    public CompletableFuture<Boolean> cas(Versioned read, byte[] value, Duration expiry) {
        int seconds = Limits.seconds(expiry);
        if (value.length > MAX_VALUE) {
            // Read from a server that takes larger items than most do.
            return CompletableFuture.completedFuture(false);
        }
        String encoded = Keys.encode(read.key());
        Link link = servers.route(encoded);
        if (link == null) {
            return failed();
        }
        // Another server, or the same one over a new connection: it may have been restarted and have counted its cas
        // ids from 1 again up to this very number. A link never renews its connection, so what is found equal here
        // holds until the command is sent.
        if (!(read.version() instanceof Version version) || version.generation() != link.generation()) {
            return CompletableFuture.completedFuture(false);
        }
        return link.submit(Commands.cas(encoded, value, seconds, version.cas()));
    }

    @Override
    public CompletableFuture<Boolean> add(String key, byte[] value, Duration expiry) {
        return store("add", key, value, expiry);
    }

    @Override
    public CompletableFuture<Boolean> set(String key, byte[] value, Duration expiry) {
        return store("set", key, value, expiry);
    }

    @Override
    public CompletableFuture<Boolean> append(String key, byte[] tail) {
        return store("append", key, tail, FOREVER);
    }

    private CompletableFuture<Boolean> store(String verb, String key, byte[] value, Duration expiry) {
        Limits.value(value);
        int seconds = Limits.seconds(expiry);
        String encoded = Keys.encode(key);
        return send(encoded, link -> Commands.store(verb, encoded, value, seconds));
    }

    @Override
    public CompletableFuture<OptionalLong> incr(String key, long by) {
        Limits.increment(by);
        String encoded = Keys.encode(key);
        return send(encoded, link -> Commands.incr(encoded, by));
    }

    @Override
    public CompletableFuture<Boolean> touch(String key, Duration expiry) {
        int seconds = Limits.seconds(expiry);
        String encoded = Keys.encode(key);
        return send(encoded, link -> Commands.touch(encoded, seconds));
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
        String encoded = Keys.encode(key);
        return send(encoded, link -> Commands.delete(encoded));
    }

    @Override
    public CompletableFuture<Instant> time() {
        Link first = servers.first();
        return first == null ? failed() : first.submit(new StatsCommand()).thenApply(StatsCommand.Stats::time);
    }

    /** What each server tells of itself, for operators, in configured order; one that is down or silent tells nothing. */
    public CompletableFuture<List<ServerFigures>> figures() {
        return servers.figures();
    }

    @Override
    public CompletableFuture<Long> evictions() {
        return available() ? figures().thenApply(evictions::add) : failed();
    }

    @Override
    public boolean available() {
        return servers.first() != null;
    }

    @Override
    public long epoch() {
        return servers.epoch();
    }

    /** Also waits for the threads to end, for three seconds at most; an interrupt ends the wait, not the closing. */
    @Override
    public void close() {
        closed = true;
        servers.close();
    }

    private <T> CompletableFuture<T> send(String encoded, Function<Link, Command<T>> command) {
        Link link = servers.route(encoded);
        return link == null ? failed() : link.submit(command.apply(link));
    }

    private <T> CompletableFuture<T> failed() {
        return CompletableFuture.failedFuture(new StoreException(closed ? "The store is closed" : unavailable));
    }

    /** What {@link #gets} hands out: the connection's generation and the server's cas id. */
    private record Version(Object generation, long cas) {}
}
