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
 * What every reader of a map has to know, and stands beside the data as JSON:
 * {@code {"window":300,"layouts":[[1,1764500000],[8,1764503600]]}}; with {@code "fixed":true} where the nodes are
 * configured to split the map over so many keys and no more.
 *
 * @param window how long a line counts, in seconds; 0 if unknown
 * @param fixed whether the map must not be split further
 * @param layouts every layout that was written to within the window, the newest last; empty if unknown
 */
record Terms(long window, boolean fixed, List<Layout> layouts) {

    /** Nothing stands there, or nothing that makes sense; then it is written anew. */
    static final Terms NONE = new Terms(0, false, List.of());

    /** More than any window that can be configured. */
    private static final long MAX_WINDOW = 1_000_000;

    /** More than can be replaced within any window; a list that is longer would only cost its readers dearly. */
    private static final int MAX_LAYOUTS = 16;

    Terms {
        layouts = List.copyOf(layouts);
    }

    boolean isNone() {
        return layouts.isEmpty();
    }

    boolean sameAs(Terms other) {
        return window == other.window && fixed == other.fixed && layouts.equals(other.layouts);
    }

    byte[] encode() {
        StringBuilder json = new StringBuilder("{\"window\":").append(window);
        json.append(fixed ? ",\"fixed\":true" : "").append(",\"layouts\":[");
        for (Layout layout : layouts) {
            json.append(layout == layouts.get(0) ? "" : ",");
            json.append('[')
                    .append(layout.buckets())
                    .append(',')
                    .append(layout.since())
                    .append(']');
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #encode} wrote; {@link #NONE} if {@code value} is null or makes no sense. */
    static Terms decode(byte[] value) {
        if (value == null) {
            return NONE;
        }
        try {
            JsonObject json = JsonParser.parseString(new String(value, StandardCharsets.UTF_8))
                    .getAsJsonObject();
            List<Layout> layouts = new ArrayList<>();
            for (JsonElement element : json.getAsJsonArray("layouts")) {
                JsonArray pair = element.getAsJsonArray();
                Layout layout = new Layout(pair.get(0).getAsInt(), pair.get(1).getAsLong());
                if (layout.buckets() < 1 || layout.buckets() > Layout.MAX_BUCKETS) {
                    return NONE;
                }
                layouts.add(layout);
            }
            if (layouts.size() > MAX_LAYOUTS) {
                return NONE;
            }
            long window = json.has("window") ? json.get("window").getAsLong() : 0;
            boolean fixed = json.has("fixed") && json.get("fixed").getAsBoolean();
            return new Terms(window < 1 || window > MAX_WINDOW ? 0 : window, fixed, layouts);
        } catch (JsonParseException
                | IllegalStateException
                | ClassCastException
                | NullPointerException
                | NumberFormatException
                | IndexOutOfBoundsException
                | UnsupportedOperationException notOurs) {
            return NONE;
        }
    }
}
