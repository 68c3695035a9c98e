package org.whosonline.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.whosonline.Rarely;

/**
 * What the filter and the session listener of one application share; they find it as the servlet context attribute
 * {@link #ATTRIBUTE}. Thread-safe.
 */
public final class Recording implements AutoCloseable {

    /** The servlet context attribute that holds the application's recording while it runs. */
    public static final String ATTRIBUTE = Recording.class.getName();

    private final ServletContext context;
    private final List<Part> parts;
    private final RecordingOptions options;
    private final LongSupplier nanos;
    private final SessionWatch sessions;
    private Recorder recorder;
    private volatile Identity identity;

    private record Part(RecordedMap map, Departures departures) {}

    /**
     * @param maps the site maps to record on
     * @param nanos a clock as {@link System#nanoTime} is one
     * @param afterAMoment runs what it is given a moment later, or never once the application has stopped
     */
    public Recording(
            ServletContext context,
            List<RecordedMap> maps,
            RecordingOptions options,
            LongSupplier nanos,
            Executor afterAMoment) {
        this.context = context;
        this.parts = maps.stream()
                .map(map -> new Part(map, new Departures(map.users()::remove, afterAMoment)))
                .toList();
        this.options = options;
        this.nanos = nanos;
        this.sessions = new SessionWatch(afterAMoment);
    }

    /** The recording of an application, or null while WhosOnline does not run in it. */
    static Recording of(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Recording recording ? recording : null;
    }

    /** The exact id of whoever sent {@code request}; null if nobody who counts is logged in. */
    public String userOf(HttpServletRequest request) {
        return identity().userOf(request);
    }

    /**
     * The recorder for filters, and for whatever else counts as a page view.
     *
     * @throws IllegalStateException if the application's {@link UserResolver} or {@link Visibility} is not clear
     */
    synchronized Recorder recorder() {
        if (recorder == null) {
            Exclusions exclusions = new Exclusions(options.base(), options.excludedPaths());
            Identity known = identity();
            List<MapRecorder> recorders = parts.stream()
                    .map(part -> new MapRecorder(part.map(), known, exclusions, part.departures()))
                    .toList();
            recorder = new Recorder(recorders, known, hiding(), sessions::loggedOut, new Rarely(nanos));
        }
        return recorder;
    }

    /** Who hides. */
    private Hiding hiding() {
        return new Hiding(Hooks.find(context, Visibility.class, (request, user) -> false), new Rarely(nanos));
    }

    /** What is open for sessions. */
    SessionWatch sessions() {
        return sessions;
    }

    /**
     * Who may do what about rooms.
     *
     * @throws IllegalStateException if one of the application's hooks is not clear
     */
    PresenceGuard guard(PresenceRules rules) {
        RoomAccess access = Hooks.find(context, RoomAccess.class, new RoomAccess() {});
        return new PresenceGuard(identity(), hiding(), access, rules, nanos);
    }

    /** Goes through the maps: the session attribute that holds the mark of each, and who sees to its departures. */
    void forEachMap(BiConsumer<String, Departures> action) {
        parts.forEach(part -> action.accept(part.map().attribute(), part.departures()));
    }

    /** From here on a session that ends does so because the application stops, except in a request of its own. */
    void stopping() {
        parts.forEach(part -> part.departures().stopping());
        sessions.stopping();
    }

    /**
     * Looked for at first use, not at the start: the listener that sets the resolver may hear of the start after ours, for
     * instance one that another initializer has added.
     */
    private Identity identity() {
        Identity found = identity;
        if (found == null) {
            UserResolver fallback = new ContainerUserResolver(options.userAttribute(), options.userNameAttribute());
            // Two threads may both look; they find the same.
            found = new Identity(Hooks.find(context, UserResolver.class, fallback), options.ignoredUsers());
            identity = found;
        }
        return found;
    }

    /** Drops the departures that wait. Idempotent. */
    @Override
    public void close() {
        parts.forEach(part -> part.departures().close());
        sessions.close();
    }
}
