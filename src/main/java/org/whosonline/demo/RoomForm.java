package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.whosonline.presence.State;

/**
 * What a user does in a room.
 *
 * @param room the room's id, exact; null if none was sent
 * @param conn the id of the page's connection; null if it has none
 * @param action {@code join} (also to stay), {@code edit}, {@code view}, {@code status} (joins nobody) or
 *     {@code leave}; null if none was sent
 * @param text the user's new status
 */
record RoomForm(String room, String conn, String action, String text) {

    static final int MAX_STATUS = 140;

    private static final String CONN = "[A-Za-z0-9_-]{22,64}";
    private static final int CONN_BYTES = 18;

    /**
     * What becomes of it.
     *
     * @param query what follows in the address of the page to go to
     * @param problem a sentence; null if all is well
     */
    record Result(String query, String problem) {}

    static RoomForm of(HttpServletRequest request) {
        String text = request.getParameter("text");
        return new RoomForm(
                request.getParameter("id"),
                conn(request),
                request.getParameter("do"),
                text == null ? "" : text.strip());
    }

    /** The connection of a page, as its address says; null if it has none. */
    static String conn(HttpServletRequest request) {
        String conn = request.getParameter("conn");
        return conn != null && conn.matches(CONN) ? conn : null;
    }

    /** Another sign of life of a page that has joined, by being looked at again. */
    static void stay(HttpServletRequest request, String room) {
        String conn = conn(request);
        Login login = Login.of(request).orElse(null);
        Site site = Site.of(request.getServletContext());
        if (conn != null && login != null && site.isThere(room, login.user(), conn)) {
            site.beat(request, room, conn, State.ACTIVE, null);
        }
    }

    /** For whoever is logged in; does nothing for others. */
    Result send(HttpServletRequest request) {
        Optional<Login> login = Login.of(request);
        if (login.isEmpty()) {
            return new Result("", null);
        }
        String user = login.get().user();
        Site site = Site.of(request.getServletContext());
        if ("leave".equals(action)) {
            if (conn != null) {
                site.leave(room, user, conn);
            }
            return new Result("&left=1", null);
        }
        if ("status".equals(action)) {
            if (text.codePointCount(0, text.length()) > MAX_STATUS) {
                return new Result(null, "Please use at most " + MAX_STATUS + " characters for your status.");
            }
            if (!site.setStatus(user, text)) {
                return new Result(null, "The store does not answer: your status is as before. Please try again.");
            }
            if (conn == null) {
                return new Result("", null);
            }
        }
        return beat(site, request);
    }

    private Result beat(Site site, HttpServletRequest request) {
        Boolean editing = "edit".equals(action) ? Boolean.TRUE : "view".equals(action) ? Boolean.FALSE : null;
        String own = conn == null ? newConn() : conn;
        Site.Joined joined = site.beat(request, room, own, State.ACTIVE, editing);
        if (joined == Site.Joined.RELEASED) {
            // The way back in the browser to a page that has left: it is another visit.
            own = newConn();
            joined = site.beat(request, room, own, State.ACTIVE, editing);
        }
        return switch (joined) {
            case TAKEN -> new Result("&conn=" + own, null);
            case RELEASED -> new Result(null, "That did not work. Please try again.");
            case TOO_MANY ->
                new Result(null, "You have this room open in too many tabs. Leave it in one of them first.");
            case REFUSED -> new Result(null, "You may not join this room.");
        };
    }

    private static String newConn() {
        byte[] bytes = new byte[CONN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
