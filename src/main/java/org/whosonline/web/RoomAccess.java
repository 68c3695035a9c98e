package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Tells who may see and who may join which room.
 *
 * <p>An application provides one either as the servlet context attribute {@link #ATTRIBUTE}, set at the latest when its
 * listeners have been initialized, or as a service in {@code META-INF/services/org.whosonline.web.RoomAccess}. The
 * attribute wins. Without one every user may see and join every room.
 *
 * <p>Asked for every request about a room, before anything is read, so that a refusal tells nothing about who is there.
 * Called on the request's thread, by many threads at once; it may look at whatever the application knows, but whoever
 * waits in it keeps that request waiting. It must not create a session. Where it throws, the request is refused, and the
 * log says so once a minute.
 *
 * <p>A stream that is open goes on until it is opened anew, at the latest when its session ends.
 */
public interface RoomAccess {

    /** The servlet context attribute that may hold the application's choice. */
    String ATTRIBUTE = "org.whosonline.web.RoomAccess";

    /**
     * Whether the sender of {@code request} may know who is in {@code room}.
     *
     * @param userId the sender's exact id; never null or empty
     * @param room the exact id of a room, as the page chose it: it need not exist anywhere
     */
    default boolean maySee(HttpServletRequest request, String userId, String room) {
        return true;
    }

    /**
     * Whether the sender of {@code request} may be in {@code room}, for others to see.
     *
     * @param userId the sender's exact id; never null or empty
     * @param room the exact id of a room, as the page chose it: it need not exist anywhere
     */
    default boolean mayJoin(HttpServletRequest request, String userId, String room) {
        return true;
    }
}
