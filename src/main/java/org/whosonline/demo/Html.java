package org.whosonline.demo;

/** Text for HTML. */
public final class Html {

    private static final char REPLACEMENT = '\ufffd';

    private Html() {}

    /**
     * {@code text} as it has to stand in an element or in a quoted attribute to be read there exactly as it is. What
     * HTML cannot carry, a zero character and half of a surrogate pair, becomes the replacement character.
     */
    public static String escape(String text) {
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
}
