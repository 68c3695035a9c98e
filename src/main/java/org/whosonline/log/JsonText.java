package org.whosonline.log;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;

/**
 * JSON strings in one canonical spelling, so that equal texts are equal bytes.
 *
 * <p>Escaped are the quote, the backslash, controls below U+0020 and halves of surrogate pairs, which UTF-8 cannot
 * carry; everything else stands for itself.
 */
public final class JsonText {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonText() {}

    /** {@code text} as a JSON string, quotes included. */
    public static String quote(String text) {
        return isPlain(text) ? '"' + text + '"' : escape(text);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    private static String escape(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || isHalf(text, i)) {
                json.append("\\u")
                        .append(HEX[c >> 12])
                        .append(HEX[c >> 8 & 15])
                        .append(HEX[c >> 4 & 15])
                        .append(HEX[c & 15]);
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private static boolean isHalf(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    /** The text of a JSON string in any spelling, or null if {@code json} is none. */
    public static String unquote(String json) {
        int last = json.length() - 1;
        if (last < 1 || json.charAt(0) != '"' || json.charAt(last) != '"') {
            return null;
        }
        if (json.indexOf('\\') < 0) {
            return json.indexOf('"', 1) == last ? json.substring(1, last) : null;
        }
        try {
            JsonElement element = JsonParser.parseString(json);
            return element.isJsonPrimitive() && element.getAsJsonPrimitive().isString() ? element.getAsString() : null;
        } catch (JsonParseException notJson) {
            return null;
        }
    }

    /** As {@link #unquote(String)}, of UTF-8 bytes from {@code from} to before {@code to}, quotes included. */
    static String unquote(byte[] bytes, int from, int to) {
        if (isPlain(bytes, from, to)) {
            return new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
        }
        return unquote(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    /** Whether there is nothing between the quotes that does not stand for itself. */
    private static boolean isPlain(byte[] bytes, int from, int to) {
        if (to - from < 2 || bytes[from] != '"' || bytes[to - 1] != '"') {
            return false;
        }
        for (int i = from + 1; i < to - 1; i++) {
            if (bytes[i] == '"' || bytes[i] == '\\') {
                return false;
            }
        }
        return true;
    }
}
