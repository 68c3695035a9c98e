package org.whosonline.app;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Set;

/** Registers WhosOnline in every application that has its classes. Starts nothing. */
public final class Initializer implements ServletContainerInitializer {

    /** For the container. */
    public Initializer() {}

    /** @throws ServletException if options are set wrongly; the message says which, and what would be right */
    @Override
    public void onStartup(Set<Class<?>> none, ServletContext context) throws ServletException {
        context.addListener(new Lifecycle(Registration.register(context)));
    }
}
