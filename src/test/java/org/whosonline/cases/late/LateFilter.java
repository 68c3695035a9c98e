package org.whosonline.cases.late;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;

/** Knows people by a header. */
public final class LateFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        String user = http.getHeader("X-Late-User");
        chain.doFilter(user == null ? http : new Known(http, user), response);
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
    }
}
