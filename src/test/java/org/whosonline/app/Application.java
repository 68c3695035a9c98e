package org.whosonline.app;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A servlet context as far as the start of WhosOnline looks at it; whatever else it is asked for fails the test. */
final class Application {

    final Map<String, Object> attributes = new HashMap<>();
    final Map<String, String> parameters = new HashMap<>();
    final Map<String, FilterRegistration> filters = new LinkedHashMap<>();
    final Map<String, Boolean> asynchronous = new HashMap<>();
    final Map<String, Object> servlets = new LinkedHashMap<>();
    final List<Object> listeners = new ArrayList<>();
    /** An attribute that must not be set, or null. */
    String refuse;

    final Set<String> takenPaths = new HashSet<>();
    final ServletContext context = proxy(ServletContext.class, (self, method, arguments) -> switch (method.getName()) {
        case "getContextPath" -> "/app";
        case "getClassLoader" -> Application.class.getClassLoader();
        case "getAttribute" -> attributes.get((String) arguments[0]);
        case "setAttribute" -> setAttribute((String) arguments[0], arguments[1]);
        case "removeAttribute" -> attributes.remove((String) arguments[0]);
        case "getInitParameterNames" -> Collections.enumeration(parameters.keySet());
        case "getInitParameter" -> parameters.get((String) arguments[0]);
        case "getFilterRegistrations" -> filters;
        case "addFilter" -> addFilter((String) arguments[0], ((Class<?>) arguments[1]).getName());
        case "addServlet" -> addServlet();
        case "addListener" -> listeners.add(arguments[0]) ? null : null;
        default -> throw new AssertionError(method);
    });

    private Object setAttribute(String name, Object value) {
        if (name.equals(refuse)) {
            throw new UnsupportedOperationException("test");
        }
        return attributes.put(name, value);
    }

    FilterRegistration.Dynamic addFilter(String name, String className) {
        FilterRegistration.Dynamic filter =
                proxy(FilterRegistration.Dynamic.class, (self, method, arguments) -> switch (method.getName()) {
                    case "getClassName" -> className;
                    case "setAsyncSupported" -> asynchronous.put(name, (Boolean) arguments[0]) == null ? null : null;
                    case "addMappingForUrlPatterns" -> null;
                    default -> throw new AssertionError(method);
                });
        filters.put(name, filter);
        return filter;
    }

    private Object addServlet() {
        return proxy(
                jakarta.servlet.ServletRegistration.Dynamic.class,
                (self, method, arguments) -> switch (method.getName()) {
                    case "setAsyncSupported" -> null;
                    case "addMapping" -> {
                        String path = ((String[]) arguments[0])[0];
                        servlets.put(path, self);
                        yield takenPaths.contains(path) ? Set.of(path) : Set.of();
                    }
                    default -> throw new AssertionError(method);
                });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
