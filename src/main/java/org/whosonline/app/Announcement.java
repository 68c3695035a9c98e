package org.whosonline.app;

import jakarta.servlet.ServletContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.config.MapSettings;
import org.whosonline.config.Settings;

/** What the log says at the start. */
final class Announcement {

    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

    private Announcement() {}

    /** Two applications of one prefix on one Memcached share one map, wanted or not: these lines tell. */
    static void of(Settings settings, ServletContext context) {
        settings.warnings().forEach(LOG::warn);
        MapSettings main = settings.map("");
        LOG.info(
                "WhosOnline starts in the application \"{}\": {}, key prefix \"{}\", window {}, cleanup {}.",
                context.getContextPath(),
                Stores.describe(main),
                main.prefix(),
                main.window(),
                settings.cleanupEnabled()
                        ? "every " + settings.cleanupInterval()
                        : "not by this application (cleanup.enabled=false), cron has to do it");
        for (String instance : settings.instances()) {
            MapSettings map = settings.map(instance);
            LOG.info(
                    "Instance {}: {}, key prefix \"{}\", window {}, {}.",
                    instance,
                    Stores.describe(map),
                    map.prefix(),
                    map.window(),
                    map.paths().isEmpty() ? "only shown, not recorded" : "recorded on " + map.paths());
        }
    }
}
