package org.whosonline.log;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;

/** Reads a map from outside, as it stands in the store, and writes nothing whatever is missing. Thread-safe. */
public final class MapReader {

    /** Up to this every number of buckets may be configured; maps that grow by themselves go on by doubling. */
    private static final int MAX_CONFIGURED = 1024;

    private final Store store;
    private final StoreClock clock;
    private final String name;
    private final BucketKeys keys;

    /** @param name the key of the map */
    public MapReader(Store store, StoreClock clock, String name) {
        this.store = store;
        this.clock = clock;
        this.name = name;
        this.keys = new BucketKeys(name);
    }

    /**
     * What was found.
     *
     * @param window how long a line counts according to the nodes of the site, in seconds; 0 if that does not stand there
     * @param layouts how the map is split, the newest layout last; empty if that does not stand there
     * @param beside by key what stands beside the map; empty if it is gone
     * @param logs the map by key
     * @param contents what the logs say
     */
    public record MapReading(
            long window,
            List<Layout> layouts,
            Map<String, byte[]> beside,
            Map<String, byte[]> logs,
            Contents contents) {}

    /**
     * Reads the whole map; fails as a whole if any part of it cannot be read, or if it is split and nothing tells how any
     * more, and with an {@link UnsupportedFormatException} if another release wrote it.
     */
    public CompletableFuture<MapReading> read() {
        Contents contents = new Contents(clock);
        return store.get(this.keys.layout()).thenCompose(beside -> {
            Terms terms = Terms.decode(beside);
            Set<String> keys = terms.isNone() ? probes() : this.keys.all(terms.layouts());
            return store.getAll(keys).thenApply(found -> {
                keys.retainAll(found.keySet());
                if (terms.isNone() && keys.stream().anyMatch(key -> !key.equals(name))) {
                    // Evicted: to go by the one key would be to say that nobody is online.
                    throw new StoreException(
                            "The value of " + this.keys.layout() + ", which tells how the map is split, is"
                                    + " gone: a running application writes it again within seconds");
                }
                Map<String, byte[]> logs = new LinkedHashMap<>();
                keys.forEach(key -> logs.put(key, found.get(key)));
                contents.addLogs(logs, clock, new FutureLines());
                return new MapReading(
                        terms.window(),
                        terms.layouts(),
                        beside == null ? Map.of() : Map.of(this.keys.layout(), beside),
                        logs,
                        contents);
            });
        });
    }

    /** The map's own key, and the first one of every way in which it may be split. */
    private Set<String> probes() {
        Set<String> keys = new LinkedHashSet<>(List.of(name));
        for (int buckets = 2; buckets <= Layout.MAX_BUCKETS; buckets += buckets < MAX_CONFIGURED ? 1 : buckets) {
            keys.add(this.keys.of(new Layout(buckets, 0), 0));
        }
        return keys;
    }
}
