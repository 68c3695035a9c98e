package org.whosonline.app;

import jakarta.servlet.ServletContext;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.config.PresenceSettings;
import org.whosonline.config.Settings;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceListener;
import org.whosonline.presence.PresenceOptions;
import org.whosonline.web.Hooks;
import org.whosonline.web.PresenceRules;
import org.whosonline.web.PresenceSite;
import org.whosonline.web.Recording;
import org.whosonline.web.ScriptOptions;
import org.whosonline.web.Streams;

/** Builds presence in rooms, and keeps it going on a thread of its own. */
final class Rooms {

    private static final Logger LOG = LoggerFactory.getLogger(Rooms.class);

    /** How often what is held open wants to be looked at. */
    private static final Duration TENDING = Duration.ofSeconds(1);

    private final Settings settings;
    private final ServletContext context;
    private final Deque<AutoCloseable> parts;

    /** @param parts takes what has to be closed, the last first */
    Rooms(Settings settings, ServletContext context, Deque<AutoCloseable> parts) {
        this.settings = settings;
        this.context = context;
        this.parts = parts;
    }

    /**
     * @param worker runs what takes long
     * @param off whether everything is switched off
     */
    PresenceSite build(Stores.Opened opened, Executor worker, Recording recording, BooleanSupplier off) {
        Worker reporter = new Worker("whosonline-listener" + context.getContextPath());
        parts.push(reporter);
        Worker loop = new Worker("whosonline-rooms" + context.getContextPath());
        parts.push(loop);
        Presence presence = new Presence(
                opened.store(),
                opened.clock(),
                options(),
                loop,
                worker,
                new SecureRandom(),
                () -> Hooks.find(context, PresenceListener.class, null),
                reporter);
        parts.push(presence);
        loop.execute(() -> tend(presence, loop, off));
        Duration interval = settings.cleanupInterval();
        loop.after(interval, () -> loop.repeat(() -> presence.sweepInTurn(interval), interval));
        PresenceSite site = new PresenceSite(presence, recording, rules(), System::nanoTime);
        parts.push(site);
        loop.repeat(site::tend, TENDING);
        return site;
    }

    /** The streams about rooms, which share a thread of their own. */
    Streams streams(PresenceSite site) {
        Worker loop = new Worker("whosonline-streams" + context.getContextPath());
        parts.push(loop);
        Streams streams = new Streams(site, loop, System::nanoTime, new SecureRandom());
        loop.repeat(streams::tend, Streams.TENDING);
        parts.push(streams);
        return streams;
    }

    private void tend(Presence presence, Worker loop, BooleanSupplier off) {
        Duration next = settings.presence().tick();
        try {
            presence.setSilent(off.getAsBoolean());
            next = presence.tend();
        } catch (RuntimeException e) {
            LOG.warn("The work on rooms failed, and goes on.", e);
        } finally {
            loop.after(next, () -> tend(presence, loop, off));
        }
    }

    private PresenceOptions options() {
        PresenceSettings presence = settings.presence();
        return new PresenceOptions(
                settings.prefix(),
                presence.lease(),
                presence.heartbeat(),
                presence.awayLease(),
                presence.grace(),
                presence.leaveGrace(),
                presence.tick(),
                presence.sweep(),
                presence.typing(),
                presence.maxConnections(),
                presence.maxRooms());
    }

    /** What the script in browsers has to know of {@code presence}. */
    static ScriptOptions scriptOptions(PresenceSettings presence) {
        return new ScriptOptions(
                presence.heartbeat(),
                presence.lease(),
                presence.awayLease(),
                presence.idleAfter(),
                presence.awayAfter(),
                presence.typing(),
                presence.pollHold(),
                presence.maxRooms());
    }

    private PresenceRules rules() {
        PresenceSettings presence = settings.presence();
        return new PresenceRules(
                settings.origins(),
                presence.heartbeat(),
                presence.pollHold(),
                presence.sample(),
                presence.stopAfter(),
                presence.counts(),
                presence.maxRooms(),
                presence.statusLength(),
                presence.maxBody(),
                presence.rate());
    }
}
