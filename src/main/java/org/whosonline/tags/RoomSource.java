package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.whosonline.presence.Roster;
import org.whosonline.presence.Viewer;

/** Where the tags {@code viewers} and {@code presence} find who is in a room. */
@FunctionalInterface
public interface RoomSource {

    /** The servlet context attribute that holds the application's source while WhosOnline runs in it. */
    String ATTRIBUTE = "org.whosonline.tags.RoomSource";

    /**
     * What a page has to know of a room to paint it.
     *
     * @param viewer the exact id of whoever looks at the page
     * @param roster as {@code viewer} may see it; unknown where the store does not answer in time
     * @param shown those of its viewers whom {@code frame} names: all of them, or a sample where there are many
     * @param base the address that those of WhosOnline begin with, the context path included
     * @param version what the addresses of the script and the styles end with, behind {@code ?v=}; ready for HTML
     * @param frame the roster as a stream sends it, with a sample of its viewers where there are many: JSON that holds none
     *     of {@code < > & '}
     */
    record Look(String viewer, Roster roster, List<Viewer> shown, String base, String version, String frame) {}

    /**
     * {@code room} for whoever sent {@code request}; empty if nobody is logged in, or they may not see it. Whether they may
     * is asked before anything is read. All calls for one request together wait no longer than a page may.
     *
     * @param hold whether the page is to join the room, so that its user keeps their place there until it does
     */
    Optional<Look> look(HttpServletRequest request, String room, boolean hold);
}
