package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/** Who counts as the sender of a request. Thread-safe. */
final class Identity {

    private final UserResolver resolver;
    private final Set<String> ignored;

    /** @param ignored ids that are nobody */
    Identity(UserResolver resolver, Set<String> ignored) {
        this.resolver = resolver;
        this.ignored = Set.copyOf(ignored);
    }

    /** The user's id; null if nobody is logged in, or nobody who counts. */
    String userOf(HttpServletRequest request) {
        String id = resolver.id(request);
        return id == null || id.isEmpty() || ignored.contains(id) ? null : id;
    }

    /** The user's display name; null to show the id. */
    String nameOf(HttpServletRequest request) {
        String name = resolver.name(request);
        return name == null || name.isEmpty() ? null : name;
    }

    /** The address of the user's picture, fit to be shown; null if there is none. */
    String avatarOf(HttpServletRequest request) {
        return Avatars.checked(resolver.avatar(request));
    }
}
