package org.whosonline.cases.host;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Lets pages load and run what comes from the same site, as files, and nothing else. */
public final class PolicyFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    /** For the container. */
    public PolicyFilter() {}

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Content-Security-Policy", "default-src 'self'");
        chain.doFilter(request, response);
    }
}
