package org.whosonline.cases.late;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import java.util.Set;

/** Registers a filter behind all that are there already. */
public final class LateInitializer implements ServletContainerInitializer {

    @Override
    public void onStartup(Set<Class<?>> none, ServletContext context) {
        FilterRegistration.Dynamic filter = context.addFilter("late", LateFilter.class);
        filter.setAsyncSupported(true);
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
    }
}
