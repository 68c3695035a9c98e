package org.whosonline.web;

import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.ServiceLoader;

/** Finds what an application provides for WhosOnline to ask. */
public final class Hooks {

    private Hooks() {}

    /**
     * The application's own: what the servlet context attribute of the type's name holds, else the service, else
     * {@code fallback}, which may be null.
     *
     * @throws IllegalStateException if the attribute holds something else, or if there are several services
     */
    public static <T> T find(ServletContext context, Class<T> type, T fallback) {
        String name = type.getName();
        Object attribute = context.getAttribute(name);
        if (type.isInstance(attribute)) {
            return type.cast(attribute);
        }
        if (attribute != null) {
            throw new IllegalStateException("The servlet context attribute " + name + " holds a "
                    + attribute.getClass().getName() + ", which is no " + name + ".");
        }
        List<T> services = ServiceLoader.load(type, context.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        if (services.size() > 1) {
            throw new IllegalStateException("There is more than one service " + name + ": "
                    + services.stream()
                            .map(Object::getClass)
                            .map(Class::getName)
                            .toList()
                    + "; keep one, or set the servlet context attribute of that name.");
        }
        return services.isEmpty() ? fallback : services.get(0);
    }
}
