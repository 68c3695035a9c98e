package org.whosonline.web;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.whosonline.Mark;

/**
 * Takes users off the site map when their session has ended, each session once. Thread-safe.
 *
 * <p>A session that ends in one of its own requests has been logged out, and its user leaves at once. A session that
 * ends otherwise may have timed out, or have been ended by the application, or end only because the container stops and
 * does not keep its sessions, which is no logout: the same user may come back to another node, or to this one in a
 * minute. What happens first when a container stops differs:
 *
 * <ul>
 *   <li>Tomcat destroys the filters, then ends the sessions (all of them, unless told to keep them), then calls
 *       {@code contextDestroyed}; so the filter's {@code destroy} tells early enough.
 *   <li>Jetty keeps its sessions unless told to invalidate them; then it ends the sessions, destroys the filters and
 *       calls {@code contextDestroyed}, so that nothing tells before.
 * </ul>
 *
 * <p>Therefore those users are held back for a moment, and forgotten if the application stops within it.
 */
final class Departures {

    /** As many as may leave in the seconds between the two reports of one departure, by its request and by the listener. */
    private static final int REMEMBERED = 10_000;

    private final Consumer<Mark> remove;
    private final Executor afterAMoment;
    private final RecentMap<Mark, Boolean> sent = new RecentMap<>(REMEMBERED);
    private volatile boolean stopping;
    private volatile boolean closed;

    /**
     * @param remove takes a user off the map; must not wait
     * @param afterAMoment runs what it is given a moment later, or never once the application has stopped
     */
    Departures(Consumer<Mark> remove, Executor afterAMoment) {
        this.remove = remove;
        this.afterAMoment = afterAMoment;
    }

    /** The session of {@code mark} has ended by a request of its own. */
    void now(Mark mark) {
        // The listener hears of the same end of session as the filter does. Equal marks of two sessions (one user,
        // recorded twice in one second) would make the very same removal, so one of them is enough there as well.
        if (!closed && sent.put(mark, Boolean.TRUE) == null) {
            remove.accept(mark);
        }
    }

    /** The session of {@code mark} has ended, for whatever reason. */
    void held(Mark mark) {
        if (!stopping) {
            afterAMoment.execute(() -> {
                if (!stopping) {
                    now(mark);
                }
            });
        }
    }

    /** From here on a session that ends does so because the application stops, except in a request of its own. */
    void stopping() {
        stopping = true;
    }

    /** Nothing is sent any more. */
    void close() {
        stopping = true;
        closed = true;
    }
}
