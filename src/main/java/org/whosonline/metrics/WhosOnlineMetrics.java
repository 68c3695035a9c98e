package org.whosonline.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.whosonline.Figures;
import org.whosonline.Figures.LastCleanup;
import org.whosonline.SiteMaps;
import org.whosonline.UsersOnline;
import org.whosonline.store.Operation;

/**
 * What the site maps of one application have done on this node, and how they are, as meters:
 *
 * <pre>{@code new WhosOnlineMetrics(WhosOnline.from(servletContext).siteMaps()).bindTo(registry);}</pre>
 *
 * <p>All names begin with {@code whosonline.}. Meters have the tag {@code instance}, with the name of the map ({@code main}
 * for the main one), those of store operations {@code op} as well; there is none for users or rooms, so the number of
 * meters never grows. What is not known is NaN. Reading a meter neither asks the store nor waits.
 *
 * <p>A registry does not keep the site maps alive: once they have stopped, gauges become NaN, and counters stay as they are.
 */
public final class WhosOnlineMetrics implements MeterBinder {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SiteMaps maps;

    public WhosOnlineMetrics(SiteMaps maps) {
        this.maps = maps;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String name : maps.names()) {
            new OfMap(registry, maps.get(name), Tags.of("instance", name.isEmpty() ? "main" : name)).bind();
        }
    }

    /** The meters of one site map. */
    private record OfMap(MeterRegistry registry, UsersOnline users, Tags tags) {

        void bind() {
            bindSnapshot();
            bindRecords();
            bindCleanup();
            bindStore();
        }

        private void bindSnapshot() {
            gauge("users.online", "Users online as this node last read them, the same on all nodes", OfMap::count);
            seconds("snapshot.age", "Time since this node last read who is online", OfMap::snapshotAge);
            counter("readings", "Readings of the whole list", Figures::readings);
            counter("readings.failed", "Readings that the store did not answer", Figures::readingsFailed);
        }

        private void bindRecords() {
            counter("records", "Page views that were recorded", Figures::records);
            counter("records.failed", "Records that the store did not answer", Figures::recordsFailed);
            counter("records.refused", "Records that found the list full", Figures::recordsRefused);
            counter("removals", "Users taken off because their session ended", Figures::removals);
            counter("repairs", "Records that were found lost and written again", Figures::repairs);
        }

        private void bindCleanup() {
            FunctionTimer.builder(
                            "whosonline.cleanup.duration",
                            users.figures(),
                            Figures::cleanups,
                            figures -> figures.cleanupTime().toNanos(),
                            TimeUnit.NANOSECONDS)
                    .description("Cleanups by this node and the time they took")
                    .tags(tags)
                    .register(registry);
            seconds("cleanup.age", "Time since the last cleanup by this node", OfMap::cleanupAge);
            counter(
                    "compaction.conflicts",
                    "Rewrites of the list that were refused because somebody wrote in between, and tried again",
                    Figures::compactionConflicts);
        }

        private void bindStore() {
            gauge(
                    "store.available",
                    "Whether the store answers, 1 or 0",
                    present -> present.isStoreAvailable() ? 1 : 0);
            counter(
                    "store.evictions",
                    "Items of whatever kind that the servers have dropped for want of memory, since the start",
                    Figures::evictions);
            for (Operation operation : Operation.values()) {
                Tags op = tags.and("op", operation.label());
                counter(
                        "store.operations",
                        "Operations asked of the store",
                        op,
                        figures -> figures.storeOperations(operation));
                counter(
                        "store.failures",
                        "Operations that the store did not answer, or that were not sent since it is away",
                        op,
                        figures -> figures.storeFailures(operation));
            }
        }

        private static double count(UsersOnline users) {
            OptionalInt count = users.lastSnapshot().count();
            return count.isPresent() ? count.getAsInt() : Double.NaN;
        }

        private static double snapshotAge(UsersOnline users) {
            return seconds(users.snapshotAge());
        }

        /** Never below zero: the store's time may have been learned again in between. */
        private static double cleanupAge(UsersOnline users) {
            LastCleanup last = users.figures().lastCleanup();
            return Math.max(
                    0,
                    seconds(Optional.ofNullable(last).map(done -> Duration.between(done.ended(), users.storeTime()))));
        }

        private static double seconds(Optional<Duration> time) {
            return time.map(known -> known.toNanos() / NANOS_PER_SECOND).orElse(Double.NaN);
        }

        private void gauge(String name, String description, ToDoubleFunction<UsersOnline> value) {
            gauge(name, description, null, value);
        }

        private void seconds(String name, String description, ToDoubleFunction<UsersOnline> value) {
            gauge(name, description, "seconds", value);
        }

        private void gauge(String name, String description, String unit, ToDoubleFunction<UsersOnline> value) {
            Gauge.builder("whosonline." + name, users, value)
                    .description(description)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }

        private void counter(String name, String description, ToDoubleFunction<Figures> value) {
            counter(name, description, tags, value);
        }

        private void counter(String name, String description, Tags tags, ToDoubleFunction<Figures> value) {
            FunctionCounter.builder("whosonline." + name, users.figures(), value)
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }
    }
}
