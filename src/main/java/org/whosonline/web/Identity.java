package org.whosonline.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** Who counts as the sender of a request. Thread-safe. */
final class Identity {

    private final UserResolver resolver;
    private final Set<String> ignored;

    /** @param ignored ids that are nobody */
    Identity(UserResolver resolver, Set<String> ignored) {
        this.resolver = resolver;
        this.ignored = Set.copyOf(ignored);
    }

    /**
     * The application's own resolver, if it brings one, else {@code fallback}.
     *
     * @throws IllegalStateException if the attribute holds something else, or if there are several services
     */
    static UserResolver find(ServletContext context, UserResolver fallback) {
        Object attribute = context.getAttribute(UserResolver.ATTRIBUTE);
        if (attribute instanceof UserResolver own) {
            return own;
        }
        if (attribute != null) {
            throw new IllegalStateException("The servlet context attribute " + UserResolver.ATTRIBUTE + " holds a "
                    + attribute.getClass().getName() + ", which is no " + UserResolver.class.getName() + ".");
        }
        List<UserResolver> services = ServiceLoader.load(UserResolver.class, context.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        if (services.size() > 1) {
            throw new IllegalStateException("There is more than one service " + UserResolver.class.getName() + ": "
                    + services.stream()
                            .map(Object::getClass)
                            .map(Class::getName)
                            .toList()
                    + "; keep one, or set the servlet context attribute of that name.");
        }
        return services.isEmpty() ? fallback : services.get(0);
    }

    /** The user's id; null if nobody is logged in, or nobody who counts. */
    String userOf(HttpServletRequest request) {
        String id = resolver.id(request);
        return id == null || id.isEmpty() || ignored.contains(id) ? null : id;
    }

    /** The user's display name; null to show the id. */
    String nameOf(HttpServletRequest request) {
        String name = resolver.name(request);
        return name == null || name.isEmpty() ? null : name;
    }
}
