package org.whosonline.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One value of a {@link HeapStore}.
 *
 * @param bytes the value, and behind it room for what is appended
 * @param length of the value in bytes
 * @param expires in milliseconds since 1970
 */
record HeapEntry(byte[] bytes, int length, long version, long expires) {

    boolean expiredAt(long now) {
        return now >= expires;
    }

    byte[] value() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** The array, or one of twice the size if it is full: however many appends come, a byte is copied twice on average. */
    byte[] withRoomFor(int more) {
        int needed = length + more;
        return needed <= bytes.length
                ? bytes
                : Arrays.copyOf(bytes, Math.min(Store.MAX_VALUE, Math.max(needed, 2 * bytes.length)));
    }

    /** Unsigned and of 64 bits, as Memcached counts; fails with a NumberFormatException if the value is no number. */
    long number() {
        return Long.parseUnsignedLong(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }
}
