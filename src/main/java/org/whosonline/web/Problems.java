package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers that say in a plain sentence what is wrong, as {@code application/problem+json} (RFC 9457):
 *
 * <pre>{"title":"Bad Request","status":400,"detail":"limit must be a number from 1 to 1000."}</pre>
 *
 * <p>They are written directly, not sent as container errors, so that the error pages of the host application stay out
 * of the way. Nothing of the request is repeated in them.
 */
final class Problems {

    private static final String TYPE = "application/problem+json";

    private Problems() {}

    /** 400: {@code detail} names the parameter that is wrong and what would be right. */
    static void badRequest(HttpServletRequest request, HttpServletResponse response, String detail) throws IOException {
        send(request, response, 400, "Bad Request", detail);
    }

    /** 401: nobody is logged in, and what was asked for is for users only. */
    static void unauthorized(HttpServletRequest request, HttpServletResponse response) throws IOException {
        send(request, response, 401, "Unauthorized", "Log in to see who is online.");
    }

    /** 405: this address knows only the methods in {@code allow}, separated by commas. */
    static void methodNotAllowed(HttpServletRequest request, HttpServletResponse response, String allow)
            throws IOException {
        response.setHeader("Allow", allow);
        send(request, response, 405, "Method Not Allowed", "This address answers " + allow + " only.");
    }

    private static void send(
            HttpServletRequest request, HttpServletResponse response, int status, String title, String detail)
            throws IOException {
        send(request, response, status, title, detail, json -> {});
    }

    /** @param more writes further members of the object */
    static void send(
            HttpServletRequest request,
            HttpServletResponse response,
            int status,
            String title,
            String detail,
            Json.Body more)
            throws IOException {
        byte[] body = Json.bytes(json -> {
            json.beginObject();
            json.name("title").value(title);
            json.name("status").value(status);
            json.name("detail").value(detail);
            more.writeTo(json);
            json.endObject();
        });
        response.setHeader("Cache-Control", "no-store");
        Answers.write(request, response, status, TYPE, body);
    }
}
