package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;

/** Reads what requests bring along, up to a limit, in each of the spellings that browsers and programs use. */
final class Bodies {

    private Bodies() {}

    /** @throws RefusedException 400 if the query is not percent-encoded UTF-8 */
    static Fields query(HttpServletRequest request) throws RefusedException {
        Fields fields = new Fields();
        if (request.getQueryString() != null) {
            FormText.read(request.getQueryString(), fields);
        }
        return fields;
    }

    /**
     * The fields of query and body: url-encoded, {@code multipart/form-data}, JSON, or, as beacons are often sent, either
     * of the first and the last as {@code text/plain}.
     *
     * @param maxBody bytes
     * @throws RefusedException 413 if the body is longer, 400 if it cannot be read
     */
    static Fields read(HttpServletRequest request, int maxBody) throws RefusedException, IOException {
        if (request.getContentLengthLong() > maxBody) {
            throw tooLong(maxBody);
        }
        byte[] body = bytes(request, maxBody + 1);
        if (body.length > maxBody) {
            throw tooLong(maxBody);
        }
        return body.length == 0 ? parameters(request) : parsed(request, body);
    }

    private static RefusedException tooLong(int maxBody) {
        return RefusedException.tooLong("The body may have at most " + maxBody + " bytes.");
    }

    private static byte[] bytes(HttpServletRequest request, int most) throws IOException {
        try {
            return request.getInputStream().readNBytes(most);
        } catch (IllegalStateException e) {
            // A filter of the application has taken the reader.
            return new byte[0];
        }
    }

    /** There is no body, or a filter of the application has read it before, as many do for tokens against forgery. */
    private static Fields parameters(HttpServletRequest request) throws RefusedException {
        Fields fields = new Fields();
        try {
            request.getParameterMap().forEach((name, values) -> {
                for (String value : values) {
                    fields.add(name, value);
                }
            });
        } catch (RuntimeException e) {
            // Containers differ in what they throw, and whether, when the query is not UTF-8 or has too many parts.
            throw RefusedException.bad("The parameters cannot be read: they must be percent-encoded UTF-8.");
        }
        return fields;
    }

    private static Fields parsed(HttpServletRequest request, byte[] body) throws RefusedException {
        Fields fields = query(request);
        String whole = request.getContentType() == null ? "" : request.getContentType();
        String type = whole.replaceFirst(";.*", "").trim().toLowerCase(Locale.ROOT);
        switch (type) {
            case "application/json" -> JsonFields.read(FormText.utf8(body), fields);
            case "multipart/form-data" -> Multipart.read(whole, body, fields);
            case "", "application/x-www-form-urlencoded" -> FormText.read(FormText.utf8(body), fields);
            case "text/plain" -> {
                String text = FormText.utf8(body).trim();
                if (text.startsWith("{")) {
                    JsonFields.read(text, fields);
                } else {
                    FormText.read(text, fields);
                }
            }
            default ->
                throw RefusedException.bad("The body must be application/x-www-form-urlencoded,"
                        + " multipart/form-data or application/json.");
        }
        return fields;
    }
}
