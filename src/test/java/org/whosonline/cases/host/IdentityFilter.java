package org.whosonline.cases.host;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.security.Principal;

/** Knows people without any login request: by the cookie "remember", or by the header of a proxy in front. */
public final class IdentityFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        String user = userOf(http);
        chain.doFilter(user == null ? http : new Known(http, user), response);
    }

    private static String userOf(HttpServletRequest request) {
        if (request.getCookies() != null) {
            for (Cookie cookie : request.getCookies()) {
                if (cookie.getName().equals("remember")) {
                    return cookie.getValue();
                }
            }
        }
        return request.getHeader("X-Remote-User");
    }

    /** A request with a user. */
    private static final class Known extends HttpServletRequestWrapper {

        private final String user;

        Known(HttpServletRequest request, String user) {
            super(request);
            this.user = user;
        }

        @Override
        public String getRemoteUser() {
            return user;
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> user;
        }
    }
}
