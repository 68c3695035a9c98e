package org.whosonline.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;

/** What filters of the application have announced to do with a response whose bytes they do not get. */
final class Encoding {

    private static final String HEADER = "Content-Encoding";

    private Encoding() {}

    /** Takes back the announcement that the body will be packed; all other headers stay. */
    static void remove(HttpServletResponse response) {
        if (!response.containsHeader(HEADER)) {
            return;
        }
        // There is no other way to remove a header before Servlet 6.1.
        List<String[]> kept = new ArrayList<>();
        for (String name : List.copyOf(response.getHeaderNames())) {
            if (!HEADER.equalsIgnoreCase(name)) {
                response.getHeaders(name).forEach(value -> kept.add(new String[] {name, value}));
            }
        }
        response.reset();
        kept.forEach(header -> response.addHeader(header[0], header[1]));
    }
}
