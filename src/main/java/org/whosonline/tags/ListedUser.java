package org.whosonline.tags;

import java.time.Instant;
import org.whosonline.OnlineUser;

/**
 * A user who is online, for the expressions of a page. Texts are as they are: a page writes them with {@code w:text} or,
 * in addresses, {@code w:url}.
 */
public final class ListedUser {

    private final OnlineUser user;

    ListedUser(OnlineUser user) {
        this.user = user;
    }

    /** Exact and case-sensitive, any Unicode. */
    public String getId() {
        return user.id();
    }

    /** The display name; the id where the application gave none. */
    public String getName() {
        return user.name();
    }

    /** Whether nobody else sees this user: then it is whoever looks at the page. */
    public boolean isHidden() {
        return user.hidden();
    }

    /** When the user was last recorded; as text in ISO-8601. */
    public Instant getLastSeen() {
        return user.lastSeen();
    }
}
