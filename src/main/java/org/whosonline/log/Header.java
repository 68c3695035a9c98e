package org.whosonline.log;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * The first line of a log: the version of the format, and an incarnation that tells this log from any that stood under
 * the same key before. {@code [1,"5f0c27a19be3d488"]}, where lines of members begin with a string.
 */
final class Header {

    static final int VERSION = 1;

    private static final byte[] START = ("[" + VERSION + ",\"").getBytes(StandardCharsets.UTF_8);
    private static final int INCARNATION = 16;
    private static final int LENGTH = START.length + INCARNATION + 3;

    private Header() {}

    /** A header with a new incarnation, the line feed included. */
    static byte[] create(RandomGenerator random) {
        return String.format("[%d,\"%016x\"]\n", VERSION, random.nextLong()).getBytes(StandardCharsets.UTF_8);
    }

    /** The length in bytes of the header that {@code log} begins with, or 0 if it begins with none. */
    static int length(byte[] log) {
        if (log.length < LENGTH || log[LENGTH - 1] != '\n' || log[LENGTH - 2] != ']') {
            return 0;
        }
        for (int i = 0; i < START.length; i++) {
            if (log[i] != START[i]) {
                return 0;
            }
        }
        return LENGTH;
    }

    /** The incarnation of {@code log}, or an empty text if it begins with no header. */
    static String incarnation(byte[] log) {
        return length(log) == 0 ? "" : new String(log, START.length, INCARNATION, StandardCharsets.UTF_8);
    }

    /**
     * @throws UnsupportedFormatException if {@code log} begins with the header of a version other than ours
     */
    static void check(String key, byte[] log) {
        int digits = 1;
        while (digits < log.length && digits < 10 && log[digits] >= '0' && log[digits] <= '9') {
            digits++;
        }
        if (digits > 1 && digits + 1 < log.length && log[0] == '[' && log[digits] == ',' && log[digits + 1] == '"') {
            int version = Integer.parseInt(new String(log, 1, digits - 1, StandardCharsets.UTF_8));
            if (version != VERSION) {
                throw new UnsupportedFormatException(key, version);
            }
        }
    }
}
