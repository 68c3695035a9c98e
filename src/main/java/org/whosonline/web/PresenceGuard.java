package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.Rarely;
import org.whosonline.Texts;

/**
 * Lets pass only what may be done about rooms: by whom, from which pages, in which rooms, how often. Whatever is asked here
 * is answered before anything is read, so that a refusal tells nothing about who is where. Makes no session. Thread-safe.
 */
final class PresenceGuard {

    private static final Logger LOG = LoggerFactory.getLogger(PresenceGuard.class);

    /** The longest id of a room, in bytes of UTF-8. */
    static final int MAX_ROOM = 1_024;

    /** The longest name that is shown, in bytes of UTF-8. */
    static final int MAX_NAME = 256;

    /** Of Base64 22 characters are 132 bits. */
    private static final Pattern CONN = Pattern.compile("[A-Za-z0-9_-]{22,64}");

    private static final int CONN_BYTES = 18;

    /** Sessions whose requests are counted. */
    private static final int REMEMBERED = 10_000;

    private final Identity identity;
    private final Hiding hiding;
    private final RoomAccess access;
    private final PresenceRules rules;
    private final Origins origins;
    private final Rates rates;
    private final Rarely complaints;
    private final SecureRandom random = new SecureRandom();

    /** @param nanos a clock as {@link System#nanoTime} is one */
    PresenceGuard(Identity identity, Hiding hiding, RoomAccess access, PresenceRules rules, LongSupplier nanos) {
        this.identity = identity;
        this.hiding = hiding;
        this.access = access;
        this.rules = rules;
        this.origins = new Origins(rules.origins());
        this.rates = new Rates(rules.rate(), nanos, REMEMBERED);
        this.complaints = new Rarely(nanos);
    }

    /**
     * Who sent {@code request}, counted against the rate of their session, or of the user who has none.
     *
     * @throws RefusedException 401 if nobody is logged in, 429 if there are too many requests
     */
    Sender sender(HttpServletRequest request) throws RefusedException {
        String user = identity.userOf(request);
        if (user == null) {
            throw RefusedException.nobody();
        }
        HttpSession session = request.getSession(false);
        String id = session == null ? null : session.getId();
        // No session's id begins so, or it would not fit into a cookie.
        int wait = rates.take(id == null ? " " + user : id);
        if (wait > 0) {
            throw RefusedException.tooFast(wait);
        }
        return uncounted(request, user);
    }

    /** The exact id of whoever sent {@code request}; null if nobody who counts is logged in. */
    String userOf(HttpServletRequest request) {
        return identity.userOf(request);
    }

    /** Who sent {@code request}, as a page that the server renders knows them; {@code user} as {@link #userOf} tells. */
    Sender uncounted(HttpServletRequest request, String user) {
        HttpSession session = request.getSession(false);
        String name = identity.nameOf(request);
        return new Sender(
                user,
                name == null ? null : Texts.cut(name, MAX_NAME),
                identity.avatarOf(request),
                hiding.isHidden(request, user),
                session == null ? null : session.getId(),
                stopAfter(session));
    }

    /** An open page must not keep a session alive for ever by its own traffic. */
    private long stopAfter(HttpSession session) {
        long configured = rules.stopAfter().toSeconds();
        int timeout = 0;
        try {
            timeout = session == null ? 0 : session.getMaxInactiveInterval();
        } catch (IllegalStateException e) {
            LOG.debug("Another request of this session logs out right now", e);
        }
        return timeout > 0 ? Math.min(configured, Math.max(1, timeout / 2)) : configured;
    }

    /** Whether the sender of a request that was taken has been logged out meanwhile, by another request. */
    boolean isGone(HttpServletRequest request, Sender sender) {
        if (sender.session() == null) {
            return false;
        }
        try {
            HttpSession now = request.getSession(false);
            if (now == null) {
                return true;
            }
            // Throws once it is invalid.
            now.getCreationTime();
            return !sender.user().equals(identity.userOf(request));
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** @throws RefusedException 403 if a page of another site, which was not named, sends this */
    void checkOrigin(HttpServletRequest request) throws RefusedException {
        if (!origins.allow(request)) {
            throw RefusedException.forbidden("Pages of other sites may not do this.");
        }
    }

    /** @throws RefusedException 403 if the application does not let {@code user} see one of {@code rooms} */
    void checkSee(HttpServletRequest request, String user, List<String> rooms) throws RefusedException {
        for (String room : rooms) {
            if (!maySee(request, user, room)) {
                throw RefusedException.forbidden("You may not see who is in this room.");
            }
        }
    }

    /** @throws RefusedException 403 if the application does not let {@code user} join one of {@code rooms} */
    void checkJoin(HttpServletRequest request, String user, List<String> rooms) throws RefusedException {
        for (String room : rooms) {
            if (!mayJoin(request, user, room)) {
                throw RefusedException.forbidden("You may not join this room.");
            }
        }
    }

    boolean maySee(HttpServletRequest request, String user, String room) {
        try {
            return access.maySee(request, user, room);
        } catch (RuntimeException e) {
            complain(e);
            return false;
        }
    }

    boolean mayJoin(HttpServletRequest request, String user, String room) {
        try {
            return access.mayJoin(request, user, room);
        } catch (RuntimeException e) {
            complain(e);
            return false;
        }
    }

    private void complain(RuntimeException e) {
        if (complaints.isDue()) {
            LOG.warn(
                    "{} does not tell who may see or join a room; it is taken for a no. Said at most once a minute.",
                    access.getClass().getName(),
                    e);
        }
    }

    /**
     * The rooms of a request.
     *
     * @param rooms as they were sent
     * @throws RefusedException 400 if there is none, or if one is no id of a room; 429 if there are too many
     */
    List<String> rooms(List<String> rooms) throws RefusedException {
        if (rooms.isEmpty()) {
            throw RefusedException.bad("room must be given.");
        }
        if (rooms.size() > rules.maxRooms()) {
            throw RefusedException.tooMany("room: There may be at most " + rules.maxRooms() + " in one request.");
        }
        for (String room : rooms) {
            if (!isRoom(room)) {
                throw RefusedException.bad("room must be text of 1 to " + MAX_ROOM + " bytes in UTF-8.");
            }
        }
        return rooms;
    }

    /** Whether {@code room} can be the id of a room. */
    static boolean isRoom(String room) {
        return !room.isEmpty()
                && room.length() <= MAX_ROOM
                && isText(room)
                && room.getBytes(StandardCharsets.UTF_8).length <= MAX_ROOM;
    }

    /** Whether {@code text} has no halves of surrogate pairs, which UTF-8 cannot carry: two such texts would be one. */
    static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /**
     * The connections of a request, one for each of its rooms; made up if none was sent.
     *
     * @param conns as they were sent
     * @param rooms how many rooms there are
     * @throws RefusedException 400 if there are more or less, or one is no id of a connection
     */
    List<String> conns(List<String> conns, int rooms) throws RefusedException {
        if (conns.isEmpty()) {
            String conn = newConn();
            return Collections.nCopies(rooms, conn);
        }
        if (conns.size() != rooms) {
            throw RefusedException.bad("conn must be given once for each room, in the same order, or not at all.");
        }
        for (String conn : conns) {
            if (!isConn(conn)) {
                throw RefusedException.bad("conn must be 22 to 64 letters, digits, hyphens or underscores, made up at"
                        + " random for each page.");
            }
        }
        return conns;
    }

    /** Whether {@code conn} can be the id of a connection. */
    static boolean isConn(String conn) {
        return CONN.matcher(conn).matches();
    }

    private String newConn() {
        byte[] bytes = new byte[CONN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
