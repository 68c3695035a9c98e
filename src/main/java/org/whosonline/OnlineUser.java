package org.whosonline;

import java.time.Instant;

/**
 * A user who is online.
 *
 * @param id exact and case-sensitive, any Unicode, never empty
 * @param name the display name; the id where the application gave none
 * @param lastSeen when the user was last recorded, in whole seconds of the store's time
 * @param hidden whether the user is to be shown to nobody else
 */
public record OnlineUser(String id, String name, Instant lastSeen, boolean hidden) {

    /** One whom everybody may see. */
    public OnlineUser(String id, String name, Instant lastSeen) {
        this(id, name, lastSeen, false);
    }
}
