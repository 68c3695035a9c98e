package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whose pages may send requests with the user's session: those of this site, and of the sites that are named. Thread-safe.
 *
 * <p>Browsers tell by {@code Sec-Fetch-Site}, except over plain http. There a request is taken with the header
 * {@value #OURS}, which a page of another site cannot send; without any {@code Origin}, which a browser's POST always has;
 * or with an {@code Origin} that is the host the request was sent to.
 */
final class Origins {

    /** The header that our own script sends with every request. */
    static final String OURS = "X-WhosOnline";

    private static final Pattern ORIGIN = Pattern.compile("(https?)://(.+)");

    private final Set<String> allowed;

    /** @param allowed further origins, such as {@code https://www.example.org} */
    Origins(List<String> allowed) {
        this.allowed = allowed.stream().map(Origins::normal).collect(Collectors.toUnmodifiableSet());
    }

    boolean allow(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        if (origin != null && allowed.contains(normal(origin))) {
            return true;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin") || site.equals("none");
        }
        return request.getHeader(OURS) != null || origin == null || isHost(origin, request.getHeader("Host"));
    }

    /** Behind a proxy that speaks https the scheme is not known here, so only the host and the port are compared. */
    private static boolean isHost(String origin, String host) {
        Matcher parts = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
        return host != null
                && parts.matches()
                && normal(origin).equals(normal(parts.group(1) + "://" + host.toLowerCase(Locale.ROOT)));
    }

    /** In lower case, and without the port if it is that of the scheme. */
    private static String normal(String origin) {
        String lower = origin.toLowerCase(Locale.ROOT);
        Matcher parts = ORIGIN.matcher(lower);
        String port = parts.matches() ? (parts.group(1).equals("http") ? ":80" : ":443") : "";
        return !port.isEmpty() && lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
