package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Puts a finished body on the wire. */
final class Answers {

    private Answers() {}

    /** Sends {@code body} with its length; to a HEAD request the same headers without the body. */
    static void write(HttpServletRequest request, HttpServletResponse response, int status, String type, byte[] body)
            throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(body.length);
        if (!"HEAD".equals(request.getMethod())) {
            response.getOutputStream().write(body);
        }
    }
}
