package org.whosonline.presence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes rosters for tests of what shows them. */
public final class TestRosters {

    public static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private TestRosters() {}

    /** Somebody who came a minute before noon, active, in one tab. */
    public static Viewer viewer(String id, String name) {
        return viewer(id, name, State.ACTIVE, false, null, 1);
    }

    public static Viewer viewer(String id, String name, State state, boolean editing, String status, int connections) {
        return new Viewer(
                id, name, null, NOON.getEpochSecond() - 60, state, editing, status, false, connections, false);
    }

    /** The same with a picture. */
    public static Viewer withAvatar(Viewer viewer, String avatar) {
        return new Viewer(
                viewer.id(),
                viewer.name(),
                avatar,
                viewer.joinedAt(),
                viewer.state(),
                viewer.editing(),
                viewer.status(),
                viewer.typing(),
                viewer.connections(),
                viewer.hidden());
    }

    /** The same, hidden from others. */
    public static Viewer hidden(Viewer viewer) {
        return new Viewer(
                viewer.id(),
                viewer.name(),
                viewer.avatar(),
                viewer.joinedAt(),
                viewer.state(),
                viewer.editing(),
                viewer.status(),
                viewer.typing(),
                viewer.connections(),
                true);
    }

    /** What is true at noon; those who hide are kept apart, as in life. */
    public static Roster of(String room, boolean stale, Viewer... viewers) {
        List<Viewer> shown = new ArrayList<>(List.of(viewers).stream()
                .filter(viewer -> !viewer.hidden())
                .sorted(Viewer.BY_NAME)
                .toList());
        Map<String, Viewer> hidden = List.of(viewers).stream()
                .filter(Viewer::hidden)
                .collect(Collectors.toMap(Viewer::id, viewer -> viewer));
        return Roster.of(room, shown, hidden, NOON, stale);
    }
}
