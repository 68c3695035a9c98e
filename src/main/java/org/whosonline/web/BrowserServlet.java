package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Objects;

/**
 * One file for browsers, such as {@code GET {base}/presence.js}. Public, as there is nothing of anybody in it; asks for
 * nobody and for no store.
 *
 * <p>With {@code ?v=} and the present version a cache may keep it for good. Any other address is for those who do not know
 * the version: they ask each time, and are answered with 304 as long as nothing has changed.
 */
public final class BrowserServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";
    private static final String ASK_EACH_TIME = "no-cache";

    private final transient BrowserFiles.Served file;
    private final String version;

    /**
     * @param name one of the {@linkplain BrowserFiles#names names} of {@code files}
     * @throws NullPointerException if it is none of them
     */
    public BrowserServlet(BrowserFiles files, String name) {
        this.file = Objects.requireNonNull(files.file(name), name);
        this.version = files.version();
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean packed = takesGzip(request.getHeaders("Accept-Encoding"));
        String tag = '"' + version + (packed ? "-gzip\"" : "\"");
        boolean exact = ("v=" + version).equals(request.getQueryString());
        response.setHeader("Cache-Control", exact ? FOR_GOOD : ASK_EACH_TIME);
        response.setHeader("ETag", tag);
        response.setHeader("Vary", "Accept-Encoding");
        if (isKnown(tag, request.getHeaders("If-None-Match"))) {
            response.setStatus(304);
            return;
        }
        if (packed) {
            response.setHeader("Content-Encoding", "gzip");
        }
        Answers.write(request, response, 200, file.type(), packed ? file.packed() : file.plain());
    }

    /** By the weak comparison: proxies that pack or unpack make strong tags weak. */
    private static boolean isKnown(String tag, Enumeration<String> headers) {
        while (headers.hasMoreElements()) {
            for (String element : headers.nextElement().split(",")) {
                String known = element.trim();
                if (known.equals("*") || known.equals(tag) || known.equals("W/" + tag)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether {@code gzip}, or else everything, is named with a weight above zero (RFC 9110, 12.5.3). */
    private static boolean takesGzip(Enumeration<String> headers) {
        boolean anything = false;
        while (headers.hasMoreElements()) {
            for (String element : headers.nextElement().toLowerCase(Locale.ROOT).split(",")) {
                String[] parts = element.trim().split("\\s*;\\s*q\\s*=\\s*", 2);
                boolean taken = parts.length < 2 || !parts[1].matches("0(\\.0*)?");
                switch (parts[0]) {
                    case "gzip", "x-gzip" -> {
                        return taken;
                    }
                    case "*" -> anything = taken;
                    default -> {
                        // Another coding.
                    }
                }
            }
        }
        return anything;
    }
}
