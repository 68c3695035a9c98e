package org.whosonline.web;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.whosonline.presence.Roster;
import org.whosonline.presence.State;
import org.whosonline.presence.Viewer;

/** Rosters as events, each made once for all who read it. Thread-safe. */
final class Frames {

    private final RosterJson json;

    /** By identity, since rosters have no other; forgotten with them. */
    private final Map<Roster, Frame> made = new WeakHashMap<>();

    /** One roster as it goes over the wire; {@code away} are the ids of those who are away with all their pages. */
    record Frame(byte[] event, Set<String> away) {}

    Frames(RosterJson json) {
        this.json = json;
    }

    /** {@code roster} as {@code user} may see it: for all but the hidden the very same bytes. */
    Frame of(Roster roster, String user) {
        Roster seen = roster.seenBy(user);
        if (seen != roster) {
            return make(seen, user);
        }
        synchronized (made) {
            return made.computeIfAbsent(roster, shared -> make(shared, null));
        }
    }

    private Frame make(Roster roster, String self) {
        Set<String> away = new HashSet<>();
        for (Viewer viewer : roster.viewers()) {
            if (viewer.state() == State.AWAY) {
                away.add(viewer.id());
            }
        }
        byte[] event = Events.event("presence", RosterJson.hash(roster), json.frame(roster, self));
        return new Frame(event, away);
    }
}
