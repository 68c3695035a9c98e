package org.whosonline;

/** Lengths of texts as they will be in UTF-8. */
public final class Texts {

    private Texts() {}

    /** As much of {@code text} as fits into {@code max} bytes, in whole characters; itself if all of it does. */
    public static String cut(String text, int max) {
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (bytes > max) {
                return text.substring(0, at);
            }
            at += Character.charCount(point);
        }
        return text;
    }
}
