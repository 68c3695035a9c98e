package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/** A set of paths below the context path. Immutable. */
final class Paths {

    private final List<String> patterns;

    /** @param patterns exact paths, paths with all below them ({@code /api/*}), or endings ({@code *.css}) */
    Paths(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    boolean cover(HttpServletRequest request) {
        String path = of(request);
        for (String pattern : patterns) {
            if (matches(path, pattern)) {
                return true;
            }
        }
        return false;
    }

    /** Below the context path, decoded and without path parameters, as the container used it to find the servlet. */
    static String of(HttpServletRequest request) {
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

    /** Whether {@code path} is {@code directory}, without a slash at the end, or anything in it. */
    static boolean isAtOrBelow(String path, String directory) {
        return path.startsWith(directory)
                && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
    }
}
