package org.whosonline.web;

import com.google.gson.stream.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** A request that is not done; tells its sender why, as {@code application/problem+json}. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;
    private final int retryAfterSeconds;
    private final List<String> conns;

    private RefusedException(int status, String title, String sentence, int retryAfterSeconds, List<String> conns) {
        super(sentence, null, false, false);
        this.status = status;
        this.title = title;
        this.retryAfterSeconds = retryAfterSeconds;
        this.conns = List.copyOf(conns);
    }

    private static RefusedException of(int status, String title, String sentence) {
        return new RefusedException(status, title, sentence, 0, List.of());
    }

    /** 400: the sentence names the parameter that is wrong and what would be right. */
    static RefusedException bad(String sentence) {
        return of(400, "Bad Request", sentence);
    }

    /** 401: nobody is logged in. */
    static RefusedException nobody() {
        return of(401, "Unauthorized", "Log in to see who is here.");
    }

    /** 403: not this user, or not from there. */
    static RefusedException forbidden(String sentence) {
        return of(403, "Forbidden", sentence);
    }

    /** 409: connections that have been released, which is final. */
    static RefusedException released(List<String> conns) {
        return new RefusedException(
                409, "Conflict", "conn: This connection has left, which is final; make up a new one.", 0, conns);
    }

    /** 413: something is too long. */
    static RefusedException tooLong(String sentence) {
        return of(413, "Content Too Large", sentence);
    }

    /** 429: too many of something that stays. */
    static RefusedException tooMany(String sentence) {
        return of(429, "Too Many Requests", sentence);
    }

    /** 429: too many for now. */
    static RefusedException tooFast(int retryAfterSeconds) {
        return new RefusedException(
                429,
                "Too Many Requests",
                "There are too many requests of this session; wait a moment.",
                retryAfterSeconds,
                List.of());
    }

    /** 503: this cannot be answered just now. */
    static RefusedException unavailable(String sentence) {
        return new RefusedException(503, "Service Unavailable", sentence, 1, List.of());
    }

    int status() {
        return status;
    }

    /** Writes the answer. */
    void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (retryAfterSeconds > 0) {
            response.setHeader("Retry-After", Integer.toString(retryAfterSeconds));
        }
        Problems.send(request, response, status, title, getMessage(), this::more);
    }

    /** {@code "conn":["…"]} names the connections concerned, where there are several to tell apart. */
    private void more(JsonWriter json) throws IOException {
        if (!conns.isEmpty()) {
            json.name("conn").beginArray();
            for (String conn : conns) {
                json.value(conn);
            }
            json.endArray();
        }
    }
}
