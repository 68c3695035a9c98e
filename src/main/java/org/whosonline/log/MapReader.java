package org.whosonline.log;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.whosonline.store.Store;

/** Reads a map from outside, as it stands in the store, and writes nothing whatever is missing. Thread-safe. */
public final class MapReader {

    private final Store store;
    private final StoreClock clock;
    private final Layouts names;

    /** @param name the key of the map */
    public MapReader(Store store, StoreClock clock, String name) {
        this.store = store;
        this.clock = clock;
        this.names = new Layouts(store, clock, name, 0, 0, true);
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
     * Reads the whole map; fails as a whole if any part of it cannot be read, with an {@link UnsupportedFormatException}
     * if another release wrote it.
     */
    public CompletableFuture<MapReading> read() {
        Contents contents = new Contents(clock);
        return store.get(names.key()).thenCompose(beside -> {
            Terms terms = Terms.decode(beside);
            // Without a word on how it is split, what is there is a map of one key.
            Set<String> keys = names.keys(terms.isNone() ? List.of(new Layout(1, 0)) : terms.layouts());
            return store.getAll(keys).thenApply(found -> {
                keys.retainAll(found.keySet());
                Map<String, byte[]> logs = new LinkedHashMap<>();
                keys.forEach(key -> logs.put(key, found.get(key)));
                fill(contents, logs);
                return new MapReading(
                        terms.window(),
                        terms.layouts(),
                        beside == null ? Map.of() : Map.of(names.key(), beside),
                        logs,
                        contents);
            });
        });
    }

    private void fill(Contents contents, Map<String, byte[]> logs) {
        FutureLines future = new FutureLines();
        logs.forEach((key, bytes) -> {
            Header.check(key, bytes);
            contents.add(new LogScan(bytes, Header.length(bytes), clock.seconds(), future));
            contents.addBytes(bytes.length);
        });
    }
}
