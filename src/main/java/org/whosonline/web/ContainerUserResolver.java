package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.UUID;

/** The user as the container knows it, or as the application keeps it in session attributes. Thread-safe. */
final class ContainerUserResolver implements UserResolver {

    private final String idAttribute;
    private final String nameAttribute;

    /**
     * @param idAttribute the session attribute with the id; empty: the remote user
     * @param nameAttribute the session attribute with the display name; empty: no name
     */
    ContainerUserResolver(String idAttribute, String nameAttribute) {
        this.idAttribute = idAttribute;
        this.nameAttribute = nameAttribute;
    }

    @Override
    public String id(HttpServletRequest request) {
        if (!idAttribute.isEmpty()) {
            return text(request, idAttribute);
        }
        String user = request.getRemoteUser();
        if (user != null) {
            return user;
        }
        // Filters that log people in by a header often wrap the principal alone.
        Principal principal = request.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public String name(HttpServletRequest request) {
        return nameAttribute.isEmpty() ? null : text(request, nameAttribute);
    }

    private static String text(HttpServletRequest request, String attribute) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            return null;
        }
        try {
            return text(session.getAttribute(attribute), attribute);
        } catch (IllegalStateException e) {
            // Another request of this session logs out right now.
            return null;
        }
    }

    /** Only of types whose text is sure to be the same each time: an object's own could make a new user per login. */
    private static String text(Object value, String attribute) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        if (value instanceof Principal principal) {
            return principal.getName();
        }
        if (value instanceof CharSequence || value instanceof Number || value instanceof UUID) {
            return value.toString();
        }
        throw new IllegalArgumentException("The session attribute " + attribute + " holds a "
                + value.getClass().getName() + ", but must hold a text, a number, a UUID or a Principal;"
                + " for anything else provide a " + UserResolver.class.getName() + ".");
    }
}
