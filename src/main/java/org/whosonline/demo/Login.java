package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.Optional;

/**
 * Who is logged in to the demo: two session attributes, which {@code WEB-INF/web.xml} names to WhosOnline.
 *
 * @param user the user's id
 * @param name the display name; null if none was given
 */
record Login(String user, String name) {

    private static final String USER = "demo.user";
    private static final String NAME = "demo.name";

    /** Whoever is logged in; asks for no new session. */
    static Optional<Login> of(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null || !(session.getAttribute(USER) instanceof String user)) {
            return Optional.empty();
        }
        return Optional.of(new Login(user, (String) session.getAttribute(NAME)));
    }

    /** Logs in, also in place of somebody else. */
    void store(HttpSession session) {
        session.setAttribute(USER, user);
        session.setAttribute(NAME, name);
    }

    String shownName() {
        return name == null ? user : name;
    }
}
