package org.whosonline.app;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.whosonline.SiteMaps;
import org.whosonline.UsersOnline;
import org.whosonline.config.Settings;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Presence;
import org.whosonline.presence.State;

/**
 * WhosOnline in one application: the way in from Java.
 *
 * <pre>{@code int n = WhosOnline.from(servletContext).usersOnline().snapshot().count().orElse(0);}</pre>
 *
 * <p>Thread-safe.
 */
public final class WhosOnline {

    /** The servlet context attribute that holds the application's instance. */
    static final String ATTRIBUTE = WhosOnline.class.getName();

    private final Bootstrap bootstrap;

    WhosOnline(Bootstrap bootstrap) {
        this.bootstrap = bootstrap;
    }

    Bootstrap bootstrap() {
        return bootstrap;
    }

    /**
     * The one of this application.
     *
     * @throws IllegalStateException if WhosOnline is not part of the application, has not started yet, or has stopped; it
     *     runs when all listeners have been told of the start, and until it is told of the end itself
     */
    public static WhosOnline from(ServletContext context) {
        Object found = context.getAttribute(ATTRIBUTE);
        if (found == null) {
            throw new IllegalStateException("WhosOnline does not run in the application \"" + context.getContextPath()
                    + "\": its JAR is not there, the application has stopped, or its start was refused (see the log).");
        }
        if (!(found instanceof WhosOnline whosOnline)) {
            throw new IllegalStateException("The WhosOnline of the application \"" + context.getContextPath()
                    + "\" was loaded by another class loader: there is a second WhosOnline JAR.");
        }
        if (!whosOnline.bootstrap.isRunning()) {
            throw new IllegalStateException("WhosOnline has not started yet in the application \""
                    + context.getContextPath() + "\": ask once all listeners have been told of the start.");
        }
        return whosOnline;
    }

    /**
     * Who is online on this site.
     *
     * @throws IllegalStateException if the application has stopped meanwhile
     */
    public UsersOnline usersOnline() {
        return usersOnline("");
    }

    /**
     * Who is online on one of several lists.
     *
     * @param instance a name out of the option {@code instances}; empty for the main map
     * @throws IllegalArgumentException if there is none of that name; the message tells which there are
     * @throws IllegalStateException if the application has stopped meanwhile
     */
    public UsersOnline usersOnline(String instance) {
        return bootstrap.maps().get(instance);
    }

    /**
     * Who is in which room.
     *
     * @throws IllegalStateException if the application has stopped meanwhile
     */
    public Presence presence() {
        return bootstrap.rooms().presence();
    }

    /**
     * The sign of life of a page that whoever sent {@code request} has open, under the application's rules: with the name,
     * the picture and the choice to hide that they are known by, and only if they may join. To be handed to
     * {@link Presence#beat}. For pages that join without a script.
     *
     * @param conn the page's own id, which is never used again once it has left: at least 128 random bits in 22 to 64
     *     letters, digits, hyphens or underscores
     * @param state null to leave it as it is; an active one also records the user on the site map, unless
     *     {@code presence.counts} is off
     * @param editing null to leave it as it is
     * @return empty if nobody is logged in, if they may not join the room, or if one of the ids is none
     * @throws IllegalStateException if the application has stopped meanwhile
     */
    public Optional<Beat> beat(HttpServletRequest request, String room, String conn, State state, Boolean editing) {
        return bootstrap.pages().beat(request, room, conn, state, editing);
    }

    /**
     * All lists, the main one among them.
     *
     * @throws IllegalStateException if the application has stopped meanwhile
     */
    public SiteMaps siteMaps() {
        return bootstrap.maps();
    }

    /** What the options are set to. */
    public Settings settings() {
        return bootstrap.settings();
    }
}
