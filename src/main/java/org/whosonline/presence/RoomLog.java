package org.whosonline.presence;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.log.Line;
import org.whosonline.store.StoreException;

/** A room in the store: its map of leases and its version. One operation at a time, from the loop. */
final class RoomLog {

    private static final long COMPACT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long COMPLAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(RoomLog.class);

    private final Node node;
    private final AppendedMap map;
    private final Version version;
    private final long touchNanos;
    private long touched;
    private long compacted;
    private long complained;

    RoomLog(Node node, RoomKeys keys, String room) {
        this.node = node;
        this.map = AppendedMap.passing(
                node.store(),
                node.clock(),
                keys.leases(room),
                node.options().windowSeconds(),
                node.worker(),
                node.random());
        this.version = new Version(node, keys.version(room));
        this.touchNanos = TimeUnit.SECONDS.toNanos(node.options().windowSeconds()) / 4;
        this.touched = node.clock().nanos() - touchNanos;
        this.compacted = node.clock().nanos();
        this.complained = compacted - COMPLAIN_NANOS;
    }

    String versionKey() {
        return version.key();
    }

    /** Reads the room, and has it compacted if that is worth it. */
    CompletableFuture<Copy> read() {
        long begun = node.clock().nanos();
        node.figures().readings.increment();
        return map.read().thenApply(contents -> {
            long now = node.clock().nanos();
            Copy copy = Copy.of(contents, now - begun);
            if (copy.isWordy() && now - compacted > COMPACT_NANOS) {
                compacted = now;
                // Nobody waits for it, and where it loses its races it costs nothing but a later try.
                map.compact();
            }
            return copy;
        });
    }

    /** Drops what no longer counts, now. */
    CompletableFuture<Void> compact() {
        return map.compact().thenRun(() -> {});
    }

    /**
     * Appends {@code lines}.
     *
     * @param visible whether others should see them at once
     * @return the version then, where nobody else has changed the room since {@code known}; else null
     */
    CompletableFuture<String> write(List<Line> lines, boolean visible, String known) {
        return map.appendAll(lines).thenCompose(appended -> {
            if (appended == Appended.REFUSED) {
                refused();
                return CompletableFuture.failedFuture(new StoreException("The map of the room is full"));
            }
            keep();
            // A log that has come into being has to be read, for only so is it noticed when it is another one some day.
            boolean created = appended == Appended.CREATED;
            return visible || created
                    ? version.bump().thenApply(next -> !created && Version.follows(next, known) ? next : null)
                    : CompletableFuture.completedFuture(known);
        });
    }

    private void refused() {
        node.figures().refused.increment();
        long now = node.clock().nanos();
        if (now - complained >= COMPLAIN_NANOS) {
            complained = now;
            LOG.warn(
                    "Memcached has no more place for a room: connections are refused. Said at most once a minute a room.");
        }
    }

    /** An append prolongs no life. */
    private void keep() {
        long now = node.clock().nanos();
        if (now - touched > touchNanos) {
            touched = now;
            // Should either fail, it is done again long before the keys are gone.
            map.touch();
            version.touch();
        }
    }
}
