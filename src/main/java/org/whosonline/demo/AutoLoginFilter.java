package org.whosonline.demo;

import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * For load generators: with option {@code demo.auto-login} each visitor who comes to a page without a cookie is logged
 * in as a user of a new, random id. Off by default; without the option nothing happens here.
 */
public final class AutoLoginFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final Set<String> PAGES = Set.of("/", "/index.jsp");
    private static final int SPARE_SECONDS = 60;

    private transient boolean enabled;
    private transient int sessionSeconds;

    @Override
    public void init(FilterConfig config) throws ServletException {
        super.init(config);
        Site site = Site.of(config.getServletContext());
        enabled = site.autoLogin();
        // Visitors without cookies never come back: their sessions may end as soon as they are no longer online.
        sessionSeconds = enabled ? (int) site.window().toSeconds() + SPARE_SECONDS : 0;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (enabled && request.getRequestedSessionId() == null && isPage(request)) {
            HttpSession session = request.getSession();
            session.setMaxInactiveInterval(sessionSeconds);
            long random = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
            new Login("v" + Long.toString(random, Character.MAX_RADIX), null).store(session);
        }
        chain.doFilter(request, response);
    }

    private static boolean isPage(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && PAGES.contains(request.getRequestURI()
                        .substring(request.getContextPath().length()));
    }
}
