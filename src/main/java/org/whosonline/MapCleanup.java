package org.whosonline;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.whosonline.CleanupReport.Removed;
import org.whosonline.Figures.LastCleanup;
import org.whosonline.UsersOnline.Options;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.Contents;
import org.whosonline.log.Line;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/** Drops the users past the window and keeps the count. Thread-safe; safe also when several nodes do it at once. */
final class MapCleanup {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** So much shorter than the interval is the life of a turn, for intervals are not kept to the millisecond. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** So many intervals after the last cleanup the count expires, rather than tell an old number. */
    private static final int COUNT_INTERVALS = 3;

    private final Store store;
    private final StoreClock clock;
    private final AppendedMap map;
    private final Options options;
    private final Consumer<LastCleanup> done;

    /** @param done is told of each cleanup that ended, well or half */
    MapCleanup(Store store, StoreClock clock, AppendedMap map, Options options, Consumer<LastCleanup> done) {
        this.store = store;
        this.clock = clock;
        this.map = map;
        this.options = options;
        this.done = done;
    }

    /**
     * Whether it is this node's turn. A turn is a key that expires shortly before the next one is due and is never given
     * back, so there is one cleanup per interval however many nodes there are and whoever of them dies.
     */
    CompletableFuture<Boolean> takeTurn() {
        Duration life = options.cleanupInterval().minus(SLACK);
        return store.add(options.name() + ":turn", bytes("1"), life.compareTo(SECOND) < 0 ? SECOND : life);
    }

    CompletableFuture<CleanupReport> run() {
        long begun = clock.nanos();
        return clean().thenApply(report -> {
            done.accept(new LastCleanup(
                    Instant.ofEpochMilli(clock.millis()),
                    report.removed().size(),
                    Duration.ofNanos(clock.nanos() - begun)));
            return report;
        });
    }

    private CompletableFuture<CleanupReport> clean() {
        return clock.learn().thenCompose(learned -> map.compact()).thenCompose(contents -> {
            long now = clock.seconds();
            CleanupReport report = report(contents, options.window(), now);
            return store.set(options.countKey(), bytes(Integer.toString(report.now())), countLife())
                    .thenApply(stored -> stored
                            ? report
                            : new CleanupReport(
                                    report.before(), report.removed(), report.now(), false, report.broken()));
        });
    }

    /** What a cleanup does to {@code contents} at {@code now} in epoch seconds. */
    static CleanupReport report(Contents contents, Duration window, long now) {
        long oldest = now - window.toSeconds();
        List<Removed> removed = new ArrayList<>();
        int before = 0;
        for (Line line : contents.lines().values()) {
            if (!line.isRemoval()) {
                before++;
                if (line.time() < oldest) {
                    removed.add(new Removed(line.member(), Duration.ofSeconds(now - line.time())));
                }
            }
        }
        removed.sort(Comparator.comparing(Removed::unseen).reversed().thenComparing(Removed::id));
        return new CleanupReport(before, removed, before - removed.size(), contents.saved(), contents.skipped());
    }

    /**
     * Stores a count of one beside a map that has just come into being, for readers that know only the count. Added, not
     * set: where a cleanup has stored a number, that is the better one.
     */
    void addCount() {
        store.add(options.countKey(), bytes("1"), countLife());
    }

    private Duration countLife() {
        return options.cleanupInterval().multipliedBy(COUNT_INTERVALS);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
