package org.whosonline.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.whosonline.presence.PresenceFigures;
import org.whosonline.store.Operation;

/**
 * What presence in rooms has done on this node, and what it has to do now, as meters:
 *
 * <pre>{@code new RoomMetrics(WhosOnline.from(servletContext).presence().figures()).bindTo(registry);}</pre>
 *
 * <p>All names begin with {@code whosonline.rooms}. There is no tag but {@code op}, of store operations: neither room nor user
 * is in any of it. Reading a meter neither asks the store nor waits.
 */
public final class RoomMetrics implements MeterBinder {

    private final PresenceFigures figures;

    public RoomMetrics(PresenceFigures figures) {
        this.figures = figures;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "", "Rooms this node has to do with", PresenceFigures::rooms);
        gauge(registry, ".followed", "Rooms that somebody follows on this node", PresenceFigures::followedRooms);
        gauge(registry, ".followers", "Streams and polls that follow a room on this node", PresenceFigures::followers);
        gauge(registry, ".connections", "Connections last heard of by this node", PresenceFigures::connections);
        gauge(
                registry,
                ".largest.viewers",
                "Viewers of the largest room that this node has to do with",
                PresenceFigures::largestRoom);
        counter(registry, ".joins", "Connections that came through this node", PresenceFigures::joins);
        counter(registry, ".leases.released", "Connections released through this node", PresenceFigures::released);
        counter(
                registry,
                ".leases.expired",
                "Connections last heard of by this node that went without a word",
                PresenceFigures::expired);
        counter(registry, ".leases.renewed", "Renewals that this node has written", PresenceFigures::renewals);
        counter(registry, ".rosters.sent", "Rosters handed to streams and polls", PresenceFigures::published);
        counter(registry, ".readings", "Readings of a room", PresenceFigures::readings);
        counter(
                registry,
                ".failures",
                "Readings and writes of a room that were not answered, and are made again",
                PresenceFigures::failures);
        counter(registry, ".refused", "Writes that found a room full", PresenceFigures::refused);
        counter(
                registry,
                ".reports.delayed",
                "Arrivals and departures that no listener could be told of at once",
                PresenceFigures::reportsDelayed);
        for (Operation operation : Operation.values()) {
            Tags op = Tags.of("op", operation.label());
            counter(
                    registry,
                    ".store.operations",
                    "Operations asked of the store for rooms",
                    op,
                    each -> each.storeOperations(operation));
            counter(
                    registry,
                    ".store.failures",
                    "Operations for rooms that the store did not answer",
                    op,
                    each -> each.storeFailures(operation));
        }
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<PresenceFigures> value) {
        Gauge.builder("whosonline.rooms" + name, figures, value)
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry, String name, String description, ToDoubleFunction<PresenceFigures> value) {
        counter(registry, name, description, Tags.empty(), value);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            Tags tags,
            ToDoubleFunction<PresenceFigures> value) {
        FunctionCounter.builder("whosonline.rooms" + name, figures, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}
