package org.whosonline.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.whosonline.UsersOnline;

/**
 * What the filter and the session listener of one application share; they find it as the servlet context attribute
 * {@link #ATTRIBUTE}. Thread-safe.
 *
 * <p>Has a thread of its own only in the seconds after a session has timed out.
 */
public final class Recording implements AutoCloseable {

    /** The servlet context attribute that holds the application's recording while it runs. */
    public static final String ATTRIBUTE = Recording.class.getName();

    /** How long a departure waits for the application to stop; nobody minds, after a timeout of many minutes. */
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final ServletContext context;
    private final UsersOnline users;
    private final RecordingOptions options;
    private final LongSupplier nanos;
    private final ScheduledThreadPoolExecutor timer;
    private final Departures departures;
    private volatile Identity identity;

    /** @param nanos a clock as {@link System#nanoTime} is one */
    public Recording(ServletContext context, UsersOnline users, RecordingOptions options, LongSupplier nanos) {
        this.context = context;
        this.users = users;
        this.options = options;
        this.nanos = nanos;
        this.timer = timer();
        this.departures = new Departures(
                users::remove, command -> timer.schedule(command, MOMENT.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "whosonline-departures");
                    thread.setDaemon(true);
                    return thread;
                },
                // A session that ends while the application closes: nothing to do.
                new ThreadPoolExecutor.DiscardPolicy());
        timer.setKeepAliveTime(MOMENT.toMillis() * 5, TimeUnit.MILLISECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
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

    /** Drops the departures that wait, and ends the thread. Idempotent; waits for two seconds at most. */
    @Override
    public void close() {
        departures.close();
        timer.shutdownNow();
        try {
            timer.awaitTermination(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
