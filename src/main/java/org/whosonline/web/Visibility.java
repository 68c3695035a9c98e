package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Tells who hides: is online, and counted as hidden, but shown to nobody except themselves.
 *
 * <p>An application provides one either as the servlet context attribute {@link #ATTRIBUTE}, set at the latest when its
 * listeners have been initialized, or as a service in {@code META-INF/services/org.whosonline.web.Visibility}. The
 * attribute wins. Without one nobody is hidden.
 *
 * <p>Called twice for every request of a user, before and after the application has handled it, by many threads at once:
 * so a change counts with the very request that makes it, and on all lists of the application. It should only look at
 * what the request and its session hold, or at a memory of the application's own, and must neither create a session nor
 * wait. Where it throws, the user is hidden, and the log says so once a minute.
 *
 * <p>The answer should depend on the user alone, whichever session asks: the newest record decides for all of them.
 */
@FunctionalInterface
public interface Visibility {

    /** The servlet context attribute that may hold the application's choice. */
    String ATTRIBUTE = "org.whosonline.web.Visibility";

    /**
     * Whether nobody else may see that the sender of {@code request} is online.
     *
     * @param userId the sender's exact id, as WhosOnline records it; never null or empty
     */
    boolean isHidden(HttpServletRequest request, String userId);
}
