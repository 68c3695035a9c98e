package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Heard;
import org.whosonline.presence.Heard.Outcome;
import org.whosonline.presence.Presence;
import org.whosonline.presence.State;

/**
 * What a page says about itself in one request, checked: a sign of life for each of its rooms.
 *
 * @param rooms at least one, unless there is a status
 * @param conns one for each room
 * @param minted whether these were made up here
 * @param state null if not said, like {@code editing}, {@code typing} and {@code status}
 * @param status empty to take it away
 */
record Signs(
        Sender sender,
        Fields fields,
        List<String> rooms,
        List<String> conns,
        boolean minted,
        State state,
        Boolean editing,
        Boolean typing,
        String status) {

    /**
     * Reads and checks a request, and counts it as a view of a page if it tells of one.
     *
     * @throws RefusedException if it cannot be taken
     */
    static Signs read(PresenceSite site, HttpServletRequest request) throws RefusedException, IOException {
        PresenceGuard guard = site.guard();
        Sender sender = guard.sender(request);
        guard.checkOrigin(request);
        Fields fields = Bodies.read(request, site.rules().maxBody());
        String status = status(fields, site.rules().statusLength());
        List<String> rooms = fields.all("room");
        if (status == null || !rooms.isEmpty()) {
            guard.rooms(rooms);
        }
        List<String> conns = guard.conns(fields.all("conn"), rooms.size());
        State state = state(fields);
        Boolean editing = fields.flag("editing");
        Boolean typing = fields.flag("typing");
        guard.checkJoin(request, sender.user(), rooms);
        boolean minted = fields.all("conn").isEmpty();
        site.countAsView(request, sender, state);
        return new Signs(sender, fields, rooms, conns, minted, state, editing, typing, status);
    }

    private static State state(Fields fields) throws RefusedException {
        String text = fields.single("state");
        State state = text == null ? null : State.of(text);
        if (text != null && state == null) {
            throw RefusedException.bad("state must be active, idle or away.");
        }
        return state;
    }

    private static String status(Fields fields, int longest) throws RefusedException {
        String status = fields.single("status");
        if (status != null && status.codePointCount(0, status.length()) > longest) {
            throw RefusedException.tooLong("status may have at most " + longest + " characters.");
        }
        if (status != null && !PresenceGuard.isText(status)) {
            throw RefusedException.bad("status must be text.");
        }
        return status;
    }

    /**
     * Has everything taken; does not wait.
     *
     * @return what became of the sign for each room, in their order
     */
    CompletableFuture<List<Heard>> send(Presence presence) {
        CompletableFuture<Void> before =
                status == null ? CompletableFuture.completedFuture(null) : presence.setStatus(sender.user(), status);
        return before.thenCompose(done -> beats(presence));
    }

    private CompletableFuture<List<Heard>> beats(Presence presence) {
        List<CompletableFuture<Heard>> all = new ArrayList<>();
        for (int i = 0; i < rooms.size(); i++) {
            Beat beat = PresenceSite.beat(sender, rooms.get(i), conns.get(i), state, editing, typing);
            all.add(presence.beat(beat));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    /**
     * Looks whether the user has been logged out by another request of their session since this one was let pass, and takes
     * back what has been sent. To be called after {@link #send}, on the request's thread.
     *
     * @return whether that is so
     */
    boolean takeBackIfGone(PresenceSite site, HttpServletRequest request) {
        if (!site.guard().isGone(request, sender)) {
            return false;
        }
        for (int i = 0; i < rooms.size(); i++) {
            site.presence().release(rooms.get(i), sender.user(), conns.get(i));
        }
        return true;
    }

    /** What to answer if one of the signs was not taken; null if all were, or came too late to be served. */
    RefusedException refusal(List<Heard> heard) {
        List<String> released = new ArrayList<>();
        boolean tooMany = false;
        for (int i = 0; i < heard.size(); i++) {
            if (heard.get(i).outcome() == Outcome.RELEASED) {
                released.add(conns.get(i));
            }
            tooMany |= heard.get(i).outcome() == Outcome.TOO_MANY;
        }
        if (!released.isEmpty()) {
            return RefusedException.released(released);
        }
        return tooMany
                ? RefusedException.tooMany(
                        "conn: You have too many pages open in this room, or this page is in too many rooms.")
                : null;
    }
}
