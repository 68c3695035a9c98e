package org.whosonline.store.memcached;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** {@code get} or {@code gets} of any number of keys. */
final class ValuesCommand<T> extends Command<T> {

    private final Collection<String> keys;
    private final Function<Map<String, Item>, T> result;
    private final Map<String, Item> items = new HashMap<>();
    private String key;
    private long cas;

    /**
     * @param keys encoded
     * @param result makes the answer of the items that were present, by encoded key
     */
    ValuesCommand(byte[] request, Collection<String> keys, Function<Map<String, Item>, T> result) {
        super(request, false);
        this.keys = keys;
        this.result = result;
    }

    /** Takes {@code VALUE key flags bytes [cas]} or {@code END}. */
    @Override
    void line(String text) throws MalformedReplyException {
        if (text.equals("END")) {
            finish(result.apply(items));
            return;
        }
        String[] words = text.split(" ");
        // A key that was not asked for shows that this is the reply to another command.
        if (words.length < 4 || !words[0].equals("VALUE") || !keys.contains(words[1])) {
            throw malformed(quote(text));
        }
        key = words[1];
        try {
            cas = words.length > 4 ? Long.parseUnsignedLong(words[4]) : 0;
            expectBlock(Integer.parseInt(words[3]));
        } catch (NumberFormatException e) {
            throw malformed(quote(text));
        }
    }

    @Override
    void block(byte[] data) {
        items.put(key, new Item(data, cas));
    }

    /**
     * What a key holds.
     *
     * @param cas the server's number for this state of the value, 0 if it was not asked for
     */
    record Item(byte[] value, long cas) {}
}
