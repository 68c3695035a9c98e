package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Tells who sends a request, where neither {@code getRemoteUser()} nor a session attribute does.
 *
 * <p>An application provides one either as the servlet context attribute {@link #ATTRIBUTE}, set at the latest when its
 * listeners have been initialized, or as a service in {@code META-INF/services/org.whosonline.web.UserResolver}. The
 * attribute wins.
 *
 * <p>Called twice for every request, before and after the application has handled it, by many threads at once: it
 * should only look at what the request and its session hold, and must neither create a session nor wait. What it
 * throws is logged, and that request counts as nobody's.
 */
@FunctionalInterface
public interface UserResolver {

    /** The servlet context attribute that may hold a resolver. */
    String ATTRIBUTE = "org.whosonline.web.UserResolver";

    /** The exact id of the user who sent {@code request}; null or empty if nobody is logged in. */
    String id(HttpServletRequest request);

    /** That user's display name; null or empty to show the id. Called only when the user is about to be recorded. */
    default String name(HttpServletRequest request) {
        return null;
    }

    /**
     * The address of that user's picture, {@code http}, {@code https} or relative; null or empty if there is none. Called
     * for each sign of life of a page. One of another kind, or of more than 512 bytes, is not shown.
     */
    default String avatar(HttpServletRequest request) {
        return null;
    }
}
