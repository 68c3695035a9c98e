package org.whosonline.presence;

/**
 * Is told who came to a room and who left it: each arrival and each departure of a user once per cluster, on whichever
 * node found it out.
 *
 * <p>Per user, not per connection: a second tab, a reload or a short loss of the network is neither. Never told twice; one
 * may be lost when the store is flushed or a node dies at the wrong moment. Hidden users are not told of.
 *
 * <p>Called on a thread of its own, one call after the other: whoever blocks there delays only further calls. What it throws
 * is logged.
 *
 * <p>An application provides one either as a servlet context attribute by this interface's name, or as a service in
 * {@code META-INF/services/org.whosonline.presence.PresenceListener}.
 */
public interface PresenceListener {

    /** {@code viewer} has come to {@code room}. */
    void joined(String room, Viewer viewer);

    /** {@code viewer}, as last seen, is no longer in {@code room}. */
    void left(String room, Viewer viewer);
}
