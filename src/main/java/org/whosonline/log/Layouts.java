package org.whosonline.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
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
    private final BucketKeys keys;
    private final String key;
    private final long window;
    private final int fixedBuckets;
    private final Role role;

    /** What was last read from the store or agreed to by it; none before. Replaced as a whole. */
    private volatile Terms confirmed = Terms.NONE;

    private volatile long confirmedMillis;
    private volatile long confirmedEpoch;

    /** For whom the map is kept here. */
    enum Role {
        /** A node of the site, which writes the list where there is none. */
        NODE,
        /** No node of the site: it obeys what the nodes agreed on, and where that is gone leaves it to them to write it. */
        GUEST,
        /** Nodes, but of a map that comes and goes: while it fits one key, as nearly all of them do, no list tells so. */
        PASSING
    }

    /**
     * @param fixedBuckets how many keys this node is configured to split the map over, or 0 for as many as it takes
     */
    Layouts(Store store, StoreClock clock, String name, long window, int fixedBuckets, Role role) {
        this.store = store;
        this.clock = clock;
        this.name = name;
        this.keys = new BucketKeys(name);
        this.key = keys.layout();
        this.window = window;
        this.fixedBuckets = fixedBuckets;
        this.role = role;
    }

    /** The keys of the map. */
    BucketKeys keys() {
        return keys;
    }

    /** The list as last confirmed, the newest layout last; empty if it never was. */
    List<Layout> confirmed() {
        return confirmed.layouts();
    }

    /** The layout that records go to. Only once there is a confirmed list. */
    Layout newest() {
        List<Layout> list = confirmed();
        return list.get(list.size() - 1);
    }

    /** How long a line counts for whoever asks here, in seconds. */
    long window() {
        return window;
    }

    /**
     * How long the keys of the map live untouched: for ever, or, of a passing map, long enough that no line in them can
     * count any more.
     */
    Duration life() {
        return role == Role.PASSING ? Duration.ofSeconds(2 * window) : Store.FOREVER;
    }

    /** Whether the map must not be split further. */
    boolean isFixed() {
        return role == Role.GUEST ? confirmed.fixed() : fixedBuckets != 0;
    }

    /** The list, read from the store unless that was done in the last {@code millis} and on this connection. */
    CompletableFuture<List<Layout>> confirmedWithin(long millis) {
        List<Layout> known = confirmed();
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
        Terms read = Terms.decode(value);
        if (read.isNone() && mayBeAbsent(lastKnown())) {
            return CompletableFuture.completedFuture(accept(new Terms(window, false, lastKnown()), begun, epoch));
        }
        return read.isNone()
                ? change(newest -> newest, false, TRIES)
                : CompletableFuture.completedFuture(accept(read, begun, epoch));
    }

    private List<Layout> accept(Terms terms, long begun, long epoch) {
        confirmed = terms;
        confirmedMillis = begun;
        confirmedEpoch = epoch;
        return terms.layouts();
    }

    /** Has the store hold what this node is configured to: window, and number of buckets unless that may grow. */
    CompletableFuture<List<Layout>> propose() {
        return change(newest -> fixedBuckets == 0 ? newest : fixedBuckets, true, TRIES);
    }

    /**
     * Makes {@code buckets} the newest layout, unless the newest has as many or more: others may have been here before.
     */
    CompletableFuture<List<Layout>> growTo(int buckets) {
        return change(newest -> Math.max(newest, buckets), false, TRIES);
    }

    /** Drops the layouts that nothing counts in any more. */
    CompletableFuture<List<Layout>> dropReplaced() {
        Terms known = confirmed;
        return withoutReplaced(known).equals(known.layouts())
                ? CompletableFuture.completedFuture(known.layouts())
                : change(newest -> newest, false, TRIES);
    }

    /**
     * Reads the terms, drops the layouts that are past and appends the one that is {@code wanted} after the newest; a lost
     * race is repeated.
     *
     * @param own whether this node's configuration decides, rather than what stands there
     */
    private CompletableFuture<List<Layout>> change(IntUnaryOperator wanted, boolean own, int tries) {
        long begun = clock.millis();
        long epoch = store.epoch();
        return store.gets(key).thenCompose(read -> {
            Terms old = read == null ? Terms.NONE : Terms.decode(read.value());
            List<Layout> list = with(old.isNone() ? lastKnown() : withoutReplaced(old), wanted);
            Terms terms = own || old.window() == 0
                    ? new Terms(window, fixedBuckets != 0, list)
                    : new Terms(old.window(), old.fixed(), list);
            // A guest leaves a list that is gone to the nodes. Scenario: the list is evicted while the map is split
            // over
            // eight keys, and the command for cron comes first; what it wrote, of a single key, the nodes would
            // believe.
            if (terms.sameAs(old) || old.isNone() && mayBeAbsent(list)) {
                return CompletableFuture.completedFuture(accept(terms, begun, epoch));
            }
            return write(read, terms.encode()).thenCompose(written -> {
                if (written) {
                    tell(old.layouts(), list);
                    return CompletableFuture.completedFuture(accept(terms, begun, epoch));
                }
                return tries > 1
                        ? change(wanted, own, tries - 1)
                        : CompletableFuture.failedFuture(new StoreException("Could not write " + key));
            });
        });
    }

    private boolean mayBeAbsent(List<Layout> list) {
        return role == Role.GUEST
                || role == Role.PASSING && list.size() == 1 && list.get(0).buckets() == 1;
    }

    private void tell(List<Layout> old, List<Layout> list) {
        int buckets = list.get(list.size() - 1).buckets();
        if (!old.isEmpty() && old.get(old.size() - 1).buckets() != buckets) {
            String line = "The map {} is split over {} keys from now on.";
            if (role == Role.PASSING) {
                log.debug(line, name, buckets);
            } else {
                log.info(line, name, buckets);
            }
        }
    }

    private CompletableFuture<Boolean> write(Versioned read, byte[] value) {
        return read == null ? store.add(key, value, life()) : store.cas(read, value, life());
    }

    /** What stands in for a list that is gone (flush, eviction, restart): the one this node knew, or a first one. */
    private List<Layout> lastKnown() {
        Terms known = confirmed;
        return known.isNone()
                ? List.of(new Layout(Math.max(1, fixedBuckets), clock.seconds()))
                : withoutReplaced(known);
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

    private List<Layout> withoutReplaced(Terms terms) {
        List<Layout> list = terms.layouts();
        List<Layout> kept = new ArrayList<>();
        long oldest = clock.seconds() - Math.max(window, terms.window()) - LATE_SECONDS;
        for (int i = 0; i < list.size(); i++) {
            boolean newest = i == list.size() - 1;
            // One that was replaced in the future was written by a broken clock or hand, and would stay for ever.
            boolean recent = !newest
                    && list.get(i + 1).since() >= oldest
                    && list.get(i + 1).since() <= clock.seconds() + Math.max(window, terms.window());
            if (newest || recent) {
                kept.add(list.get(i));
            }
        }
        return kept;
    }
}
