package org.whosonline.web;

import jakarta.servlet.http.HttpSession;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.whosonline.Mark;
import org.whosonline.Marks;

/**
 * One request of one user as one site map sees it, and where the mark of that user's session is kept: in the session, or,
 * for a user without one, in the memory of the node.
 *
 * <p>A session may end at any moment by another of its requests; then {@link #hasEnded} becomes true, and the mark stays
 * the one that was last seen or set. Of one thread only.
 */
final class Visit implements Marks {

    private final HttpSession session;
    private final String sessionId;
    private final String attribute;
    private final RecentMap<String, Mark> node;
    private final String user;
    private final boolean hidden;
    private Mark mark;
    private boolean ended;

    /** What stands for the session of a user without one; no session id is ever equal to it. */
    private record Sessionless(String user) {

        /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
        @Override
        public boolean equals(Object other) {
            return other instanceof Sessionless same && user.equals(same.user);
        }

        @Override
        public int hashCode() {
            return user.hashCode();
        }
    }

    /**
     * @param session null if there is none
     * @param attribute the session attribute that holds the mark
     * @param user null if nobody is logged in
     * @param hidden whether the user hides
     */
    Visit(HttpSession session, String attribute, RecentMap<String, Mark> node, String user, boolean hidden) {
        this.session = session;
        this.sessionId = session == null ? null : session.getId();
        this.attribute = attribute;
        this.node = node;
        this.user = user;
        this.hidden = hidden;
        refresh();
    }

    /** Whose request this is; null if nobody is logged in. */
    String user() {
        return user;
    }

    /** Whether that user hides. */
    boolean isHidden() {
        return hidden;
    }

    /** Whether there was a session that has been invalidated since. */
    boolean hasEnded() {
        return ended;
    }

    /** The id of the session as it was at first, and as it is now, if it was given another; empty if there is none. */
    Set<String> sessionIds() {
        return session == null ? Set.of() : new HashSet<>(List.of(sessionId, session.getId()));
    }

    /** Reads the mark again; other requests of the session may have changed it. */
    void refresh() {
        if (session == null) {
            mark = user == null ? null : node.get(user);
            return;
        }
        try {
            mark = session.getAttribute(attribute) instanceof Mark found ? found : null;
        } catch (IllegalStateException e) {
            ended = true;
        }
    }

    @Override
    public Object session() {
        return session == null ? new Sessionless(user) : session.getId();
    }

    /** The mark as this request last saw it. */
    Mark seen() {
        return mark;
    }

    /** Reads the session again: of two requests at once, the other may have recorded since this one looked. */
    @Override
    public Mark get() {
        refresh();
        return mark;
    }

    @Override
    public void set(Mark mark) {
        this.mark = mark;
        if (session == null) {
            setInNode(mark);
            return;
        }
        try {
            if (mark == null) {
                session.removeAttribute(attribute);
            } else {
                session.setAttribute(attribute, mark);
            }
        } catch (IllegalStateException e) {
            ended = true;
        }
    }

    private void setInNode(Mark mark) {
        if (mark == null) {
            node.remove(user);
        } else {
            node.put(user, mark);
        }
    }
}
