package org.whosonline.app;

import java.util.EventListener;

/**
 * Refuses containers that are too old for Servlet 6.0. Those that have no {@code jakarta.servlet} at all, Tomcat 9 and its
 * like, do not know our initializer: without this class an application would start there, and WhosOnline be missing.
 *
 * <p>A listener that listens to nothing, and that knows no class of the container; named by
 * {@code META-INF/web-fragment.xml}.
 */
public final class ContainerCheck implements EventListener {

    /** @throws IllegalStateException if the container is too old; it then refuses the application */
    public ContainerCheck() {
        this(ContainerCheck.class.getClassLoader());
    }

    ContainerCheck(ClassLoader loader) {
        try {
            Class.forName("jakarta.servlet.ServletConnection", false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "WhosOnline cannot start: this server is too old, it does not have Servlet 6.0. WhosOnline needs"
                            + " Tomcat 10.1 or later, or Jetty 12.",
                    e);
        }
    }
}
