package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;

/** Reads request parameters, whatever was sent. */
final class Parameters {

    private Parameters() {}

    /** The one value of a parameter, null if it was not sent. */
    static String single(HttpServletRequest request, String name) throws BadParameterException {
        String[] values = values(request, name);
        if (values == null) {
            return null;
        }
        if (values.length > 1) {
            throw new BadParameterException(name + " must not be given more than once.");
        }
        return values[0];
    }

    private static String[] values(HttpServletRequest request, String name) throws BadParameterException {
        try {
            return request.getParameterValues(name);
        } catch (RuntimeException e) {
            // Containers differ in what they throw, and whether, when the query is not UTF-8 or has too many parts.
            throw new BadParameterException(name + " cannot be read: the query must be percent-encoded UTF-8.");
        }
    }
}
