package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.LongSupplier;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Presence;
import org.whosonline.presence.State;

/** What the addresses of presence share while an application runs. Thread-safe. */
public final class PresenceSite implements AutoCloseable {

    private final Presence presence;
    private final Recording recording;
    private final PresenceRules rules;
    private final RosterJson json;
    private final Polls polls;
    private volatile PresenceGuard guard;

    /** @param nanos a clock as {@link System#nanoTime} is one */
    public PresenceSite(Presence presence, Recording recording, PresenceRules rules, LongSupplier nanos) {
        this.presence = presence;
        this.recording = recording;
        this.rules = rules;
        this.json = new RosterJson(rules.sample());
        this.polls = new Polls(presence, recording.sessions(), rules, nanos);
        recording.sessions().onEnd(presence::releaseAll);
    }

    /** Who is in which room. */
    public Presence presence() {
        return presence;
    }

    PresenceRules rules() {
        return rules;
    }

    RosterJson json() {
        return json;
    }

    Polls polls() {
        return polls;
    }

    /** What is open for sessions, and ends with them. */
    SessionWatch sessions() {
        return recording.sessions();
    }

    /**
     * Who may do what. Looked for at first use, as the listeners that provide hooks may hear of the start after ours.
     *
     * @throws IllegalStateException if one of the application's hooks is not clear
     */
    PresenceGuard guard() {
        PresenceGuard found = guard;
        if (found == null) {
            // Two threads may both look; they find the same, and one of them counts a few requests too little.
            found = recording.guard(rules);
            guard = found;
        }
        return found;
    }

    /**
     * The sign of life of one connection. Call {@link #countAsView} beside it, once for each request.
     *
     * @param state null to leave it as it is, like {@code editing} and {@code typing}
     */
    static Beat beat(Sender sender, String room, String conn, State state, Boolean editing, Boolean typing) {
        return new Beat(
                sender.user(),
                sender.name(),
                sender.avatar(),
                sender.hidden(),
                room,
                conn,
                state,
                editing,
                typing,
                sender.session(),
                sender.stopAfterSeconds());
    }

    /**
     * Records the sender on the site map as well, if they say that they are active: somebody who only keeps a page open
     * stays online.
     *
     * @param state as the request says; null if it does not
     */
    void countAsView(HttpServletRequest request, Sender sender, State state) {
        if (rules.counts() && state == State.ACTIVE) {
            recording.recorder().countAsView(request, sender.user(), sender.hidden());
        }
    }

    /** Ends the polls whose time has come. To be called about once a second; does not wait. */
    public void tend() {
        polls.tend();
    }

    /** Ends all polls. Idempotent. */
    @Override
    public void close() {
        polls.close();
    }
}
