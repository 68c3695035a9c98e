package org.whosonline.web;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code multipart/form-data} as far as browsers send it for forms without files. Done here, and not by the
 * container, since that would want a place for files, and each of them refuses in its own way.
 */
final class Multipart {

    private static final Pattern BOUNDARY =
            Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[;\\s]name=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);
    private static final Pattern FILE = Pattern.compile("[;\\s]filename\\*?=", Pattern.CASE_INSENSITIVE);

    private Multipart() {}

    /**
     * Adds the fields of {@code body}.
     *
     * @param type the content type, with the boundary
     * @throws RefusedException 400 if it cannot be read, or has a file in it
     */
    static void read(String type, byte[] body, Fields fields) throws RefusedException {
        Matcher boundary = BOUNDARY.matcher(type);
        if (!boundary.find()) {
            throw malformed();
        }
        String mark = "\r\n--" + (boundary.group(1) == null ? boundary.group(2) : boundary.group(1));
        // One char a byte, so that nothing is changed by looking for what is ASCII.
        String text = "\r\n" + new String(body, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(mark);
        while (at >= 0) {
            int begin = at + mark.length();
            if (text.startsWith("--", begin)) {
                return;
            }
            int end = text.indexOf(mark, begin);
            if (end < 0) {
                throw malformed();
            }
            part(text.substring(begin, end), fields);
            at = end;
        }
        throw malformed();
    }

    private static void part(String part, Fields fields) throws RefusedException {
        int blank = part.indexOf("\r\n\r\n");
        if (blank < 0) {
            throw malformed();
        }
        String headers = part.substring(0, blank);
        Matcher name = NAME.matcher(headers);
        if (!name.find()) {
            throw malformed();
        }
        if (FILE.matcher(headers).find()) {
            throw RefusedException.bad("Files are not taken here.");
        }
        fields.add(utf8(name.group(1)), utf8(part.substring(blank + 4)));
    }

    private static String utf8(String latin) throws RefusedException {
        return FormText.utf8(latin.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static RefusedException malformed() {
        return RefusedException.bad("The body cannot be read: it must be multipart/form-data.");
    }
}
