package org.whosonline.store.memcached;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.whosonline.store.memcached.ValuesCommand.Item;

/**
 * The commands of the <a href="https://docs.memcached.org/protocols/basic/">text protocol</a> as they stand on the wire.
 *
 * <p>Keys are encoded, expiries are Memcached's seconds (0 for none), flags are always 0: values are raw bytes.
 */
final class Commands {

    private static final byte[] CRLF = {'\r', '\n'};

    private Commands() {}

    /** {@code get key}, the answer being null when absent. */
    static Command<byte[]> get(String key) {
        return new ValuesCommand<>(
                line("get " + key),
                List.of(key),
                items -> items.isEmpty() ? null : items.get(key).value());
    }

    /** {@code get key key ...} */
    static <T> Command<T> getAll(Set<String> keys, Function<Map<String, Item>, T> result) {
        return new ValuesCommand<>(line("get " + String.join(" ", keys)), keys, result);
    }

    /** {@code gets key}, the answer being null when absent. */
    static <T> Command<T> gets(String key, Function<Item, T> result) {
        return new ValuesCommand<>(
                line("gets " + key), List.of(key), items -> items.isEmpty() ? null : result.apply(items.get(key)));
    }

    /** {@code verb key 0 seconds length}, the verb being {@code add}, {@code set} or {@code append}. */
    static Command<Boolean> store(String verb, String key, byte[] value, int seconds) {
        byte[] request = withData(verb + " " + key + " 0 " + seconds + " " + value.length, value);
        return new LineCommand<>(request, true, Commands::stored);
    }

    /** {@code cas key 0 seconds length cas} */
    static Command<Boolean> cas(String key, byte[] value, int seconds, long cas) {
        String line = "cas " + key + " 0 " + seconds + " " + value.length + " " + Long.toUnsignedString(cas);
        return new LineCommand<>(withData(line, value), true, Commands::stored);
    }

    /** {@code incr key by}, the answer being a number of 64 bits without sign. */
    static Command<OptionalLong> incr(String key, long by) {
        return new LineCommand<>(line("incr " + key + " " + by), false, text -> {
            if (text.equals("NOT_FOUND")) {
                return OptionalLong.empty();
            }
            try {
                return OptionalLong.of(Long.parseUnsignedLong(text));
            } catch (NumberFormatException e) {
                return null;
            }
        });
    }

    /** {@code touch key seconds} */
    static Command<Boolean> touch(String key, int seconds) {
        return found(line("touch " + key + " " + seconds), "TOUCHED");
    }

    /** {@code delete key} */
    static Command<Boolean> delete(String key) {
        return found(line("delete " + key), "DELETED");
    }

    private static Boolean stored(String text) {
        return switch (text) {
            case "STORED" -> true;
            // No room is an answer, not a fault: the server has swallowed the data and works on.
            case "NOT_STORED",
                    "EXISTS",
                    "NOT_FOUND",
                    "SERVER_ERROR out of memory storing object",
                    "SERVER_ERROR object too large for cache" -> false;
            default -> null;
        };
    }

    private static Command<Boolean> found(byte[] request, String done) {
        return new LineCommand<>(request, false, text -> {
            boolean found = text.equals(done);
            return found || text.equals("NOT_FOUND") ? found : null;
        });
    }

    private static byte[] line(String text) {
        return (text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] withData(String text, byte[] data) {
        byte[] line = line(text);
        byte[] request = new byte[line.length + data.length + CRLF.length];
        System.arraycopy(line, 0, request, 0, line.length);
        System.arraycopy(data, 0, request, line.length, data.length);
        System.arraycopy(CRLF, 0, request, line.length + data.length, CRLF.length);
        return request;
    }
}
