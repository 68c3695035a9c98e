package org.whosonline.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * A key-value store with the operations and the limits of Memcached; everything WhosOnline remembers lives in one.
 *
 * <p>No method blocks, and none throws for a fault of the store: each answers with a future that ends within the
 * store's timeout, either with the result described here or exceptionally with a {@link StoreException}. After a
 * {@code StoreException} it is unknown whether the operation took effect, or will take effect later; only a normal
 * answer tells. Futures may be completed on the store's own thread: a dependent action that computes for long or waits
 * belongs on another executor.
 *
 * <p>Each operation on one key is atomic. There is no order between operations whose answers were not awaited.
 *
 * <p>Keys are any non-empty text whose {@linkplain Keys#encode encoded} form has at most {@value Keys#MAX_LENGTH}
 * bytes; the store encodes them. Values are raw bytes of at most {@value #MAX_VALUE}. A key or value outside of that is
 * a programming error and throws {@link IllegalArgumentException} at once. Arrays handed in or out are not copied and
 * must not be changed afterwards.
 *
 * <p>Expiry is a life from now: {@link #FOREVER}, or between one second and {@link #MAX_EXPIRY}. Memcached counts whole
 * seconds, so fractions are rounded up, and an entry may still go up to a second early; longer lives are refused, since Memcached takes them for calendar dates
 * (<a href="https://docs.memcached.org/protocols/basic/">protocol, "Expiration times"</a>).
 *
 * <p>Any entry may vanish at any time (eviction, flush, restart), and a server that comes back may hold old data.
 *
 * <p>Implementations are thread-safe.
 */
public interface Store extends AutoCloseable {

    /** No expiry. */
    Duration FOREVER = Duration.ZERO;

    /** The longest expiry: 30 days. */
    Duration MAX_EXPIRY = Duration.ofDays(30);

    /** The largest value in bytes that a memcached 1.6 with the default item size of 1 MB takes under a short key. */
    int MAX_VALUE = 1_048_515;

    /** The value of {@code key}, or {@code null} when absent. */
    CompletableFuture<byte[]> get(String key);

    /**
     * The values of those of {@code keys} that are present, by key. Not a snapshot: the keys are read one after the
     * other. Fails as a whole when any part of it cannot be read, so that a missing key means absent, never unreachable.
     */
    CompletableFuture<Map<String, byte[]>> getAll(Collection<String> keys);

    /** The value of {@code key} with what {@link #cas} needs, or {@code null} when absent. */
    CompletableFuture<Versioned> gets(String key);

    /**
     * Replaces the value if nobody has written the key since {@code read} was read.
     *
     * @return whether it was replaced; false also when the key is gone, when the value is too large for the store, and
     *     when the connection was renewed since {@code read}, for a restarted server counts its versions from one again
     */
    CompletableFuture<Boolean> cas(Versioned read, byte[] value, Duration expiry);

    /** Stores {@code value} if {@code key} is absent; answers whether it did. False also when there is no room. */
    CompletableFuture<Boolean> add(String key, byte[] value, Duration expiry);

    /** Stores {@code value} whatever was there; answers false when there is no room, and then the old value is gone. */
    CompletableFuture<Boolean> set(String key, byte[] value, Duration expiry);

    /**
     * Adds {@code tail} at the end of the value, leaving its expiry as it is.
     *
     * @return whether it was added; false when the key is absent, and just the same when the value would become larger
     *     than an item may be
     */
    CompletableFuture<Boolean> append(String key, byte[] tail);

    /**
     * Adds {@code by} (not negative) to a value of decimal digits, which counts in 64 bits without sign.
     *
     * @return the new number, or empty when the key is absent; a value that is no number fails
     */
    CompletableFuture<OptionalLong> incr(String key, long by);

    /** Gives {@code key} a new expiry, leaving its version as it is; answers whether it was present. */
    CompletableFuture<Boolean> touch(String key, Duration expiry);

    /** Deletes {@code key}; answers whether it was present. */
    CompletableFuture<Boolean> delete(String key);

    /** The store's own time of day, in whole seconds rounded down. With several servers, that of the first living one. */
    CompletableFuture<Instant> time();

    /**
     * How many entries were dropped before their time for want of memory since this store was first asked, those of others
     * who share it included. Each server that answers is heard; the number never falls, also when one restarts or is away.
     */
    CompletableFuture<Long> evictions();

    /** Whether it makes sense to submit anything now: false while no server is known to answer. Never blocks. */
    boolean available();

    /**
     * A number that changes whenever data may have been exchanged under the reader: on each connection made anew, and
     * whenever keys move between servers. Equal numbers promise nothing.
     */
    long epoch();

    /** Ends every thread and connection; pending and later operations fail. Idempotent. */
    @Override
    void close();
}
