package org.whosonline.log;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The keys of a map.
 *
 * @param name the key of the map while it is not split
 */
record BucketKeys(String name) {

    /** The key beside the map that holds its terms. */
    String layout() {
        return name + ":layout";
    }

    /** The key that {@code member} has in {@code layout}. */
    String of(String member, Layout layout) {
        if (layout.buckets() == 1) {
            return name;
        }
        CRC32 crc = new CRC32();
        crc.update(JsonText.quote(member).getBytes(StandardCharsets.UTF_8));
        return of(layout, crc.getValue() % layout.buckets());
    }

    /**
     * Each layout has keys of its own. Were the first bucket of two the first of four as well, a map that is split because
     * a log is full would go on appending to that very log.
     */
    String of(Layout layout, long bucket) {
        return layout.buckets() == 1 ? name : name + ":" + layout.buckets() + ":" + bucket;
    }

    /** The keys that {@code member} has or had in any of {@code layouts}. */
    Set<String> all(String member, List<Layout> layouts) {
        Set<String> keys = new LinkedHashSet<>();
        layouts.forEach(layout -> keys.add(of(member, layout)));
        return keys;
    }

    /** Every key of every one of {@code layouts}. */
    Set<String> all(List<Layout> layouts) {
        Set<String> keys = new LinkedHashSet<>();
        for (Layout layout : layouts) {
            for (int bucket = 0; bucket < layout.buckets(); bucket++) {
                keys.add(of(layout, bucket));
            }
        }
        return keys;
    }
}
