package org.whosonline.presence;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rosters for tests of what shows them. */
public final class MadeRosters {

    private MadeRosters() {}

    /** Of these viewers, in their order; the hidden ones among them are hidden. */
    public static Roster of(String room, Viewer... viewers) {
        Map<String, Viewer> hidden = new HashMap<>();
        for (Viewer viewer : viewers) {
            if (viewer.hidden()) {
                hidden.put(viewer.id(), viewer);
            }
        }
        List<Viewer> shown =
                List.of(viewers).stream().filter(viewer -> !viewer.hidden()).toList();
        return Roster.of(room, shown, hidden, Instant.ofEpochSecond(1_764_500_000), false);
    }

    /** A viewer without anything special. */
    public static Viewer viewer(String id, State state, boolean hidden) {
        return new Viewer(id, id, null, 1_764_500_000, state, false, null, false, 1, hidden);
    }

    /** A roster that nobody knows. */
    public static Roster unknown(String room) {
        return Roster.unknown(room);
    }
}
