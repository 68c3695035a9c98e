package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.Rarely;

/** Asks the application who hides, and takes what it cannot tell for a yes. Thread-safe. */
final class Hiding {

    private static final Logger LOG = LoggerFactory.getLogger(Hiding.class);

    private final Visibility visibility;
    private final Rarely complaints;

    Hiding(Visibility visibility, Rarely complaints) {
        this.visibility = visibility;
        this.complaints = complaints;
    }

    /** @param user who sent {@code request}; null, who hides from nobody, if that is nobody */
    boolean isHidden(HttpServletRequest request, String user) {
        if (user == null) {
            return false;
        }
        try {
            return visibility.isHidden(request, user);
        } catch (RuntimeException e) {
            if (complaints.isDue()) {
                LOG.warn(
                        "{} does not tell whether a user hides; it is taken for a yes. Said at most once a minute.",
                        visibility.getClass().getName(),
                        e);
            }
            return true;
        }
    }
}
