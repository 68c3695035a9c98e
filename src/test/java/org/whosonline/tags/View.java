package org.whosonline.tags;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whosonline.Snapshot;

/**
 * One view of a page without a container, as far as the tags look at it; whatever else it is asked for, a new session
 * before all, fails the test.
 */
final class View {

    final Map<String, Object> requestAttributes = new HashMap<>();
    final Map<String, Object> contextAttributes = new HashMap<>();
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String acceptLanguage;
    String contextParameter;
    String requestUri = "/app/page.jsp";
    boolean committed;

    final ServletContext context = proxy(ServletContext.class, (self, method, given) -> switch (method.getName()) {
        case "getContextPath" -> "/app";
        case "getAttribute" -> contextAttributes.get((String) given[0]);
        case "setAttribute" -> contextAttributes.put((String) given[0], given[1]);
        case "getInitParameter" -> contextParameter;
        default -> throw new AssertionError(method);
    });

    final HttpServletRequest request =
            proxy(HttpServletRequest.class, (self, method, given) -> switch (method.getName()) {
                case "getAttribute" -> requestAttributes.get((String) given[0]);
                case "setAttribute" -> requestAttributes.put((String) given[0], given[1]);
                case "getHeaders" ->
                    acceptLanguage == null || !given[0].equals("Accept-Language")
                            ? Collections.emptyEnumeration()
                            : Collections.enumeration(List.of(acceptLanguage));
                case "getServletContext" -> context;
                case "getRequestURI" -> requestUri;
                case "getServletPath" -> "/page.jsp";
                case "getSession" -> given[0].equals(false) ? null : noSession();
                default -> throw new AssertionError(method);
            });

    final HttpServletResponse response =
            proxy(HttpServletResponse.class, (self, method, given) -> switch (method.getName()) {
                case "containsHeader" -> headers.containsKey((String) given[0]);
                case "setHeader" -> committed ? null : headers.put((String) given[0], (String) given[1]);
                default -> throw new AssertionError(method);
            });

    /** {@code snapshot} for somebody who may see names. */
    Online online(Snapshot snapshot) {
        return new Online(snapshot, sender -> true, request, response);
    }

    /** {@code snapshot} for this user, who may see names. */
    Online onlineTo(String viewer, Snapshot snapshot) {
        return new Online(snapshot, access(viewer), request, response);
    }

    static ListAccess access(String viewer) {
        return new ListAccess() {
            @Override
            public boolean mayList(HttpServletRequest sender) {
                return true;
            }

            @Override
            public String viewer(HttpServletRequest sender) {
                return viewer;
            }
        };
    }

    /** {@code snapshot} for somebody who may not. */
    Online onlineToStrangers(Snapshot snapshot) {
        return new Online(snapshot, sender -> false, request, response);
    }

    private static Object noSession() {
        throw new AssertionError("A session was asked for");
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
