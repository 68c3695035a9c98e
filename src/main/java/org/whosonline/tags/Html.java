package org.whosonline.tags;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The functions of the tag library: text for pages, which JSP expressions write as it is. */
public final class Html {

    private static final char REPLACEMENT = '\ufffd';

    private Html() {}

    /**
     * {@code text} as it has to stand in an element or in a quoted attribute to be read there exactly as it is. What
     * HTML cannot carry, a zero character and half of a surrogate pair, becomes the replacement character.
     *
     * @param text null reads as empty
     */
    public static String text(String text) {
        if (text == null) {
            return "";
        }
        StringBuilder html = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&#34;");
                case '\'' -> html.append("&#39;");
                // Written as it is, a parser would read it as a line feed.
                case '\r' -> html.append("&#13;");
                case 0 -> html.append(REPLACEMENT);
                default -> {
                    boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
                    html.appendCodePoint(half ? REPLACEMENT : c);
                }
            }
        });
        return html.toString();
    }

    /**
     * {@code text} as it has to stand in the path or in the query of an address: in UTF-8, percent-encoded but for the
     * characters that mean nothing anywhere. Needs no other escaping.
     *
     * @param text null reads as empty
     */
    public static String url(String text) {
        return text == null
                ? ""
                : URLEncoder.encode(text, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("*", "%2A");
    }
}
