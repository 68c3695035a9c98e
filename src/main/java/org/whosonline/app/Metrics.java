package org.whosonline.app;

import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.SiteMaps;
import org.whosonline.config.Settings;
import org.whosonline.metrics.PrometheusText;
import org.whosonline.presence.PresenceFigures;

/**
 * The figures for Prometheus, where the option asks for them and Micrometer is there: {@link PrometheusText} is not linked
 * before that is known.
 */
final class Metrics implements Supplier<Optional<String>>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

    private static final String MICROMETER = "io.micrometer.prometheusmetrics.PrometheusMeterRegistry";

    /** Null if there are none. */
    private final PrometheusText text;

    private Metrics(PrometheusText text) {
        this.text = text;
    }

    /** Whether the option asks for figures, and Micrometer is there. */
    static boolean areToBeHad(Settings settings) {
        return settings.metricsEnabled() && isMicrometerThere();
    }

    private static boolean isMicrometerThere() {
        try {
            Class.forName(MICROMETER, false, Metrics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.debug("No Micrometer, or only a part of it", e);
            return false;
        }
    }

    /** Those of {@code maps} and {@code rooms}; none where they are not to be had. Says so in the log if it is only for want of Micrometer. */
    static Metrics of(Settings settings, SiteMaps maps, PresenceFigures rooms) {
        if (areToBeHad(settings)) {
            try {
                return new Metrics(new PrometheusText(maps, rooms));
            } catch (LinkageError e) {
                LOG.warn(
                        "No {}/metrics: of Micrometer's libraries one is missing or does not fit.", settings.base(), e);
            }
        } else if (settings.metricsEnabled()) {
            LOG.info("No {}/metrics: micrometer-registry-prometheus is not on the class path.", settings.base());
        }
        return new Metrics(null);
    }

    /** The present figures in Prometheus's text format; empty if there are none. */
    @Override
    public Optional<String> get() {
        return Optional.ofNullable(text).map(PrometheusText::get);
    }

    @Override
    public void close() {
        if (text != null) {
            text.close();
        }
    }
}
