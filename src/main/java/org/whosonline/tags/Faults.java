package org.whosonline.tags;

import jakarta.servlet.ServletContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what tags keep from their page: each fault once in the life of an application, not with every page view. */
final class Faults {

    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
    private static final String TOLD = "org.whosonline.tags.faults";

    /** Messages may have parts that requests decide on. */
    private static final int MAX_TOLD = 100;

    private Faults() {}

    /** @param cause null if the message says all; else its stack trace is logged at DEBUG */
    static void log(ServletContext context, String message, Exception cause) {
        if (told(context).size() < MAX_TOLD && told(context).add(message)) {
            LOG.warn("{} (context path \"{}\"; said once)", message, context.getContextPath());
            if (cause != null) {
                LOG.debug("The cause", cause);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Set<String> told(ServletContext context) {
        Object found = context.getAttribute(TOLD);
        if (found == null) {
            // Two requests may both do this; then a fault is told twice.
            found = ConcurrentHashMap.newKeySet();
            context.setAttribute(TOLD, found);
        }
        return (Set<String>) found;
    }
}
