package org.whosonline.app;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Set;

/**
 * Registers WhosOnline in every application that has its classes, unless the application was faster. Starts nothing.
 *
 * <p>Containers call it behind the initializers of all other JARs, since {@code META-INF/web-fragment.xml} asks them to:
 * so the filter comes behind theirs as well, and whoever they log in is seen.
 */
public final class Initializer implements ServletContainerInitializer {

    /** For the container. */
    public Initializer() {}

    /** @throws ServletException if options are set wrongly; the message says which, and what would be right */
    @Override
    public void onStartup(Set<Class<?>> none, ServletContext context) throws ServletException {
        if (Registration.find(context).isEmpty()) {
            context.addListener(new Lifecycle(Registration.register(context)));
        }
    }
}
