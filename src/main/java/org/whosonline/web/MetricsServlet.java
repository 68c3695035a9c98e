package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The figures of this node for a Prometheus server: {@code GET {base}/metrics}, in its text format 0.0.4. Public, as there
 * are no names in it; never waits for the store.
 */
public final class MetricsServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final transient Supplier<Optional<String>> text;

    /** @param text the present figures in Prometheus's text format; empty while this node cannot serve */
    public MetricsServlet(Supplier<Optional<String>> text) {
        this.text = Objects.requireNonNull(text);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<String> present = text.get();
        if (present.isEmpty()) {
            Problems.unavailable(request, response);
            return;
        }
        response.setHeader("Cache-Control", "no-store");
        Answers.write(request, response, 200, TYPE, present.get().getBytes(StandardCharsets.UTF_8));
    }
}
