package org.whosonline.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.log.JsonText;
import org.whosonline.log.Line;
import org.whosonline.store.StoreException;

/**
 * The users' own words, the same in every room, tab and device. Read in the same way as a room: when its version moves, and
 * now and then. Of the loop only.
 */
final class Statuses {

    /** How long a status stands that nobody changes. */
    static final Duration LIFE = Duration.ofHours(24);

    private static final long REREAD_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reading many takes at most one part in so many of the time. */
    private static final long SHARE = 20;

    /** Up to so many are read within a millisecond; if it took long, the machine or the store was busy with other things. */
    private static final int FEW = 1_000;

    private final Node node;
    private final AppendedMap map;
    private final Version version;
    private final Predicate<String> serves;
    private final Consumer<Collection<String>> changed;

    private Map<String, Line> lines = new HashMap<>();
    private final Map<String, Line> meanwhile = new HashMap<>();
    private String read;
    private String polled;
    private boolean busy;
    private boolean dirty;
    private boolean everRead;
    private long begunNanos;
    private long tookNanos;
    private CompletableFuture<Void> reading = CompletableFuture.completedFuture(null);

    /**
     * @param serves whether this node serves a user, whose status it then writes again should it be lost
     * @param changed is told whose status is another one
     */
    Statuses(Node node, RoomKeys keys, Predicate<String> serves, Consumer<Collection<String>> changed) {
        this.node = node;
        this.serves = serves;
        this.changed = changed;
        this.map = AppendedMap.passing(
                node.store(), node.clock(), keys.statuses(), LIFE.toSeconds(), node.worker(), node.random());
        this.version = new Version(node, keys.statusVersion());
    }

    String versionKey() {
        return version.key();
    }

    /** The status of {@code user}; null if they have none. */
    String of(String user) {
        Line line = lines.get(user);
        if (line == null || line.value() == null || line.time() < node.clock().seconds() - LIFE.toSeconds()) {
            return null;
        }
        String text = JsonText.unquote(line.value());
        return text == null || text.isEmpty() ? null : text;
    }

    /** Gives {@code user} a status; an empty one takes it away. Fails if the store does not take it. */
    CompletableFuture<Void> set(String user, String text) {
        if (Objects.equals(of(user), text.isEmpty() ? null : text)) {
            return CompletableFuture.completedFuture(null);
        }
        Line line = new Line(user, node.clock().seconds(), JsonText.quote(text));
        return map.append(line)
                .thenCompose(appended -> {
                    if (appended == Appended.REFUSED) {
                        return CompletableFuture.failedFuture(
                                new StoreException("There is no more place for statuses"));
                    }
                    // A map that has come into being has to be read, for only so is it noticed when it is lost.
                    return version.bump().thenApply(next -> appended == Appended.CREATED ? null : next);
                })
                .thenAcceptAsync(
                        next -> {
                            lines.put(user, line);
                            if (busy) {
                                meanwhile.put(user, line);
                            }
                            dirty |= !Version.follows(next, read);
                            read = next;
                            changed.accept(List.of(user));
                        },
                        node.loop());
    }

    /** Has them read, unless that was done hardly before. */
    CompletableFuture<Void> fresh() {
        boolean old = !everRead || node.clock().nanos() - begunNanos > Math.max(FRESH_NANOS, SHARE * tookNanos);
        boolean again = dirty && node.clock().nanos() - begunNanos > pacedNanos();
        return old || again ? renew() : CompletableFuture.completedFuture(null);
    }

    void polled(String found) {
        if (!Objects.equals(found, read)) {
            polled = found;
            dirty = true;
        }
    }

    /** Does whatever is due, while this node follows anybody. */
    void tend() {
        long age = node.clock().nanos() - begunNanos;
        if (!everRead || age > REREAD_NANOS || dirty && age > pacedNanos()) {
            renew();
        }
    }

    private long pacedNanos() {
        return lines.size() <= FEW ? 0 : SHARE * tookNanos;
    }

    /** Drops those that no longer count from the store. */
    CompletableFuture<Void> compact() {
        return map.compact().thenCompose(done -> map.touch());
    }

    private CompletableFuture<Void> renew() {
        if (busy || !node.isStoreReachable()) {
            return reading;
        }
        busy = true;
        dirty = false;
        String before = polled;
        begunNanos = node.clock().nanos();
        reading = map.read()
                .handleAsync(
                        (contents, fault) -> {
                            busy = false;
                            tookNanos = node.clock().nanos() - begunNanos;
                            everRead = true;
                            if (fault == null) {
                                took(contents.lines(), contents.hasLost(), before);
                            } else {
                                dirty = true;
                            }
                            return null;
                        },
                        node.loop());
        return reading;
    }

    private void took(Map<String, Line> found, boolean lost, String before) {
        Map<String, Line> old = lines;
        lines = new HashMap<>(found);
        // Scenario: the reading was begun before a status was written here, and ends after it.
        lines.putAll(meanwhile);
        meanwhile.clear();
        read = before;
        if (lost) {
            List<Line> own = new ArrayList<>();
            old.forEach((user, line) -> {
                if (lines.putIfAbsent(user, line) == null && serves.test(user)) {
                    own.add(line);
                }
            });
            if (!own.isEmpty()) {
                map.appendAll(own).thenCompose(appended -> version.bump());
            }
        }
        Set<String> others = new HashSet<>();
        lines.forEach((user, line) -> {
            Line known = old.get(user);
            if (known == null || !Objects.equals(line.value(), known.value())) {
                others.add(user);
            }
        });
        if (!others.isEmpty()) {
            changed.accept(others);
        }
    }
}
