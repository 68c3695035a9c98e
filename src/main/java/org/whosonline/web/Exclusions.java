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
    private final List<String> paths;

    /**
     * @param base where WhosOnline's own addresses begin, without a slash at the end
     * @param paths exact paths, paths with all below them ({@code /api/*}), or endings ({@code *.css})
     */
    Exclusions(String base, List<String> paths) {
        this.base = base;
        this.paths = List.copyOf(paths);
    }

    boolean cover(HttpServletRequest request) {
        String path = pathOf(request);
        return isAtOrBelow(path, base)
                || paths.stream().anyMatch(pattern -> matches(path, pattern))
                || isAhead(request);
    }

    /** Below the context path, decoded and without path parameters, as the container used it to find the servlet. */
    private static String pathOf(HttpServletRequest request) {
        String info = request.getPathInfo();
        return info == null ? request.getServletPath() : request.getServletPath() + info;
    }

    private static boolean matches(String path, String pattern) {
        if (pattern.startsWith("*.")) {
            return path.endsWith(pattern.substring(1));
        }
        return pattern.endsWith("/*")
                ? isAtOrBelow(path, pattern.substring(0, pattern.length() - 2))
                : path.equals(pattern);
    }

    private static boolean isAtOrBelow(String path, String directory) {
        return path.startsWith(directory)
                && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
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
