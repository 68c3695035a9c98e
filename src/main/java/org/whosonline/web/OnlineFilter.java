package org.whosonline.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Records the logged-in user of each page view, and removes who logs out.
 *
 * <p>Registered by itself for every path, behind the filters of web.xml. An application that wants it elsewhere in the
 * chain declares it in web.xml, with {@code <async-supported>true</async-supported>}; then that declaration stands.
 *
 * <p>Acts on the request as it came in and on nothing nested in it: forwards, includes, error pages and asynchronous
 * dispatches pass, so that it may be mapped to every dispatcher type. It creates no session, touches the response in no
 * way, and does not wait; while a session's last record is recent, it only looks into memory.
 */
public final class OnlineFilter implements Filter {

    private Recording recording;
    private Recorder recorder;

    /** For the container, which calls {@link #init} next. */
    public OnlineFilter() {}

    /** @throws ServletException if WhosOnline does not run in this application, or cannot tell its users */
    @Override
    public void init(FilterConfig config) throws ServletException {
        recording = Recording.of(config.getServletContext());
        if (recording == null) {
            throw new ServletException("The filter " + config.getFilterName() + " was declared, but WhosOnline does not"
                    + " run in this application: add the listener org.whosonline.app.Lifecycle to web.xml, or let the"
                    + " container look for initializers in the WhosOnline JAR.");
        }
        try {
            recorder = recording.recorder();
        } catch (IllegalStateException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        pass(recorder, request, response, chain);
    }

    static void pass(Recorder recorder, ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() != DispatcherType.REQUEST || !(request instanceof HttpServletRequest http)) {
            chain.doFilter(request, response);
            return;
        }
        Visit[] visits = recorder.before(http);
        try {
            chain.doFilter(request, response);
        } finally {
            recorder.after(http, visits);
        }
    }

    /** Filters are destroyed when the application stops; on Tomcat, before its sessions are. */
    @Override
    public void destroy() {
        if (recording != null) {
            recording.stopping();
        }
    }
}
