package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;

/** Which requests are no page views: what a browser loads ahead, WhosOnline's own addresses, and configured paths. */
final class Exclusions {

    /** Headers by which browsers tell, and have told, that nobody looks at the page yet. */
    private static final List<String> PURPOSE_HEADERS = List.of("Sec-Purpose", "Purpose", "X-Moz", "X-Purpose");

    private static final List<String> AHEAD_OF_TIME = List.of("prefetch", "prerender", "preview");

    private final String base;
    private final Paths paths;

    /**
     * @param base where WhosOnline's own addresses begin, without a slash at the end
     * @param paths exact paths, paths with all below them ({@code /api/*}), or endings ({@code *.css})
     */
    Exclusions(String base, List<String> paths) {
        this.base = base;
        this.paths = new Paths(paths);
    }

    boolean cover(HttpServletRequest request) {
        return Paths.isAtOrBelow(Paths.of(request), base) || paths.cover(request) || isAhead(request);
    }

    private static boolean isAhead(HttpServletRequest request) {
        for (String header : PURPOSE_HEADERS) {
            String value = request.getHeader(header);
            if (value != null) {
                String purpose = value.toLowerCase(Locale.ROOT);
                if (AHEAD_OF_TIME.stream().anyMatch(purpose::contains)) {
                    return true;
                }
            }
        }
        return false;
    }
}
