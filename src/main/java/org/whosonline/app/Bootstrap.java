package org.whosonline.app;

import jakarta.servlet.ServletContext;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.SiteMaps;
import org.whosonline.Snapshot;
import org.whosonline.UsersOnline;
import org.whosonline.cleanup.Cleanup;
import org.whosonline.cleanup.CleanupScheduler;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.MapSettings;
import org.whosonline.config.Settings;
import org.whosonline.jmx.SiteMapBeans;
import org.whosonline.tags.ListAccess;
import org.whosonline.tags.RoomSource;
import org.whosonline.web.BrowserFiles;
import org.whosonline.web.HealthServlet;
import org.whosonline.web.PresenceSite;
import org.whosonline.web.RecordedMap;
import org.whosonline.web.Recording;
import org.whosonline.web.RecordingOptions;
import org.whosonline.web.RoomPages;
import org.whosonline.web.Streams;

/**
 * Builds everything from the settings, and closes it in reverse order. Nothing runs before {@link #start} or after
 * {@link #close}, not even when the start fails half way. Starts once. Thread-safe.
 */
final class Bootstrap implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

    /** How often a site map wants to be tended. */
    private static final Duration TENDING = Duration.ofSeconds(1);

    /** How long a departure waits for the application to stop; nobody minds, after a timeout of many minutes. */
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final Settings settings;
    private final BrowserFiles browser;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean begun;
    private volatile Running running;

    /** What is there from start to close. */
    private record Running(
            SiteMaps maps,
            Viewers viewers,
            PresenceSite rooms,
            RoomPages pages,
            Streams streams,
            Supplier<Optional<String>> metrics) {}

    /** @throws ConfigurationException if a list of servers cannot be read */
    Bootstrap(Settings settings) {
        this.settings = settings;
        Stores.check(settings);
        this.browser = BrowserFiles.read(Rooms.scriptOptions(settings.presence()));
    }

    Settings settings() {
        return settings;
    }

    /** What browsers get as it is. */
    BrowserFiles browser() {
        return browser;
    }

    /** Starts, unless that was done before. When it throws, everything has been closed again. */
    synchronized void start(ServletContext context) {
        if (begun) {
            return;
        }
        begun = true;
        Announcement.of(settings, context);
        try {
            build(context);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void build(ServletContext context) {
        Stores stores = new Stores(settings);
        parts.push(stores);
        Worker worker = new Worker("whosonline-worker" + context.getContextPath());
        parts.push(worker);
        Map<String, UsersOnline> byName = new LinkedHashMap<>();
        settings.maps().forEach(map -> byName.put(map.name(), buildUsersOnline(map, stores.of(map), worker)));
        SiteMaps maps = SiteMaps.of(byName);
        if (settings.cleanupEnabled()) {
            List<Cleanup> cleanups = new ArrayList<>();
            byName.forEach((name, users) -> cleanups.add(new Cleanup(name, users::cleanUpInTurn)));
            parts.push(new CleanupScheduler(context.getContextPath(), settings.cleanupInterval(), cleanups));
        }
        showInJmx(context, maps);
        Recording recording = new Recording(
                context,
                recordedMaps(maps),
                recordingOptions(),
                System::nanoTime,
                departure -> worker.after(MOMENT, departure));
        parts.push(recording);
        Rooms builder = new Rooms(settings, context, parts);
        PresenceSite rooms = builder.build(
                stores.of(settings.map("")), worker, recording, maps.get("").switches()::areOff);
        Streams streams = builder.streams(rooms);
        Metrics metrics = Metrics.of(settings, maps, rooms.presence().figures());
        parts.push(metrics);
        publish(context, Recording.ATTRIBUTE, recording);
        publish(context, SiteMaps.ATTRIBUTE, maps);
        Viewers viewers = new Viewers(settings.listPublic(), recording);
        publish(context, ListAccess.ATTRIBUTE, viewers);
        RoomPages pages = new RoomPages(rooms, settings.memcachedTimeout(), System::nanoTime);
        publish(
                context,
                RoomSource.ATTRIBUTE,
                new RoomLooks(pages, context.getContextPath() + settings.base(), browser.version()));
        parts.push(() -> running = null);
        running = new Running(maps, viewers, rooms, pages, streams, metrics);
    }

    private void publish(ServletContext context, String attribute, Object value) {
        context.setAttribute(attribute, value);
        parts.push(() -> context.removeAttribute(attribute));
    }

    /** A site map that the worker tends. */
    private UsersOnline buildUsersOnline(MapSettings map, Stores.Opened opened, Worker worker) {
        UsersOnline users = new UsersOnline(
                opened.store(),
                opened.clock(),
                new UsersOnline.Options(
                        map.prefix() + "usersOnline",
                        map.prefix() + "numUsersOnline",
                        map.window(),
                        map.recordAfter(),
                        settings.cleanupInterval(),
                        map.buckets().orElse(0),
                        settings.memcachedTimeout()),
                worker,
                new SecureRandom());
        users.switches().setRecording(settings.recordingEnabled());
        users.switches().setDisplayed(settings.displayEnabled());
        worker.repeat(users::tend, TENDING);
        return users;
    }

    private void showInJmx(ServletContext context, SiteMaps maps) {
        SiteMapBeans beans = new SiteMapBeans(ManagementFactory.getPlatformMBeanServer(), context.getContextPath());
        parts.push(beans);
        settings.maps().forEach(map -> beans.register(map.shownName(), maps.get(map.name())));
    }

    private List<RecordedMap> recordedMaps(SiteMaps maps) {
        return settings.maps().stream()
                .filter(map -> !map.paths().isEmpty())
                .map(map -> new RecordedMap(map.name(), maps.get(map.name()), map.paths()))
                .toList();
    }

    private RecordingOptions recordingOptions() {
        return new RecordingOptions(
                settings.userAttribute(),
                settings.userNameAttribute(),
                Set.copyOf(settings.ignoredUsers()),
                settings.base(),
                settings.excludedPaths());
    }

    /** Whether it has started and not been closed. */
    boolean isRunning() {
        return running != null;
    }

    /** @throws IllegalStateException while nothing runs */
    SiteMaps maps() {
        return running().maps();
    }

    /** @throws IllegalStateException while nothing runs */
    PresenceSite rooms() {
        return running().rooms();
    }

    /** @throws IllegalStateException while nothing runs */
    RoomPages pages() {
        return running().pages();
    }

    /** @throws IllegalStateException while nothing runs */
    Streams streams() {
        return running().streams();
    }

    /**
     * The present snapshot of an instance, of the main map if the name is empty; empty if there is none of that name.
     *
     * @throws IllegalStateException while nothing runs
     */
    Optional<Snapshot> snapshot(String instance) {
        return maps().find(instance).map(UsersOnline::snapshot);
    }

    /**
     * Who may see whom.
     *
     * @throws IllegalStateException while nothing runs
     */
    Viewers viewers() {
        return running().viewers();
    }

    /**
     * How each map is.
     *
     * @throws IllegalStateException while nothing runs
     */
    List<HealthServlet.State> states() {
        return maps().names().stream()
                .map(maps()::get)
                .map(HealthServlet.State::of)
                .toList();
    }

    /** The figures in Prometheus's text format; empty while nothing runs, and where {@link Metrics} are not to be had. */
    Optional<String> metrics() {
        Running current = running;
        return current == null ? Optional.empty() : current.metrics().get();
    }

    private Running running() {
        Running current = running;
        if (current == null) {
            throw new IllegalStateException("WhosOnline does not run: not started yet, or stopped already.");
        }
        return current;
    }

    /** Closes whatever there is, the last first. One part that cannot be closed does not keep the others. Idempotent. */
    @Override
    public synchronized void close() {
        begun = true;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("WhosOnline did not end cleanly.", e);
            }
        }
    }
}
