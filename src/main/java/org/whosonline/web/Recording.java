package org.whosonline.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.whosonline.UsersOnline;

/**
 * What the filter and the session listener of one application share; they find it as the servlet context attribute
 * {@link #ATTRIBUTE}. Thread-safe.
 */
public final class Recording implements AutoCloseable {

    /** The servlet context attribute that holds the application's recording while it runs. */
    public static final String ATTRIBUTE = Recording.class.getName();

    private final ServletContext context;
    private final UsersOnline users;
    private final RecordingOptions options;
    private final LongSupplier nanos;
    private final Departures departures;
    private volatile Identity identity;

    /**
     * @param nanos a clock as {@link System#nanoTime} is one
     * @param afterAMoment runs what it is given a moment later, or never once the application has stopped
     */
    public Recording(
            ServletContext context,
            UsersOnline users,
            RecordingOptions options,
            LongSupplier nanos,
            Executor afterAMoment) {
        this.context = context;
        this.users = users;
        this.options = options;
        this.nanos = nanos;
        this.departures = new Departures(users::remove, afterAMoment);
    }

    /** The recording of an application, or null while WhosOnline does not run in it. */
    static Recording of(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Recording recording ? recording : null;
    }

    /** Whether somebody who counts is logged in. */
    public boolean isLoggedIn(HttpServletRequest request) {
        return identity().userOf(request) != null;
    }

    /**
     * A recorder for a filter.
     *
     * @throws IllegalStateException if the application's {@link UserResolver} is not clear
     */
    Recorder recorder() {
        return new Recorder(
                users,
                identity(),
                new Exclusions(options.base(), options.excludedPaths()),
                departures,
                new Seldom(nanos));
    }

    Departures departures() {
        return departures;
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
            found = new Identity(Identity.find(context, fallback), options.ignoredUsers());
            identity = found;
        }
        return found;
    }

    /** Drops the departures that wait. Idempotent. */
    @Override
    public void close() {
        departures.close();
    }
}
