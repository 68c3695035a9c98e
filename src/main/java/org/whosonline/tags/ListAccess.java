package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;

/** Who may see names: the same rule for the tags as for the JSON list. */
@FunctionalInterface
public interface ListAccess {

    /** The servlet context attribute that holds the application's rule while WhosOnline runs in it. */
    String ATTRIBUTE = "org.whosonline.tags.ListAccess";

    /** Whether whoever sent {@code request} may see who is online. */
    boolean mayList(HttpServletRequest request);
}
