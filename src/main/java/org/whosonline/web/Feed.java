package org.whosonline.web;

import java.util.function.Consumer;
import org.whosonline.presence.Following;
import org.whosonline.presence.Presence;
import org.whosonline.presence.Roster;

/** Hands the rosters of one room to one stream. Thread-safe. */
final class Feed implements AutoCloseable {

    private final String user;
    private final Frames frames;
    private final EventStream events;
    private final Consumer<EventStream> wake;
    private final Following following;
    private volatile boolean away;

    /** Of the loop of the rooms. */
    private boolean seenSelf;

    /**
     * Begins.
     *
     * @param user who reads, and is in the room
     * @param wake has a stream written to; quick
     */
    Feed(Presence presence, String room, String user, Frames frames, EventStream events, Consumer<EventStream> wake) {
        this.user = user;
        this.frames = frames;
        this.events = events;
        this.wake = wake;
        this.following = presence.follow(room, this::take);
    }

    private void take(Roster roster) {
        // Scenario: the sign of life that began this stream stands in the store, but the roster at hand was put
        // together
        // just before. The next one is on its way; with this one its reader would see themselves gone.
        seenSelf = seenSelf || roster.seenBy(user).viewer(user).isPresent();
        if (!seenSelf && roster.total().isPresent() && !roster.stale()) {
            return;
        }
        Frames.Frame frame = frames.of(roster, user);
        away = frame.away().contains(user);
        events.offer(roster.room(), frame.event());
        wake.accept(events);
    }

    /** Whether the reader is away, with all their pages. */
    boolean isAway() {
        return away;
    }

    @Override
    public void close() {
        following.close();
    }
}
