package org.whosonline.tags;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;

/**
 * The room of a page that names none: its path as the browser sent it, without query, fragment and path parameters, among
 * which the session's id may be. So it is the same for all sessions, over http and https and on every port; another letter
 * case, a slash at the end, and a character that is percent-encoded make it another one.
 */
final class PageRoom {

    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

    private PageRoom() {}

    /** Also in the page that {@code request} was forwarded to, whose own address is none that anybody sees. */
    static String of(HttpServletRequest request) {
        String path = request.getRequestURI();
        for (String first : new String[] {RequestDispatcher.FORWARD_REQUEST_URI, RequestDispatcher.ERROR_REQUEST_URI}) {
            if (request.getAttribute(first) instanceof String asked) {
                path = asked;
            }
        }
        return PARAMETERS.matcher(path).replaceAll("");
    }
}
