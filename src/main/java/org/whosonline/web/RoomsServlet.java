package org.whosonline.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;

/** An address about rooms. What is refused is answered as {@code application/problem+json}; makes no session. */
abstract class RoomsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** Rosters and the like bear names, which are for this receiver only, and of this moment. */
    static final String CACHE_CONTROL = "private, no-store";

    private final transient Supplier<PresenceSite> site;
    private final String allow;

    /**
     * @param site asked for each request
     * @param allow the methods that {@link #answer} answers, separated by commas and blanks
     */
    RoomsServlet(Supplier<PresenceSite> site, String allow) {
        this.site = Objects.requireNonNull(site);
        this.allow = allow;
    }

    /** Answers a request with one of the allowed methods, now or later. */
    abstract void answer(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!(", " + allow + ", ").contains(", " + request.getMethod() + ", ")) {
            Problems.methodNotAllowed(request, response, allow);
            return;
        }
        PresenceSite running;
        try {
            running = site.get();
        } catch (IllegalStateException e) {
            absent(request, response);
            return;
        }
        try {
            answer(running, request, response);
        } catch (RefusedException e) {
            e.send(request, response);
        }
    }

    /** Answers while WhosOnline does not run: not yet, or no more. */
    void absent(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RefusedException.unavailable("This application starts, or stops.").send(request, response);
    }

    /** An answer with {@code body}, which is JSON. */
    static LaterAnswer.Content json(byte[] body) {
        return (request, response) -> {
            response.setHeader("Cache-Control", CACHE_CONTROL);
            Answers.write(request, response, 200, "application/json", body);
        };
    }
}
