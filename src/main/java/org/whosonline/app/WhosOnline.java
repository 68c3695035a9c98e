package org.whosonline.app;

import jakarta.servlet.ServletContext;
import org.whosonline.UsersOnline;
import org.whosonline.config.Settings;
import org.whosonline.presence.Presence;

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

    /** What the options are set to. */
    public Settings settings() {
        return bootstrap.settings();
    }
}
