package org.whosonline.app;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.Settings;
import org.whosonline.web.BrowserServlet;
import org.whosonline.web.CountServlet;
import org.whosonline.web.HealthServlet;
import org.whosonline.web.LeaveServlet;
import org.whosonline.web.MetricsServlet;
import org.whosonline.web.OnlineFilter;
import org.whosonline.web.OnlineServlet;
import org.whosonline.web.PollServlet;
import org.whosonline.web.PresenceServlet;
import org.whosonline.web.SessionListener;
import org.whosonline.web.StreamServlet;

/** Puts filter, listeners and servlets into an application: once, whichever way it was asked for. */
final class Registration {

    private static final String NAME = "whosonline";

    private Registration() {}

    /**
     * Registers everything, unless that was done before.
     *
     * @return what has to start and stop with the application; to see to that is the caller's, since only an initializer
     *     may add a listener for it
     * @throws ServletException if options are set wrongly, or the base path is taken
     */
    static Bootstrap register(ServletContext context) throws ServletException {
        Optional<Bootstrap> registered = find(context);
        if (registered.isPresent()) {
            return registered.get();
        }
        Bootstrap bootstrap = read(context, Map.of());
        install(context, bootstrap);
        return bootstrap;
    }

    /** Registers everything, whether that was done before or not. */
    static void install(ServletContext context, Bootstrap bootstrap) throws ServletException {
        if (hasFilter(context)) {
            declaredFilters(context).forEach(Registration::letAsynchronousPass);
        } else {
            addFilter(context);
        }
        context.addListener(new SessionListener());
        for (Map.Entry<String, Servlet> servlet : servlets(bootstrap).entrySet()) {
            addServlet(context, bootstrap.settings().base() + servlet.getKey(), servlet.getValue());
        }
        context.setAttribute(WhosOnline.ATTRIBUTE, new WhosOnline(bootstrap));
    }

    /** What was registered before; empty if nothing was. */
    static Optional<Bootstrap> find(ServletContext context) {
        // A start that failed early may leave the attribute behind, but no filter: hence both.
        return context.getAttribute(WhosOnline.ATTRIBUTE) instanceof WhosOnline registered && hasFilter(context)
                ? Optional.of(registered.bootstrap())
                : Optional.empty();
    }

    /**
     * What the options ask for; nothing is registered or started.
     *
     * @param own options that the application has read itself, by their names
     * @throws ServletException if options are set wrongly
     */
    static Bootstrap read(ServletContext context, Map<String, String> own) throws ServletException {
        try {
            return new Bootstrap(Settings.read(ServletSources.of(context, own)));
        } catch (ConfigurationException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Whether it is declared, by us or, at another place of the chain, in web.xml. */
    private static boolean hasFilter(ServletContext context) {
        return declaredFilters(context).findAny().isPresent();
    }

    private static Stream<? extends FilterRegistration> declaredFilters(ServletContext context) {
        return context.getFilterRegistrations().values().stream()
                .filter(filter -> OnlineFilter.class.getName().equals(filter.getClassName()));
    }

    /**
     * A declaration that forgets {@code <async-supported>} would make every asynchronous page of the application fail, on
     * Tomcat, and with a message that does not name the cause. Nothing is lost by mending it: the filter bears such
     * requests. That a declared filter can still be changed is not promised by the Servlet API, but so on Tomcat and Jetty.
     */
    private static void letAsynchronousPass(FilterRegistration declared) {
        if (declared instanceof FilterRegistration.Dynamic filter) {
            filter.setAsyncSupported(true);
        }
    }

    /** Behind the declared filters, since these often are what logs people in. */
    private static void addFilter(ServletContext context) {
        FilterRegistration.Dynamic filter = context.addFilter(NAME, OnlineFilter.class);
        filter.setAsyncSupported(true);
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
    }

    private static void addServlet(ServletContext context, String path, Servlet servlet) throws ServletException {
        ServletRegistration.Dynamic registration = context.addServlet(NAME + " " + path, servlet);
        registration.setAsyncSupported(true);
        Set<String> taken = registration.addMapping(path);
        if (!taken.isEmpty()) {
            throw new ServletException("WhosOnline cannot start: the application has a servlet of its own at " + taken
                    + "; set the option base to a path that is free.");
        }
    }

    /** The addresses below the base path; their servlets ask {@code bootstrap} only once it runs. */
    private static Map<String, Servlet> servlets(Bootstrap bootstrap) {
        Map<String, Servlet> servlets = new LinkedHashMap<>();
        servlets.put(
                "/online",
                new OnlineServlet(
                        bootstrap::snapshot,
                        request -> bootstrap.viewers().mayList(request),
                        request -> bootstrap.viewers().viewer(request)));
        servlets.put("/online/count", new CountServlet(bootstrap::snapshot));
        if (Metrics.areToBeHad(bootstrap.settings())) {
            servlets.put("/metrics", new MetricsServlet(bootstrap::metrics));
        }
        servlets.put("/presence", new PresenceServlet(bootstrap::rooms));
        servlets.put("/presence/leave", new LeaveServlet(bootstrap::rooms));
        servlets.put("/presence/poll", new PollServlet(bootstrap::rooms));
        servlets.put("/health", new HealthServlet(bootstrap::isRunning, bootstrap::states));
        servlets.put("/presence/stream", new StreamServlet(bootstrap::rooms, bootstrap::streams));
        for (String file : bootstrap.browser().names()) {
            servlets.put("/" + file, new BrowserServlet(bootstrap.browser(), file));
        }
        return servlets;
    }
}
