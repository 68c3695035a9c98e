package org.whosonline.spring;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.Ordered;
import org.whosonline.app.Embedded;

/** Registers after all others, so that the filter comes behind those of the application and of Spring Security. */
final class RegisteringInitializer implements ServletContextInitializer, Ordered {

    private final ObjectProvider<Embedded> embedded;

    /** @param embedded asked for only when the server starts: before, there is no servlet context */
    RegisteringInitializer(ObjectProvider<Embedded> embedded) {
        this.embedded = embedded;
    }

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        embedded.getObject().register();
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
