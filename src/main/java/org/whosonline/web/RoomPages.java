package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Roster;
import org.whosonline.presence.State;
import org.whosonline.presence.Viewer;

/**
 * What pages that the server renders ask about rooms, under the same rules as the addresses of presence. Makes no session.
 * Thread-safe.
 */
public final class RoomPages {

    private static final Logger LOG = LoggerFactory.getLogger(RoomPages.class);

    /** Request attribute: how long the page may still wait for the store, in nanoseconds. */
    private static final String LEFT = RoomPages.class.getName() + ".left";

    private final PresenceSite site;
    private final Duration patience;
    private final LongSupplier nanos;

    /**
     * A room as whoever looks at the page may see it.
     *
     * @param viewer their exact id
     * @param roster unknown if the store does not answer in time
     * @param shown those of its viewers whom {@code frame} names: all of them, or a sample where there are many
     * @param frame the same as JSON, as a stream sends it; holds none of {@code < > & '}
     */
    public record Look(String viewer, Roster roster, List<Viewer> shown, String frame) {}

    /**
     * @param patience how long one page waits for the store, however many rooms it shows
     * @param nanos a clock as {@link System#nanoTime} is one
     */
    public RoomPages(PresenceSite site, Duration patience, LongSupplier nanos) {
        this.site = site;
        this.patience = patience;
        this.nanos = nanos;
    }

    /**
     * Who is in {@code room}; empty if nobody is logged in, if they may not see it, or if it is no id of a room.
     *
     * @param hold whether the page is to join the room, so that its user keeps their place there until it does
     */
    public Optional<Look> look(HttpServletRequest request, String room, boolean hold) {
        PresenceGuard guard = site.guard();
        String user = guard.userOf(request);
        if (user == null || !PresenceGuard.isRoom(room) || !guard.maySee(request, user, room)) {
            return Optional.empty();
        }
        CompletableFuture<Roster> answer = hold
                ? site.presence().rosterHolding(room, user)
                : site.presence().roster(room);
        Roster roster = await(request, answer, room).seenBy(user);
        String frame = new String(site.json().frame(roster, user), StandardCharsets.UTF_8);
        return Optional.of(new Look(user, roster, site.json().shown(roster, user), frame));
    }

    private Roster await(HttpServletRequest request, CompletableFuture<Roster> answer, String room) {
        long left = request.getAttribute(LEFT) instanceof Long nanosLeft ? nanosLeft : patience.toNanos();
        long begun = nanos.getAsLong();
        try {
            return answer.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.debug("A page is shown without who is on it: no answer in time");
        } catch (ExecutionException e) {
            LOG.debug("A page is shown without who is on it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            request.setAttribute(LEFT, Math.max(0, left - (nanos.getAsLong() - begun)));
        }
        return Roster.unknown(room);
    }

    /**
     * The sign of life of a page that whoever sent {@code request} has open; also recorded on the site map, if they say that
     * they are active. Whether a page of another site made the browser send it is for the application to know.
     *
     * @param conn the page's own id, at least 128 random bits in 22 to 64 letters, digits, hyphens or underscores
     * @param state null to leave it as it is, like {@code editing}
     * @return empty if nobody is logged in, if they may not join the room, or if one of the ids is none
     */
    public Optional<Beat> beat(HttpServletRequest request, String room, String conn, State state, Boolean editing) {
        PresenceGuard guard = site.guard();
        String user = guard.userOf(request);
        if (user == null
                || !PresenceGuard.isRoom(room)
                || !PresenceGuard.isConn(conn)
                || !guard.mayJoin(request, user, room)) {
            return Optional.empty();
        }
        Sender sender = guard.uncounted(request, user);
        site.countAsView(request, sender, state);
        return Optional.of(PresenceSite.beat(sender, room, conn, state, editing, null));
    }
}
