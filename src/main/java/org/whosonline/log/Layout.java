package org.whosonline.log;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One way in which a map is split.
 *
 * <p>Beside the data stands what every reader has to know, as JSON:
 * {@code {"window":300,"layouts":[[1,1764500000],[8,1764503600]]}}, the window in seconds and every layout that was
 * written to within it, the newest last, each with its number of buckets and the epoch second of its beginning.
 *
 * @param buckets the number of buckets, from 1 to {@value #MAX_BUCKETS}
 * @param since when it began, in epoch seconds of the store's time
 */
record Layout(int buckets, long since) {

    static final int MAX_BUCKETS = 4096;

    /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Layout layout && buckets == layout.buckets && since == layout.since;
    }

    @Override
    public int hashCode() {
        return 31 * buckets + Long.hashCode(since);
    }

    static byte[] encode(List<Layout> layouts, long window) {
        StringBuilder json = new StringBuilder("{\"window\":").append(window).append(",\"layouts\":[");
        for (Layout layout : layouts) {
            json.append(layout == layouts.get(0) ? "" : ",");
            json.append('[')
                    .append(layout.buckets)
                    .append(',')
                    .append(layout.since)
                    .append(']');
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The layouts in {@code value}, or an empty list if it makes no sense; then it is written anew. */
    static List<Layout> decode(byte[] value) {
        List<Layout> layouts = new ArrayList<>();
        try {
            JsonObject json = JsonParser.parseString(new String(value, StandardCharsets.UTF_8))
                    .getAsJsonObject();
            for (JsonElement element : json.getAsJsonArray("layouts")) {
                JsonArray pair = element.getAsJsonArray();
                Layout layout = new Layout(pair.get(0).getAsInt(), pair.get(1).getAsLong());
                if (layout.buckets < 1 || layout.buckets > MAX_BUCKETS) {
                    return List.of();
                }
                layouts.add(layout);
            }
        } catch (JsonParseException
                | IllegalStateException
                | ClassCastException
                | NullPointerException
                | NumberFormatException
                | IndexOutOfBoundsException
                | UnsupportedOperationException notOurs) {
            return List.of();
        }
        return List.copyOf(layouts);
    }
}
