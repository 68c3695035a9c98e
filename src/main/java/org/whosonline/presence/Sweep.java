package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after the rooms that nobody follows. Thread-safe. */
final class Sweep {

    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private static final Duration SHORTEST_TURN = Duration.ofSeconds(1);

    /** A turn ends so long before the next one is due. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Node node;
    private final String lock;
    private final RoomList list;
    private final LocalRooms rooms;

    /** @param lock the key that is there while a sweep has been done in this interval */
    Sweep(Node node, String lock, RoomList list, LocalRooms rooms) {
        this.node = node;
        this.lock = lock;
        this.list = list;
        this.rooms = rooms;
    }

    /** See {@link Presence#sweepInTurn}. */
    CompletableFuture<Void> inTurn(Duration interval) {
        if (!node.isStoreReachable()) {
            return CompletableFuture.completedFuture(null);
        }
        Duration life = interval.minus(MARGIN);
        return list.read().thenCompose(ids -> {
            if (ids.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            return node.store()
                    .add(
                            lock,
                            "1".getBytes(StandardCharsets.US_ASCII),
                            life.compareTo(SHORTEST_TURN) < 0 ? SHORTEST_TURN : life)
                    .thenCompose(turn -> turn ? run(ids) : CompletableFuture.completedFuture(null));
        });
    }

    CompletableFuture<Void> run() {
        return list.read().thenCompose(this::run);
    }

    private CompletableFuture<Void> run(List<String> ids) {
        CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
        for (String id : ids) {
            // One after the other: nobody waits for it.
            chain = chain.thenComposeAsync(done -> one(id), node.loop());
        }
        return chain.thenCompose(done -> list.compact())
                .thenCompose(done -> rooms.statuses().compact());
    }

    /** On the loop. */
    private CompletableFuture<Void> one(String id) {
        Room room = rooms.get(id);
        return room.readAnew()
                .thenCompose(roster -> {
                    if (room.isEmpty()) {
                        list.emptied(id);
                    }
                    return room.compact();
                })
                .exceptionally(fault -> {
                    LOG.debug("A room could not be swept", fault);
                    return null;
                });
    }
}
