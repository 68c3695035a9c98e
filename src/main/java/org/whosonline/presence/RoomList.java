package org.whosonline.presence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.Line;

/** The map of rooms in use, by which those are found that nobody follows. {@link #read} may be called by anybody, the rest is of the loop. */
final class RoomList {

    /** How long a room is known to be listed: each connection is written in full again more seldom. */
    private static final long AGAIN_SECONDS = 60;

    private final Node node;
    private final AppendedMap map;
    private final Map<String, Long> listed = new HashMap<>();

    RoomList(Node node, RoomKeys keys) {
        this.node = node;
        this.map = AppendedMap.passing(
                node.store(), node.clock(), keys.rooms(), node.options().windowSeconds(), node.worker(), node.random());
    }

    /** A connection has been written in full in {@code room}. */
    void written(String room) {
        long now = node.clock().seconds();
        Long last = listed.get(room);
        if (last == null || now - last >= AGAIN_SECONDS || now < last) {
            listed.put(room, now);
            map.append(new Line(room, now, null))
                    .whenCompleteAsync(
                            (done, fault) -> {
                                if (fault != null) {
                                    listed.remove(room);
                                }
                            },
                            node.loop());
            map.touch();
        }
    }

    /** Nobody is in {@code room}. */
    void emptied(String room) {
        listed.remove(room);
        // Of the second before: whoever comes now is to win.
        map.remove(room, node.clock().seconds() - 1);
    }

    void tend() {
        long oldest = node.clock().seconds() - AGAIN_SECONDS;
        listed.values().removeIf(time -> time < oldest);
    }

    CompletableFuture<List<String>> read() {
        return map.read().thenApply(contents -> {
            long oldest = node.clock().seconds() - node.options().windowSeconds();
            return contents.lines().values().stream()
                    .filter(line -> !line.isRemoval() && line.time() >= oldest)
                    .map(Line::member)
                    .sorted()
                    .toList();
        });
    }

    CompletableFuture<Void> compact() {
        return map.compact().thenRun(() -> {});
    }
}
