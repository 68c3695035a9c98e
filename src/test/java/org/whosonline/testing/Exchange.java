package org.whosonline.testing;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request to a servlet without a container, and what it answered. Knows the few methods that small servlets need;
 * any other, {@code getSession} before all, fails the test.
 */
public final class Exchange {

    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status = 200;

    private Exchange() {}

    /** Sends a request without parameters. */
    public static Exchange of(HttpServlet servlet, String method) throws ServletException, IOException {
        return of(servlet, method, Map.of());
    }

    public static Exchange of(HttpServlet servlet, String method, Map<String, String[]> parameters)
            throws ServletException, IOException {
        return run(servlet, (proxy, called, arguments) -> switch (called.getName()) {
            case "getMethod" -> method;
            case "getParameterValues" -> parameters.get(arguments[0]);
            default -> throw new AssertionError("Not expected: " + called);
        });
    }

    /** Sends a request with headers, of one value each, and with what stands behind the question mark, null if nothing does. */
    public static Exchange of(HttpServlet servlet, String method, String query, Map<String, String> headers)
            throws ServletException, IOException {
        return run(servlet, (proxy, called, arguments) -> switch (called.getName()) {
            case "getMethod" -> method;
            case "getQueryString" -> query;
            case "getHeaders" ->
                headers.containsKey(arguments[0])
                        ? Collections.enumeration(List.of(headers.get(arguments[0])))
                        : Collections.emptyEnumeration();
            default -> throw new AssertionError("Not expected: " + called);
        });
    }

    /** Sends a GET whose parameters make the container throw. */
    public static Exchange unreadable(HttpServlet servlet, RuntimeException thrown)
            throws ServletException, IOException {
        return run(servlet, (proxy, called, arguments) -> switch (called.getName()) {
            case "getMethod" -> "GET";
            case "getParameterValues" -> throw thrown;
            default -> throw new AssertionError("Not expected: " + called);
        });
    }

    private static Exchange run(HttpServlet servlet, InvocationHandler request) throws ServletException, IOException {
        Exchange exchange = new Exchange();
        servlet.service(proxy(HttpServletRequest.class, request), exchange.response());
        return exchange;
    }

    private HttpServletResponse response() {
        return proxy(HttpServletResponse.class, (proxy, called, arguments) -> {
            switch (called.getName()) {
                case "setStatus" -> status = (int) arguments[0];
                case "setHeader" -> headers.put((String) arguments[0], (String) arguments[1]);
                case "setContentType" -> headers.put("Content-Type", (String) arguments[0]);
                case "setContentLength" -> headers.put("Content-Length", arguments[0].toString());
                case "getOutputStream" -> {
                    return stream();
                }
                default -> throw new AssertionError("Not expected: " + called);
            }
            return null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Exchange.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private ServletOutputStream stream() {
        return new ServletOutputStream() {
            @Override
            public void write(int b) {
                body.write(b);
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {
                throw new AssertionError("Not expected");
            }
        };
    }

    public int status() {
        return status;
    }

    /** A header by name in any case, null if it was not set. */
    public String header(String name) {
        return headers.get(name);
    }

    public byte[] bytes() {
        return body.toByteArray();
    }

    public String body() {
        return body.toString(StandardCharsets.UTF_8);
    }
}
