package org.whosonline.cases.host;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.whosonline.web.UserResolver;

/**
 * Counts what happens to the sessions of this application: how many are made, and how often attributes of WhosOnline
 * are written; and, with the context parameter {@code host.resolver}, how often WhosOnline asks who somebody is.
 */
public final class Observer implements ServletContextListener, HttpSessionListener, HttpSessionAttributeListener {

    private static final String OURS = "org.whosonline.";

    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger questions = new AtomicInteger();

    static Observer of(ServletContext context) {
        return (Observer) context.getAttribute(Observer.class.getName());
    }

    void write(HttpServletResponse response) throws IOException {
        response.setContentType("application/json");
        response.getWriter()
                .print("{\"sessions\":" + sessions + ",\"writes\":" + writes + ",\"questions\":" + questions + "}");
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        context.setAttribute(Observer.class.getName(), this);
        if (context.getInitParameter("host.resolver") != null) {
            Resolving.by(this, context);
        }
    }

    @Override
    public void sessionCreated(HttpSessionEvent event) {
        sessions.incrementAndGet();
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        written(event);
    }

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
        written(event);
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
        written(event);
    }

    private void written(HttpSessionBindingEvent event) {
        if (event.getName().startsWith(OURS)) {
            writes.incrementAndGet();
        }
    }

    /** Apart, so that the application runs without WhosOnline too. */
    private static final class Resolving {

        static void by(Observer observer, ServletContext context) {
            UserResolver resolver = request -> {
                observer.questions.incrementAndGet();
                return user(request);
            };
            context.setAttribute(UserResolver.ATTRIBUTE, resolver);
        }

        private static String user(HttpServletRequest request) {
            HttpSession session = request.getSession(false);
            return session == null ? null : (String) session.getAttribute("user");
        }
    }
}
