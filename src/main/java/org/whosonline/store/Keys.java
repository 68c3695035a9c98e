package org.whosonline.store;

import java.nio.charset.StandardCharsets;

/** Turns any text into a Memcached key, each text into a key of its own. */
public final class Keys {

    /** The longest key in bytes, by Memcached's text protocol. */
    public static final int MAX_LENGTH = 250;

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private Keys() {}

    /**
     * Percent-encodes whatever a key may not hold (blanks, controls, bytes beyond ASCII) and the percent sign itself,
     * in UTF-8 whatever the platform's encoding.
     *
     * @throws IllegalArgumentException if the key is empty or, encoded, longer than {@value #MAX_LENGTH} bytes
     */
    public static String encode(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            if (b > ' ' && b < 127 && b != '%') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
            }
        }
        if (encoded.isEmpty() || encoded.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("A key must have 1 to " + MAX_LENGTH + " bytes, this one has "
                    + encoded.length() + " when encoded: " + key);
        }
        return encoded.toString();
    }
}
