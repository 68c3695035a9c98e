package org.whosonline.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.store.Versioned;

/**
 * How the map is split over keys, now and within the window, as far as this node has confirmed it with the store.
 *
 * <p>A layout is only ever added, and dropped from the list when nothing written to it can count any more; no line is
 * moved. So a writer that has not heard of the newest layout yet still writes where readers look.
 *
 * <p>Thread-safe.
 */
final class Layouts {

    private static final Logger log = LoggerFactory.getLogger(Layouts.class);

    /** How long after its replacement somebody may still write to a layout, by an old list or a late operation. */
    private static final int LATE_SECONDS = 30;

    private static final int TRIES = 4;

    private final Store store;
    private final StoreClock clock;
    private final String name;
    private final String key;
    private final long window;
    private final int initialBuckets;

    /** The list last read from the store or agreed to by it; empty before. Replaced as a whole. */
    private volatile List<Layout> confirmed = List.of();

    private volatile long confirmedMillis;
    private volatile long confirmedEpoch;

    Layouts(Store store, StoreClock clock, String name, long window, int initialBuckets) {
        this.store = store;
        this.clock = clock;
        this.name = name;
        this.key = name + ":layout";
        this.window = window;
        this.initialBuckets = initialBuckets;
    }

    /** The key that holds the list. */
    String key() {
        return key;
    }

    /** The list as last confirmed, the newest layout last; empty if it never was. */
    List<Layout> confirmed() {
        return confirmed;
    }

    /** The layout that records go to. Only once there is a confirmed list. */
    Layout newest() {
        return confirmed.get(confirmed.size() - 1);
    }

    /** The list, read from the store unless that was done in the last {@code millis} and on this connection. */
    CompletableFuture<List<Layout>> confirmedWithin(long millis) {
        List<Layout> known = confirmed;
        // After a reconnect the list may be another one, and lines written by the old one would not be found.
        if (!known.isEmpty() && clock.millis() - confirmedMillis <= millis && store.epoch() == confirmedEpoch) {
            return CompletableFuture.completedFuture(known);
        }
        return confirm();
    }

    /** Reads the list, and writes it anew if it is gone. */
    CompletableFuture<List<Layout>> confirm() {
        long begun = clock.millis();
        long epoch = store.epoch();
        return store.get(key).thenCompose(value -> confirm(value, begun, epoch));
    }

    /**
     * As {@link #confirm()}, where {@code value} has just been read; null if absent.
     *
     * @param begun when the read began, in epoch milliseconds of the store's time
     * @param epoch the store's epoch before the read
     */
    CompletableFuture<List<Layout>> confirm(byte[] value, long begun, long epoch) {
        List<Layout> read = value == null ? List.of() : Layout.decode(value);
        return read.isEmpty()
                ? change(newest -> newest, TRIES)
                : CompletableFuture.completedFuture(accept(read, begun, epoch));
    }

    private List<Layout> accept(List<Layout> list, long begun, long epoch) {
        confirmed = list;
        confirmedMillis = begun;
        confirmedEpoch = epoch;
        return list;
    }

    /** Makes {@code buckets} the newest layout, unless it is. */
    CompletableFuture<List<Layout>> propose(int buckets) {
        return change(newest -> buckets, TRIES);
    }

    /** As {@link #propose}, unless the newest layout has as many buckets or more: others may have been here before. */
    CompletableFuture<List<Layout>> growTo(int buckets) {
        return change(newest -> Math.max(newest, buckets), TRIES);
    }

    /** Drops the layouts that nothing counts in any more. */
    CompletableFuture<List<Layout>> dropReplaced() {
        return dropReplaced(confirmed).equals(confirmed)
                ? CompletableFuture.completedFuture(confirmed)
                : change(newest -> newest, TRIES);
    }

    /** Reads the list, drops what is past and appends the layout {@code wanted} after the newest; a lost race is repeated. */
    private CompletableFuture<List<Layout>> change(IntUnaryOperator wanted, int tries) {
        long begun = clock.millis();
        long epoch = store.epoch();
        return store.gets(key).thenCompose(read -> {
            List<Layout> old = read == null ? List.of() : Layout.decode(read.value());
            List<Layout> list = with(old.isEmpty() ? lastKnown() : dropReplaced(old), wanted);
            if (list.equals(old)) {
                return CompletableFuture.completedFuture(accept(old, begun, epoch));
            }
            return write(read, list).thenCompose(written -> {
                if (written) {
                    tell(old, list);
                    return CompletableFuture.completedFuture(accept(list, begun, epoch));
                }
                return tries > 1
                        ? change(wanted, tries - 1)
                        : CompletableFuture.failedFuture(new StoreException("Could not write " + key));
            });
        });
    }

    private void tell(List<Layout> old, List<Layout> list) {
        int buckets = list.get(list.size() - 1).buckets();
        if (!old.isEmpty() && old.get(old.size() - 1).buckets() != buckets) {
            log.info("The map {} is split over {} keys from now on.", name, buckets);
        }
    }

    private CompletableFuture<Boolean> write(Versioned read, List<Layout> list) {
        byte[] value = Layout.encode(list, window);
        return read == null ? store.add(key, value, Store.FOREVER) : store.cas(read, value, Store.FOREVER);
    }

    /** What stands in for a list that is gone (flush, eviction, restart): the one this node knew, or a first one. */
    private List<Layout> lastKnown() {
        return confirmed.isEmpty() ? List.of(new Layout(initialBuckets, clock.seconds())) : dropReplaced(confirmed);
    }

    private List<Layout> with(List<Layout> list, IntUnaryOperator wanted) {
        int newest = list.get(list.size() - 1).buckets();
        int next = Math.min(wanted.applyAsInt(newest), Layout.MAX_BUCKETS);
        if (next == newest) {
            return list;
        }
        List<Layout> result = new ArrayList<>(list);
        result.add(new Layout(next, clock.seconds()));
        return List.copyOf(result);
    }

    private List<Layout> dropReplaced(List<Layout> list) {
        List<Layout> kept = new ArrayList<>();
        long oldest = clock.seconds() - window - LATE_SECONDS;
        for (int i = 0; i < list.size(); i++) {
            boolean newest = i == list.size() - 1;
            if (newest || list.get(i + 1).since() >= oldest) {
                kept.add(list.get(i));
            }
        }
        return kept;
    }

    /** The key that {@code member} has in {@code layout}. */
    String keyFor(String member, Layout layout) {
        if (layout.buckets() == 1) {
            return name;
        }
        CRC32 crc = new CRC32();
        crc.update(JsonText.quote(member).getBytes(StandardCharsets.UTF_8));
        return key(layout, crc.getValue() % layout.buckets());
    }

    /**
     * Each layout has keys of its own. Were the first bucket of two the first of four as well, a map that is split because
     * a log is full would go on appending to that very log.
     */
    private String key(Layout layout, long bucket) {
        return layout.buckets() == 1 ? name : name + ":" + layout.buckets() + ":" + bucket;
    }

    /** The keys that {@code member} has or had in any of {@code layouts}. */
    Set<String> keysFor(String member, List<Layout> layouts) {
        Set<String> keys = new LinkedHashSet<>();
        layouts.forEach(layout -> keys.add(keyFor(member, layout)));
        return keys;
    }

    /** Every key of every one of {@code layouts}. */
    Set<String> keys(List<Layout> layouts) {
        Set<String> keys = new LinkedHashSet<>();
        for (Layout layout : layouts) {
            for (int bucket = 0; bucket < layout.buckets(); bucket++) {
                keys.add(key(layout, bucket));
            }
        }
        return keys;
    }
}
