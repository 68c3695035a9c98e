package org.whosonline.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import org.whosonline.SiteMaps;
import org.whosonline.presence.PresenceFigures;

/**
 * The figures of one application in Prometheus's text format 0.0.4, from a registry of its own until {@link #close}: what
 * else the application measures is not in it. Thread-safe, and without a thread of its own.
 */
public final class PrometheusText implements Supplier<String>, AutoCloseable {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    public PrometheusText(SiteMaps maps, PresenceFigures rooms) {
        new WhosOnlineMetrics(maps).bindTo(registry);
        new RoomMetrics(rooms).bindTo(registry);
    }

    /** The present figures. Waits for nothing. */
    @Override
    public String get() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
