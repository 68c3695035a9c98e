package org.whosonline.tags;

import java.time.Instant;
import org.whosonline.presence.Viewer;

/** A user in a room, for the expressions of a page. Texts are as they are: a page writes them with {@code w:text}. */
public final class RoomViewer {

    private final Viewer viewer;
    private final boolean self;

    RoomViewer(Viewer viewer, boolean self) {
        this.viewer = viewer;
        this.self = self;
    }

    /** Exact and case-sensitive, any Unicode. */
    public String getId() {
        return viewer.id();
    }

    /** The display name; the id where the application gave none. */
    public String getName() {
        return viewer.name();
    }

    /** The address of a picture; null if there is none. */
    public String getAvatar() {
        return viewer.avatar();
    }

    /** What stands for the user where there is no picture: one or two signs. */
    public String getInitials() {
        return Initials.of(viewer.name());
    }

    /** When this stay in the room began; as text in ISO-8601. */
    public Instant getJoinedAt() {
        return Instant.ofEpochSecond(viewer.joinedAt());
    }

    /** {@code active}, {@code idle} or {@code away}. */
    public String getState() {
        return viewer.state().text();
    }

    /** Whether the user is editing, not only viewing. */
    public boolean isEditing() {
        return viewer.editing();
    }

    /** Whether a key was pressed within the last seconds. */
    public boolean isTyping() {
        return viewer.typing();
    }

    /** The user's own words; null if there are none. */
    public String getStatus() {
        return viewer.status();
    }

    /** How many tabs the user has the page open in. */
    public int getConnections() {
        return viewer.connections();
    }

    /** Whether this is whoever looks at the page. */
    public boolean isSelf() {
        return self;
    }

    /** Whether nobody else sees this user: then it is whoever looks at the page. */
    public boolean isHidden() {
        return viewer.hidden();
    }
}
