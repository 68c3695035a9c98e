package org.whosonline.web;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.whosonline.Mark;

/**
 * Removes the users of sessions that end in no request of their own: by timeout, or from outside; and keeps up with
 * sessions that change their ids.
 */
public final class SessionListener implements HttpSessionListener, HttpSessionIdListener {

    /** For the container. */
    public SessionListener() {}

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        HttpSession session = event.getSession();
        Recording recording = Recording.of(session.getServletContext());
        // None once the application has stopped: such a session was not logged out.
        if (recording != null) {
            recording.forEachMap((attribute, departures) -> {
                if (markOf(session, attribute) instanceof Mark mark) {
                    departures.held(mark);
                }
            });
            recording.sessions().destroyed(session.getId());
        }
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldId) {
        Recording recording = Recording.of(event.getSession().getServletContext());
        if (recording != null) {
            recording.sessions().renamed(oldId, event.getSession().getId());
        }
    }

    /** The attributes are still there at this time, unless the session is of a container with ideas of its own. */
    private static Object markOf(HttpSession session, String attribute) {
        try {
            return session.getAttribute(attribute);
        } catch (IllegalStateException e) {
            return null;
        }
    }
}
