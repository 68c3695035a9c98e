package org.whosonline.tags;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.whosonline.presence.Viewer;

/** Who is in a room, for the expressions of one page; what the tag {@code viewers} gives. Of one moment. */
public final class RoomViewers {

    private final String room;

    /** Null if there is nothing to show to whoever looks at the page. */
    private final RoomSource.Look look;

    private final List<RoomViewer> viewers;

    private RoomViewers(String room, RoomSource.Look look) {
        this.room = room;
        this.look = look;
        this.viewers = look == null ? List.of() : viewers(look.roster().viewers());
    }

    private List<RoomViewer> viewers(List<Viewer> some) {
        return some.stream()
                .map(viewer -> new RoomViewer(viewer, viewer.id().equals(look.viewer())))
                .toList();
    }

    /** Those whom the script of the page is told of too: everybody, or of a big room a sample. */
    List<RoomViewer> shown() {
        return look == null ? List.of() : viewers(look.shown());
    }

    /** Never throws: whatever goes wrong, there is nothing to show, and the log tells why. */
    static RoomViewers of(ServletContext context, HttpServletRequest request, String room, boolean hold) {
        if (!(context.getAttribute(RoomSource.ATTRIBUTE) instanceof RoomSource source)) {
            Faults.log(context, "WhosOnline does not run in this application: its tags about rooms show nothing", null);
            return new RoomViewers(room, null);
        }
        try {
            Optional<RoomSource.Look> look = source.look(request, room, hold);
            return new RoomViewers(room, look.orElse(null));
        } catch (RuntimeException e) {
            Faults.log(context, "The tags about rooms show nothing: " + e.getMessage(), e);
            return new RoomViewers(room, null);
        }
    }

    /** Null if there is nothing to show. */
    RoomSource.Look look() {
        return look;
    }

    /** The room's id. */
    public String getRoom() {
        return room;
    }

    /** Whether whoever looks at the page is logged in and may see the room. */
    public boolean isVisible() {
        return look != null;
    }

    /** Whether there is a roster; an unknown one is empty, which does not mean that nobody is there. */
    public boolean isKnown() {
        return look != null && look.roster().total().isPresent();
    }

    /** Whether the roster may be out of date, because the store could not be read or has just lost what it held. */
    public boolean isStale() {
        return look == null || look.roster().stale();
    }

    /** When this was true, as text in ISO-8601; null if nothing is known. */
    public Instant getAsOf() {
        return look == null ? null : look.roster().asOf();
    }

    /** Everybody in the room by name, whoever looks at the page too, should they be there. */
    public List<RoomViewer> getAll() {
        return viewers;
    }

    /** The same without whoever looks at the page. */
    public List<RoomViewer> getOthers() {
        return viewers.stream().filter(viewer -> !viewer.isSelf()).toList();
    }

    /** Those of the others who are editing. */
    public List<RoomViewer> getEditors() {
        return getOthers().stream().filter(RoomViewer::isEditing).toList();
    }

    /** Whoever looks at the page, as they are in the room; null if they are not. */
    public RoomViewer getSelf() {
        return viewers.stream().filter(RoomViewer::isSelf).findFirst().orElse(null);
    }
}
