package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.Rarely;

/**
 * Has each request looked at for every site map of the application, and never lets the page feel it: whatever fails in
 * here is logged once a minute, and the request goes on; so does the recording on the other maps. Thread-safe.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private final List<MapRecorder> maps;
    private final Identity identity;
    private final Hiding hiding;
    private final Consumer<String> loggedOut;
    private final Rarely complaints;

    /** @param loggedOut is told of each session, by its id, whose user has logged out in a request of its own */
    Recorder(List<MapRecorder> maps, Identity identity, Hiding hiding, Consumer<String> loggedOut, Rarely complaints) {
        this.maps = List.copyOf(maps);
        this.identity = identity;
        this.hiding = hiding;
        this.loggedOut = loggedOut;
        this.complaints = complaints;
    }

    /**
     * Before the application handles the request: a user known already is recorded now, so that the page shows its own
     * viewer. While recording is switched off on every map, the request is not looked at.
     *
     * @return what {@link #after} needs: what each map has seen, null where that is nothing; null if no map has
     */
    Visit[] before(HttpServletRequest request) {
        if (!isOn()) {
            return null;
        }
        try {
            String user = identity.userOf(request);
            boolean hidden = hiding.isHidden(request, user);
            HttpSession session = request.getSession(false);
            Visit[] visits = new Visit[maps.size()];
            for (int i = 0; i < visits.length; i++) {
                visits[i] = before(maps.get(i), request, session, user, hidden);
            }
            return visits;
        } catch (RuntimeException e) {
            complain(e);
            return null;
        }
    }

    private boolean isOn() {
        for (int i = 0; i < maps.size(); i++) {
            if (maps.get(i).isOn()) {
                return true;
            }
        }
        return false;
    }

    private Visit before(
            MapRecorder map, HttpServletRequest request, HttpSession session, String user, boolean hidden) {
        try {
            return map.before(request, session, user, hidden);
        } catch (RuntimeException e) {
            complain(e);
            return null;
        }
    }

    /**
     * After the application has handled the request: who logged in is recorded, who logged out is removed, and who hides
     * from now on, or no more, is recorded so.
     *
     * @param before what {@link #before} answered
     */
    void after(HttpServletRequest request, Visit[] before) {
        if (before == null) {
            return;
        }
        try {
            // Once asynchronous, the request belongs to another thread, which may be done with it already, and the
            // container may have handed the object to the next request. The user's next request sees what changed.
            if (request.isAsyncStarted()) {
                return;
            }
            String user = identity.userOf(request);
            boolean left = refresh(before, user);
            tellOfLogout(before, left ? null : user);
            boolean hidden = !left && hiding.isHidden(request, user);
            for (int i = 0; i < before.length; i++) {
                after(maps.get(i), request, before[i], user, hidden);
            }
        } catch (RuntimeException e) {
            complain(e);
        }
    }

    /**
     * Has each map look at the session again.
     *
     * @return whether {@code user} is only named because the container does so until the request is over: the session has
     *     ended, and what the application may look for in it is gone
     */
    private static boolean refresh(Visit[] visits, String user) {
        boolean left = false;
        for (Visit visit : visits) {
            if (visit != null) {
                visit.refresh();
                left |= visit.hasEnded() && Objects.equals(user, visit.user());
            }
        }
        return left;
    }

    /** @param user who is logged in now; null if nobody */
    private void tellOfLogout(Visit[] visits, String user) {
        for (Visit visit : visits) {
            if (visit != null) {
                // All of them are of one session and one user.
                if (visit.user() != null && !visit.user().equals(user)) {
                    visit.sessionIds().forEach(loggedOut);
                }
                return;
            }
        }
    }

    /**
     * Records the sender of {@code request}, which tells that they look at a page; where it was sent to is of no account,
     * except that it has to be one of the paths of a map.
     */
    void countAsView(HttpServletRequest request, String user, boolean hidden) {
        HttpSession session = request.getSession(false);
        for (MapRecorder map : maps) {
            try {
                map.countAsView(request, session, user, hidden);
            } catch (RuntimeException e) {
                complain(e);
            }
        }
    }

    private void after(MapRecorder map, HttpServletRequest request, Visit before, String user, boolean hidden) {
        if (before == null) {
            return;
        }
        try {
            map.after(request, before, user, hidden);
        } catch (RuntimeException e) {
            complain(e);
        }
    }

    private void complain(RuntimeException e) {
        if (complaints.isDue()) {
            LOG.warn("A request was not recorded; the page was not affected. Said at most once a minute.", e);
        }
    }
}
