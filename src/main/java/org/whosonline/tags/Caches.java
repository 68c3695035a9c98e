package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Keeps what is meant for one reader out of caches. */
final class Caches {

    private static final String CACHE_CONTROL = "Cache-Control";

    private Caches() {}

    /**
     * Keeps the page out of caches, unless it says itself what caches may do.
     *
     * @param tooLate ends the sentence for the log where the page is on its way already
     */
    static void keepOut(HttpServletRequest request, HttpServletResponse response, String tooLate) {
        if (!response.containsHeader(CACHE_CONTROL)) {
            response.setHeader(CACHE_CONTROL, "private, no-store");
        }
        // Ignored where the page is on its way already, or included by another.
        if (!response.containsHeader(CACHE_CONTROL)) {
            Faults.log(
                    request.getServletContext(),
                    "The page " + request.getServletPath() + " shows names, but says so too late to keep caches from"
                            + " storing it: " + tooLate,
                    null);
        }
    }
}
