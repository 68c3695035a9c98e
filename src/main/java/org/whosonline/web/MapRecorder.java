package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.whosonline.Mark;
import org.whosonline.UsersOnline;

/** Decides for each request who has to be recorded on one site map, and who has left it. Thread-safe. */
final class MapRecorder {

    /** Users without a session whose marks this node remembers; those beyond are recorded more often than needed. */
    static final int REMEMBERED_USERS = 10_000;

    private final UsersOnline users;
    private final String attribute;
    private final Paths paths;
    private final Identity identity;
    private final Exclusions exclusions;
    private final Departures departures;
    private final RecentMap<String, Mark> node = new RecentMap<>(REMEMBERED_USERS);

    MapRecorder(RecordedMap map, Identity identity, Exclusions exclusions, Departures departures) {
        this.users = map.users();
        this.attribute = map.attribute();
        this.paths = new Paths(map.paths());
        this.identity = identity;
        this.exclusions = exclusions;
        this.departures = departures;
    }

    /** Whether anything is recorded at all. */
    boolean isOn() {
        return users.switches().isRecording();
    }

    /**
     * Before the application handles the request.
     *
     * @param user who sent it; null if nobody is logged in
     * @param hidden whether that user hides
     * @return what {@link #after} needs; null while recording is switched off
     */
    Visit before(HttpServletRequest request, HttpSession session, String user, boolean hidden) {
        if (!isOn()) {
            return null;
        }
        Visit visit = new Visit(session, attribute, node, user, hidden);
        if (user != null && !visit.hasEnded()) {
            arrive(request, visit, false);
        }
        return visit;
    }

    /** Records {@code user} by a request that is no page view itself, but tells of one that goes on. */
    void countAsView(HttpServletRequest request, HttpSession session, String user, boolean hidden) {
        if (isOn()) {
            Visit visit = new Visit(session, attribute, node, user, hidden);
            if (!visit.hasEnded()) {
                arrive(request, visit, true);
            }
        }
    }

    /**
     * After the application has handled the request.
     *
     * @param before what {@link #before} answered, {@linkplain Visit#refresh refreshed}
     * @param user who is logged in now; null if nobody
     * @param hidden whether that user hides now; of no account if the session has ended and the user is the same
     */
    void after(HttpServletRequest request, Visit before, String user, boolean hidden) {
        if (before.hasEnded()) {
            leave(before.seen());
        }
        // Also for a session that has ended: the container goes on naming its user until the request is over.
        boolean same = user == null ? before.user() == null : user.equals(before.user());
        if (same && (user == null || before.hasEnded() || before.isHidden() == hidden)) {
            return;
        }
        if (user != null) {
            Visit visit = new Visit(request.getSession(false), attribute, node, user, hidden);
            arrive(request, visit, false);
        } else if (!before.hasEnded()) {
            leave(before.seen());
            before.set(null);
        }
    }

    /** @param anyway whether the exclusions are of no account */
    private void arrive(HttpServletRequest request, Visit visit, boolean anyway) {
        Mark mark = visit.seen();
        if (mark != null) {
            if (!mark.user().equals(visit.user())) {
                // Somebody else has logged in since, in a session that was kept.
                leave(mark);
                visit.set(null);
            } else if (users.isRecorded(mark, visit.user(), visit.isHidden())) {
                return;
            }
        }
        if (paths.cover(request) && (anyway || !exclusions.cover(request))) {
            users.record(visit.user(), identity.nameOf(request), visit.isHidden(), visit);
        }
    }

    /** @param mark null if the session had recorded nobody */
    private void leave(Mark mark) {
        if (mark != null) {
            departures.now(mark);
        }
    }
}
