package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.whosonline.store.Store;

/**
 * A counter beside a map by which nodes notice changes without reading it. Whoever writes first appends and then counts up;
 * whoever reads first takes the counter and then the map, and reads again when the counter is another one than then. It
 * starts at random, so that one that was lost is never taken for the one before.
 *
 * <p>Thread-safe.
 */
final class Version {

    private static final long START_BOUND = 1L << 50;

    private final Node node;
    private final String key;
    private final Duration life;

    Version(Node node, String key) {
        this.node = node;
        this.key = key;
        this.life = Duration.ofSeconds(node.lifeSeconds());
    }

    String key() {
        return key;
    }

    static String text(byte[] value) {
        return value == null ? null : new String(value, StandardCharsets.US_ASCII);
    }

    /**
     * Counts up, and answers the new number.
     *
     * @return the number, or null if it was started anew
     */
    CompletableFuture<String> bump() {
        Store store = node.store();
        return store.incr(key, 1).thenCompose(number -> {
            if (number.isPresent()) {
                return CompletableFuture.completedFuture(Long.toUnsignedString(number.getAsLong()));
            }
            byte[] start = Long.toString(node.random().nextLong(START_BOUND)).getBytes(StandardCharsets.US_ASCII);
            // Lost against another node that starts it: its number may be older than our line, so count that up.
            return store.add(key, start, life)
                    .thenCompose(added -> added
                            ? CompletableFuture.completedFuture(null)
                            : store.incr(key, 1).thenApply(again -> null));
        });
    }

    CompletableFuture<Boolean> touch() {
        return node.store().touch(key, life);
    }

    /** Whether {@code next} is the number after {@code known}, so that nobody else has counted in between. */
    static boolean follows(String next, String known) {
        return next != null && known != null && Long.parseUnsignedLong(known) + 1 == Long.parseUnsignedLong(next);
    }
}
