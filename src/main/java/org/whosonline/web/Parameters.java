package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Function;
import org.whosonline.Snapshot;

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

    /**
     * The snapshot of the map that the parameter {@code instance} names, of the main map without it. Which others there
     * are is not told, since it is nobody's business.
     */
    static Snapshot snapshot(HttpServletRequest request, Function<String, Optional<Snapshot>> online)
            throws BadParameterException {
        String instance = single(request, "instance");
        return online.apply(instance == null ? "" : instance)
                .orElseThrow(() -> new BadParameterException("instance: There is no such list."));
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
