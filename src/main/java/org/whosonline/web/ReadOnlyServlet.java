package org.whosonline.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * An address that is only ever read: GET and HEAD are answered, every other method is refused with {@code Allow}.
 * Never asks for a session.
 */
abstract class ReadOnlyServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String ALLOW = "GET, HEAD";

    /** Answers a GET or a HEAD, through {@link #send} or {@link Problems}, which leave the body of a HEAD away. */
    abstract void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getMethod()) {
            case "GET", "HEAD" -> answer(request, response);
            default -> Problems.methodNotAllowed(request, response, ALLOW);
        }
    }

    /** Sends JSON. */
    static void send(
            HttpServletRequest request, HttpServletResponse response, int status, String cacheControl, Json.Body body)
            throws IOException {
        response.setHeader("Cache-Control", cacheControl);
        Answers.write(request, response, status, "application/json", Json.bytes(body));
    }
}
