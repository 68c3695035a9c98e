package org.whosonline.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads {@code application/x-www-form-urlencoded}, of queries and bodies alike, as UTF-8 whatever the container assumes. */
final class FormText {

    private FormText() {}

    /**
     * Adds the fields of {@code text}.
     *
     * @throws RefusedException 400 if it is not percent-encoded UTF-8
     */
    static void read(String text, Fields fields) throws RefusedException {
        for (String pair : text.split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                fields.add(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
    }

    private static String decode(String text) throws RefusedException {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                boolean whole = i + 2 < raw.length;
                int high = whole ? Character.digit(raw[i + 1], 16) : -1;
                int low = whole ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw malformed();
                }
                bytes.write(high << 4 | low);
                i += 2;
            } else {
                bytes.write(raw[i] == '+' ? ' ' : raw[i]);
            }
        }
        return utf8(bytes.toByteArray());
    }

    /** @throws RefusedException 400 if {@code bytes} are no UTF-8 */
    static String utf8(byte[] bytes) throws RefusedException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    private static RefusedException malformed() {
        return RefusedException.bad("The parameters cannot be read: they must be UTF-8, percent-encoded in forms.");
    }
}
