package org.whosonline.app;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.Snapshot;
import org.whosonline.UsersOnline;
import org.whosonline.cleanup.Cleanup;
import org.whosonline.cleanup.CleanupScheduler;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.Settings;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.SteadyTime;
import org.whosonline.store.Store;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;
import org.whosonline.web.Recording;
import org.whosonline.web.RecordingOptions;

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

    /** How long a start waits for the store at most. One that is away is found out in much less. */
    private static final Duration LONGEST_MEETING = Duration.ofSeconds(3);

    private final Settings settings;

    /** Null for the in-process store. */
    private final ServerList servers;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean begun;
    private volatile Running running;

    /** What is there from start to close. */
    private record Running(Store store, StoreClock clock, UsersOnline users, Recording recording, Cleanup cleanup) {}

    /** @throws ConfigurationException if the list of servers cannot be read */
    Bootstrap(Settings settings) {
        this.settings = settings;
        this.servers = settings.memcachedServers().isEmpty() ? null : servers(settings.memcachedServers());
    }

    private static ServerList servers(String value) {
        try {
            return ServerList.parse(value);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of("memcached.servers=" + value + ": " + e.getMessage() + "."));
        }
    }

    Settings settings() {
        return settings;
    }

    /** Starts, unless that was done before. When it throws, everything has been closed again. */
    synchronized void start(ServletContext context) {
        if (begun) {
            return;
        }
        begun = true;
        announce(context);
        try {
            build(context);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Two applications of one prefix on one Memcached share one map, wanted or not: this line tells. */
    private void announce(ServletContext context) {
        settings.warnings().forEach(LOG::warn);
        LOG.info(
                "WhosOnline starts in the application \"{}\": {}, key prefix \"{}\", window {}, cleanup {}.",
                context.getContextPath(),
                servers == null
                        ? "state in this process, seen by no other"
                        : "state in Memcached at " + servers + ", shared with whoever has the same servers and prefix",
                settings.prefix(),
                settings.window(),
                settings.cleanupEnabled()
                        ? "every " + settings.cleanupInterval()
                        : "not by this application (cleanup.enabled=false), cron has to do it");
    }

    private void build(ServletContext context) {
        Store store = buildStore();
        parts.push(store);
        StoreClock clock = new StoreClock(store, InstantSource.system(), System::nanoTime);
        meet(store, clock);
        Worker worker = new Worker("whosonline-worker" + context.getContextPath());
        parts.push(worker);
        UsersOnline users = buildUsersOnline(store, clock, worker);
        Cleanup cleanup = new Cleanup(users::cleanUpInTurn, InstantSource.system());
        if (settings.cleanupEnabled()) {
            parts.push(new CleanupScheduler(context.getContextPath(), settings.cleanupInterval(), cleanup));
        }
        Recording recording = new Recording(
                context, users, recordingOptions(), System::nanoTime, departure -> worker.after(MOMENT, departure));
        parts.push(recording);
        context.setAttribute(Recording.ATTRIBUTE, recording);
        parts.push(() -> context.removeAttribute(Recording.ATTRIBUTE));
        parts.push(() -> running = null);
        running = new Running(store, clock, users, recording, cleanup);
    }

    private Store buildStore() {
        return servers == null
                ? new HeapStore(new SteadyTime(InstantSource.system(), System::nanoTime))
                : new MemcachedStore(servers, settings.memcachedTimeout(), System::nanoTime);
    }

    /**
     * Waits for the store's first answer: as long as its time is unknown nothing is recorded, and a balancer sends requests
     * the moment this node is up. A store that is away keeps no application from starting.
     */
    private void meet(Store store, StoreClock clock) {
        CompletableFuture<Void> settled = store instanceof MemcachedStore memcached
                ? memcached.settled()
                : CompletableFuture.completedFuture(null);
        try {
            settled.thenCompose(found -> clock.learn()).get(LONGEST_MEETING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Memcached does not answer; pages work, and users are recorded once it does.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The site map with the thread that tends it. */
    private UsersOnline buildUsersOnline(Store store, StoreClock clock, Worker worker) {
        UsersOnline users = new UsersOnline(
                store,
                clock,
                new UsersOnline.Options(
                        settings.prefix() + "usersOnline",
                        settings.prefix() + "numUsersOnline",
                        settings.window(),
                        settings.recordAfter(),
                        settings.cleanupInterval(),
                        settings.buckets().orElse(0),
                        settings.memcachedTimeout()),
                worker,
                new SecureRandom());
        worker.repeat(users::tend, TENDING);
        return users;
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
    UsersOnline usersOnline() {
        return running().users();
    }

    /** @throws IllegalStateException while nothing runs */
    Snapshot snapshot() {
        return running().users().snapshot();
    }

    /**
     * Whether the sender of {@code request} may see who is online.
     *
     * @throws IllegalStateException while nothing runs
     */
    boolean mayList(HttpServletRequest request) {
        return settings.listPublic() || running().recording().isLoggedIn(request);
    }

    /** When this node last cleaned up; null if it has not. */
    Instant lastCleanup() {
        Running current = running;
        return current == null ? null : current.cleanup().lastRun();
    }

    /** Whether the store answers, as far as this node knows without asking it. */
    boolean isStoreAvailable() {
        Running current = running;
        return current != null && current.store().available();
    }

    /** The clock that snapshots are read from. */
    Instant storeTime() {
        return Instant.ofEpochMilli(running().clock().millis());
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
