package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;

/**
 * Who is online, for the expressions of one page; what the tag {@code online} gives. All tags of a request show the same
 * moment.
 */
public final class Online {

    /** Null where WhosOnline does not run. */
    private final Snapshot snapshot;

    private final ListAccess access;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    /** @param snapshot null if there is none */
    Online(Snapshot snapshot, ListAccess access, HttpServletRequest request, HttpServletResponse response) {
        this.snapshot = snapshot;
        this.access = access;
        this.request = request;
        this.response = response;
    }

    /** How many users are online, those who hide among them; null while nobody knows, which does not mean zero. */
    public Integer getCount() {
        return isKnown() ? snapshot.count().getAsInt() : null;
    }

    /** How many of them hide: they are in nobody's list but their own; 0 while nobody knows. */
    public int getHidden() {
        return snapshot == null ? 0 : snapshot.hidden();
    }

    /** Whether there is a number. */
    public boolean isKnown() {
        return snapshot != null && snapshot.count().isPresent();
    }

    /** Whether number and list are old, because the store could not be read when they were due for renewal. */
    public boolean isStale() {
        return snapshot == null || snapshot.stale();
    }

    /** When this was true, as text in ISO-8601; null if nothing was ever read. */
    public Instant getAsOf() {
        return snapshot == null ? null : snapshot.asOf();
    }

    /** How long a user stays online after a page view, in seconds; 0 where WhosOnline does not run. */
    public long getWindowSeconds() {
        return window().toSeconds();
    }

    /** The same in minutes, those begun counted as whole ones. */
    public long getWindowMinutes() {
        return window().plusSeconds(59).toMinutes();
    }

    Duration window() {
        return snapshot == null ? Duration.ZERO : snapshot.window();
    }

    /** Whether whoever asked for the page may see names: who has logged in, or everybody where the list is public. */
    public boolean isListed() {
        return snapshot != null && access.mayList(request);
    }

    /**
     * Everybody online by name whom the viewer of the page may see, among them the viewer also when hidden; empty for
     * whoever may not see names. Keeps the page out of shared caches, as
     * {@link #keepPrivate} does.
     */
    public List<ListedUser> getUsers() {
        if (!isListed()) {
            return List.of();
        }
        keepPrivate();
        return listed(everybody());
    }

    /** {@code users} for expressions, each made when it is asked for. */
    static List<ListedUser> listed(List<OnlineUser> users) {
        return new AbstractList<>() {
            @Override
            public ListedUser get(int index) {
                return new ListedUser(users.get(index));
            }

            @Override
            public int size() {
                return users.size();
            }
        };
    }

    /**
     * Whether the user with this exact id (null: nobody) is online and to be seen by the viewer of the page; empty while
     * nobody knows, and for whoever may not know.
     */
    Optional<Boolean> isOnline(String id) {
        if (!isKnown() || !isListed()) {
            return Optional.empty();
        }
        keepPrivate();
        return Optional.of(snapshot.user(id, viewer()).isPresent());
    }

    /** The users themselves; for those tags that have asked whether they may be shown. */
    List<OnlineUser> everybody() {
        return snapshot.users(viewer());
    }

    /** Who looks at the page, for those who hide see themselves; null where that makes no difference. */
    private String viewer() {
        return snapshot.hidden() == 0 ? null : access.viewer(request);
    }

    /** Keeps the page out of caches, unless it says itself what caches may do. */
    void keepPrivate() {
        Caches.keepOut(request, response, "let it begin with the tag online with names=\"true\"");
    }
}
