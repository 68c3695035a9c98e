package org.whosonline.store.memcached;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * All servers of a store: started, asked for and closed together.
 *
 * <p>Thread-safe.
 */
final class Servers {

    private static final Duration CLOSE = Duration.ofSeconds(3);

    private final List<Server> servers;
    private final Ring ring;
    private final LongSupplier nanos;
    private final AtomicLong epoch = new AtomicLong();

    Servers(ServerList list, Duration timeout, LongSupplier nanos, Server.Names names) {
        this.nanos = nanos;
        this.ring = new Ring(list.servers());
        this.servers = list.servers().stream()
                .map(address -> new Server(address, names, timeout, nanos, epoch::incrementAndGet))
                .toList();
    }

    /** Begins to connect; returns at once. */
    void start() {
        boolean started = false;
        try {
            servers.forEach(Server::start);
            started = true;
        } finally {
            if (!started) {
                // No more threads to be had: then none of ours must stay, for nobody will hold this store to close it.
                close();
            }
        }
    }

    /** Completes when each has been found living or down for the first time. */
    CompletableFuture<Void> settled() {
        return CompletableFuture.allOf(servers.stream().map(Server::settled).toArray(CompletableFuture<?>[]::new));
    }

    /** The link to the first living server for {@code key}, or null if none lives. */
    Link route(String key) {
        return ring.first(key, server -> servers.get(server).living());
    }

    /** The link to the first living server in configured order, or null if none lives. */
    Link first() {
        return servers.stream()
                .map(Server::living)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** What each server tells of itself, in configured order; fails for none of them. */
    CompletableFuture<List<ServerFigures>> figures() {
        List<CompletableFuture<ServerFigures>> asked = servers.stream()
                .map(server -> figures(server.address(), server.living()))
                .toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> asked.stream().map(CompletableFuture::join).toList());
    }

    private static CompletableFuture<ServerFigures> figures(ServerAddress address, Link link) {
        return link == null
                ? CompletableFuture.completedFuture(ServerFigures.down(address))
                : link.submit(new StatsCommand()).handle((stats, fault) -> ServerFigures.of(address, stats));
    }

    /** Changes whenever a server becomes living or ceases to be. */
    long epoch() {
        return epoch.get();
    }

    /** Closes all and waits for their threads to end, for three seconds at most or until interrupted; idempotent. */
    void close() {
        servers.forEach(Server::close);
        long end = nanos.getAsLong() + CLOSE.toNanos();
        try {
            for (Server server : servers) {
                server.awaitEnd(end - nanos.getAsLong());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
