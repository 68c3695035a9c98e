package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.Mark;
import org.whosonline.UsersOnline;

/**
 * Decides for each request who has to be recorded and who has left, and never lets the page feel it: whatever fails in
 * here is logged once a minute, and the request goes on. Thread-safe.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    /** Users without a session whose marks this node remembers; those beyond are recorded more often than needed. */
    private static final int REMEMBERED_USERS = 10_000;

    private final UsersOnline users;
    private final Identity identity;
    private final Exclusions exclusions;
    private final Departures departures;
    private final Seldom complaints;
    private final RecentMap<String, Mark> node = new RecentMap<>(REMEMBERED_USERS);

    Recorder(UsersOnline users, Identity identity, Exclusions exclusions, Departures departures, Seldom complaints) {
        this.users = users;
        this.identity = identity;
        this.exclusions = exclusions;
        this.departures = departures;
        this.complaints = complaints;
    }

    /**
     * Before the application handles the request: a user known already is recorded now, so that the page shows its own
     * viewer.
     *
     * @return what {@link #after} needs; null if something failed
     */
    Visit before(HttpServletRequest request) {
        try {
            String user = identity.userOf(request);
            Visit visit = new Visit(request.getSession(false), node, user);
            if (user != null && !visit.hasEnded()) {
                arrive(request, visit);
            }
            return visit;
        } catch (RuntimeException e) {
            complain(e);
            return null;
        }
    }

    /**
     * After the application has handled the request: who logged in is recorded, who logged out is removed.
     *
     * @param visit what {@link #before} answered
     */
    void after(HttpServletRequest request, Visit visit) {
        if (visit == null) {
            return;
        }
        try {
            // Once asynchronous, the request belongs to another thread, which may be done with it already, and the
            // container may have handed the object to the next request. The user's next request sees what changed.
            if (!request.isAsyncStarted()) {
                settle(request, visit);
            }
        } catch (RuntimeException e) {
            complain(e);
        }
    }

    private void settle(HttpServletRequest request, Visit before) {
        before.refresh();
        String user = identity.userOf(request);
        if (before.hasEnded()) {
            leave(before.get());
        }
        // Also for a session that has ended: the container goes on naming its user until the request is over.
        if (user == null ? before.user() == null : user.equals(before.user())) {
            return;
        }
        if (user != null) {
            arrive(request, new Visit(request.getSession(false), node, user));
        } else if (!before.hasEnded()) {
            leave(before.get());
            before.set(null);
        }
    }

    private void arrive(HttpServletRequest request, Visit visit) {
        Mark mark = visit.get();
        if (mark != null) {
            if (!mark.user().equals(visit.user())) {
                // Somebody else has logged in since, in a session that was kept.
                leave(mark);
                visit.set(null);
            } else if (users.isRecorded(mark, visit.user())) {
                return;
            }
        }
        if (!exclusions.cover(request)) {
            users.record(visit.user(), identity.nameOf(request), visit);
        }
    }

    /** @param mark null if the session had recorded nobody */
    private void leave(Mark mark) {
        if (mark != null) {
            departures.now(mark);
        }
    }

    private void complain(RuntimeException e) {
        if (complaints.isDue()) {
            LOG.warn("A request was not recorded; the page was not affected. Said at most once a minute.", e);
        }
    }
}
