package org.whosonline.presence;

import java.util.Comparator;
import java.util.Objects;

/**
 * A user in a room, all their connections there taken together.
 *
 * @param id exact
 * @param name what to show; the id if the user has no name
 * @param avatar the address of a picture; null if there is none
 * @param joinedAt when this stay began, in epoch seconds of the store's time: with the first connection; later ones inherit it
 * @param state the most active of their connections
 * @param editing whether one of them is editing, not only viewing
 * @param status the user's own words, the same in every room; null if there are none
 * @param typing whether a key was pressed within the last seconds
 * @param connections how many live connections (tabs) there are; 1 while the place of one that has just left is held
 * @param hidden whether the user is shown to nobody but themselves
 */
public record Viewer(
        String id,
        String name,
        String avatar,
        long joinedAt,
        State state,
        boolean editing,
        String status,
        boolean typing,
        int connections,
        boolean hidden) {

    /** The order of rosters: by name, upper and lower case alike where that decides, then by id. */
    public static final Comparator<Viewer> BY_NAME = Comparator.comparing(Viewer::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(Viewer::name)
            .thenComparing(Viewer::id);

    /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Viewer same && sameAs(same);
    }

    private boolean sameAs(Viewer same) {
        return id.equals(same.id)
                && name.equals(same.name)
                && Objects.equals(avatar, same.avatar)
                && joinedAt == same.joinedAt
                && state == same.state
                && editing == same.editing
                && Objects.equals(status, same.status)
                && typing == same.typing
                && connections == same.connections
                && hidden == same.hidden;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }
}
