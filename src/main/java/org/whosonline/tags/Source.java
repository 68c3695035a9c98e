package org.whosonline.tags;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.jsp.PageContext;
import java.util.Optional;
import java.util.function.Function;
import org.whosonline.SiteMaps;
import org.whosonline.Snapshot;

/**
 * Where tags find what they show: one snapshot of an instance for a whole request with its includes and forwards. Never
 * throws, whatever state the application is in, since error pages have tags too; what went wrong is logged.
 */
final class Source {

    /**
     * Begins the name of the request attribute that holds the snapshot of an instance, or that there is none. Application
     * and instance follow: one application may include pages of another.
     */
    private static final String SNAPSHOT = "org.whosonline.tags.snapshot:";

    private Source() {}

    /** @param instance empty for the main one */
    static Online of(PageContext page, String instance) {
        return of(
                page.getServletContext(),
                (HttpServletRequest) page.getRequest(),
                (HttpServletResponse) page.getResponse(),
                instance);
    }

    static Online of(
            ServletContext context, HttpServletRequest request, HttpServletResponse response, String instance) {
        String name = SNAPSHOT + context.getContextPath() + ":" + instance;
        Object shared = request.getAttribute(name);
        if (shared == null) {
            shared = take(context, instance);
            request.setAttribute(name, shared);
        }
        Snapshot snapshot = (Snapshot) ((Optional<?>) shared).orElse(null);
        return new Online(snapshot, access(context), request, response);
    }

    private static Optional<Snapshot> take(ServletContext context, String instance) {
        if (!(context.getAttribute(SiteMaps.ATTRIBUTE) instanceof SiteMaps maps)) {
            Faults.log(context, "WhosOnline does not run in this application: its tags know nothing", null);
            return Optional.empty();
        }
        try {
            return Optional.of(maps.get(instance).snapshot());
        } catch (RuntimeException e) {
            Faults.log(context, "A tag of WhosOnline knows nothing: " + e.getMessage(), e);
            return Optional.empty();
        }
    }

    /** The application's rule; where that cannot be found out nobody may, and whoever looks is nobody. */
    private static ListAccess access(ServletContext context) {
        return new ListAccess() {
            @Override
            public boolean mayList(HttpServletRequest request) {
                return ask(context, access -> access.mayList(request), false);
            }

            @Override
            public String viewer(HttpServletRequest request) {
                return ask(context, access -> access.viewer(request), null);
            }
        };
    }

    private static <T> T ask(ServletContext context, Function<ListAccess, T> question, T otherwise) {
        try {
            return context.getAttribute(ListAccess.ATTRIBUTE) instanceof ListAccess access
                    ? question.apply(access)
                    : otherwise;
        } catch (RuntimeException e) {
            Faults.log(context, "Who asks for a page cannot be told, so its tags show no names: " + e.getMessage(), e);
            return otherwise;
        }
    }
}
