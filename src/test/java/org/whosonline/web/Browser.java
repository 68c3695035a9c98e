package org.whosonline.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;

/** Requests and sessions as far as the filter looks at them; whatever else it asked for fails the test. */
final class Browser {

    private Browser() {}

    /** A session like those of the containers: once invalid, it throws. */
    static final class Session {

        final Map<String, Object> attributes = new HashMap<>();
        final HttpSession api;
        int writes;
        boolean valid = true;

        Session(String id, ServletContext context) {
            api = proxy(HttpSession.class, (self, method, arguments) -> switch (method.getName()) {
                case "getId" -> id;
                case "getServletContext" -> context;
                case "getAttribute" -> {
                    check();
                    yield attributes.get((String) arguments[0]);
                }
                case "setAttribute" -> {
                    check();
                    writes++;
                    yield attributes.put((String) arguments[0], arguments[1]);
                }
                case "removeAttribute" -> {
                    check();
                    writes++;
                    yield attributes.remove((String) arguments[0]);
                }
                default -> throw new AssertionError(method);
            });
        }

        private void check() {
            if (!valid) {
                throw new IllegalStateException("invalid");
            }
        }
    }

    /** A request whose fields the test may change, also from within the chain. */
    static final class Request {

        final HttpServletRequest api;
        DispatcherType dispatcher = DispatcherType.REQUEST;
        Session session;
        String user;
        Principal principal;
        String servletPath = "/page";
        String pathInfo;
        boolean async;
        boolean endsJustNow;
        final Map<String, String> headers = new HashMap<>();

        Request() {
            api = proxy(HttpServletRequest.class, (self, method, arguments) -> switch (method.getName()) {
                case "getDispatcherType" -> dispatcher;
                case "getSession" -> {
                    if (arguments == null || !Boolean.FALSE.equals(arguments[0])) {
                        throw new AssertionError("a session must not be made");
                    }
                    yield session == null || !session.valid && !endsJustNow ? null : session.api;
                }
                case "getRemoteUser" -> user;
                case "getUserPrincipal" -> principal;
                case "getServletPath" -> servletPath;
                case "getPathInfo" -> pathInfo;
                case "getHeader" -> headers.get((String) arguments[0]);
                case "isAsyncStarted" -> async;
                default -> throw new AssertionError(method);
            });
        }

        Request(Session session, String user) {
            this();
            this.session = session;
            this.user = user;
        }
    }

    /** A response that nobody may touch. */
    static HttpServletResponse response() {
        return proxy(HttpServletResponse.class, (self, method, arguments) -> {
            throw new AssertionError(method);
        });
    }

    /** A context with attributes and nothing else. */
    static ServletContext context(Map<String, Object> attributes) {
        return proxy(ServletContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "getAttribute" -> attributes.get((String) arguments[0]);
            case "getClassLoader" -> Browser.class.getClassLoader();
            default -> throw new AssertionError(method);
        });
    }

    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
