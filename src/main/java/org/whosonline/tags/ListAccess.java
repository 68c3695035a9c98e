package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;

/** Who may see whom: the same rule for the tags as for the JSON list. */
@FunctionalInterface
public interface ListAccess {

    /** The servlet context attribute that holds the application's rule while WhosOnline runs in it. */
    String ATTRIBUTE = "org.whosonline.tags.ListAccess";

    /** Whether whoever sent {@code request} may see who is online. */
    boolean mayList(HttpServletRequest request);

    /** The exact id of whoever sent {@code request}, which hidden users see themselves by; null if that is nobody. */
    default String viewer(HttpServletRequest request) {
        return null;
    }
}
