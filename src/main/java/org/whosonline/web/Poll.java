package org.whosonline.web;

import java.util.List;
import java.util.Objects;
import org.whosonline.presence.Following;
import org.whosonline.presence.Heard;
import org.whosonline.presence.Heard.Outcome;
import org.whosonline.presence.Presence;
import org.whosonline.presence.Roster;

/** One long poll. Thread-safe. */
final class Poll {

    /** The answer if nothing happens. */
    static final byte[] UNCHANGED = Json.bytes(
            json -> json.beginObject().name("hasChanged").value(false).endObject());

    private final Signs signs;
    private final boolean asks;
    private final String lastHash;
    private final LaterAnswer answer;
    private final RosterJson json;
    private Boolean lastStale;
    private boolean seenSelf;
    private Following following;

    /**
     * @param signs of one room
     * @param lastHash the hash that the client has; empty if that is of a roster nobody knew; null if it has none
     * @param lastStale whether that roster was stale; null if not told
     */
    Poll(Signs signs, String lastHash, Boolean lastStale, LaterAnswer answer, RosterJson json) {
        this.signs = signs;
        this.asks = lastHash == null;
        this.lastHash = lastHash == null || lastHash.isEmpty() ? null : lastHash;
        this.lastStale = lastStale;
        this.answer = answer;
        this.json = json;
    }

    String room() {
        return signs.rooms().get(0);
    }

    String conn() {
        return signs.conns().get(0);
    }

    String user() {
        return signs.sender().user();
    }

    String session() {
        return signs.sender().session();
    }

    /** What is equal for two polls of one connection. */
    String key() {
        return conn() + ' ' + room().length() + ' ' + room() + user();
    }

    Signs signs() {
        return signs;
    }

    LaterAnswer answer() {
        return answer;
    }

    /**
     * Takes what became of the sign of life.
     *
     * @return whether the poll is to be held
     */
    boolean heard(List<Heard> heard, Throwable fault) {
        if (fault != null) {
            answer.send(PresenceServlet.unknown(fault));
            return false;
        }
        RefusedException refusal = signs.refusal(heard);
        if (refusal != null) {
            answer.send(refusal::send);
            return false;
        }
        if (heard.get(0).outcome() == Outcome.STOPPED) {
            answer.send(RoomsServlet.json(unchanged(true)));
            return false;
        }
        return !answer.isDone();
    }

    /** Looks at each roster of the room from now on, the present one first, until one differs. */
    synchronized void follow(Presence presence) {
        following = presence.follow(room(), this::look);
        if (answer.isDone()) {
            following.close();
        }
    }

    /** Follows no more. */
    synchronized void leave() {
        if (following != null) {
            following.close();
        }
    }

    private synchronized void look(Roster whole) {
        Roster roster = whole.seenBy(user());
        // Scenario: the sign of life of this poll has joined its user and stands in the store, but the roster at hand
        // was
        // put together just before. The next one is on its way; with this one they would see themselves gone.
        seenSelf |= roster.viewer(user()).isPresent();
        if (!seenSelf && roster.total().isPresent() && !roster.stale()) {
            return;
        }
        boolean turned = lastStale != null && lastStale != roster.stale();
        if (asks || turned || !Objects.equals(RosterJson.hash(roster), lastHash)) {
            String minted = signs.minted() ? conn() : null;
            // Put together where it is written, not on the thread that all rooms share.
            answer.send((request, response) ->
                    RoomsServlet.json(json.changed(roster, user(), minted)).writeTo(request, response));
        }
        lastStale = roster.stale();
    }

    /** Nothing has happened. */
    void end() {
        answer.send(RoomsServlet.json(unchanged(false)));
    }

    private byte[] unchanged(boolean stopped) {
        return !stopped && !signs.minted()
                ? UNCHANGED
                : Json.bytes(json -> {
                    json.beginObject().name("hasChanged").value(false);
                    if (signs.minted()) {
                        json.name("conn").value(conn());
                    }
                    if (stopped) {
                        json.name("stopped").value(true);
                    }
                    json.endObject();
                });
    }
}
