package org.whosonline.app;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;

/**
 * Starts and stops WhosOnline with the application.
 *
 * <p>Registered by {@link Initializer}. Where the container does not look for initializers, as with an
 * {@code <absolute-ordering>} that leaves the WhosOnline JAR out, this one line of web.xml does the same:
 *
 * <pre>{@code <listener><listener-class>org.whosonline.app.Lifecycle</listener-class></listener>}</pre>
 *
 * <p>Both together do no harm.
 */
public final class Lifecycle implements ServletContextListener {

    private Bootstrap bootstrap;

    /** For the container. */
    public Lifecycle() {}

    Lifecycle(Bootstrap bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** @throws IllegalStateException if it cannot be started; the container then refuses the application */
    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            if (bootstrap == null) {
                bootstrap = Registration.register(event.getServletContext());
            }
            bootstrap.start(event.getServletContext());
        } catch (ServletException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        // Tomcat tells a listener of the end even if it was never told of the start.
        if (bootstrap != null) {
            bootstrap.close();
            event.getServletContext().removeAttribute(WhosOnline.ATTRIBUTE);
        }
    }
}
