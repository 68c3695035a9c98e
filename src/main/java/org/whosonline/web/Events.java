package org.whosonline.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * The bytes of server-sent events. An event of this kind is
 *
 * <pre>
 * event: presence
 * id: 0cc175b9c0f1b6a831c399e269772661
 * data: {"room":"/docs/42",…}
 * </pre>
 *
 * and an empty line, with a line feed at the end of each line.
 */
final class Events {

    /** A line that every reader skips. */
    static final byte[] COMMENT = {':', '\n'};

    private Events() {}

    /**
     * One event. Line breaks of any kind in {@code data} become line feeds where it is read.
     *
     * @param name without line breaks
     * @param id without line breaks; null for none
     * @param data UTF-8
     */
    static byte[] event(String name, String id, byte[] data) {
        ByteArrayOutputStream event = new ByteArrayOutputStream(data.length + 128);
        event.writeBytes(utf8("event: " + name + '\n'));
        if (id != null) {
            event.writeBytes(utf8("id: " + id + '\n'));
        }
        int begin = 0;
        while (begin <= data.length) {
            int end = endOfLine(data, begin);
            event.writeBytes(utf8("data: "));
            event.write(data, begin, end - begin);
            event.write('\n');
            boolean two = end + 1 < data.length && data[end] == '\r' && data[end + 1] == '\n';
            begin = end + (two ? 2 : 1);
        }
        event.write('\n');
        return event.toByteArray();
    }

    /** Tells the reader how long to wait before it connects again. */
    static byte[] retry(Duration delay) {
        return utf8("retry: " + delay.toMillis() + "\n\n");
    }

    /** Both, one after the other. */
    static byte[] join(byte[] first, byte[] then) {
        byte[] both = Arrays.copyOf(first, first.length + then.length);
        System.arraycopy(then, 0, both, first.length, then.length);
        return both;
    }

    /** No byte of a longer UTF-8 sequence looks like a line break, so bytes can be looked at one by one. */
    private static int endOfLine(byte[] data, int begin) {
        int end = begin;
        while (end < data.length && data[end] != '\n' && data[end] != '\r') {
            end++;
        }
        return end;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
