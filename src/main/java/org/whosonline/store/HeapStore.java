package org.whosonline.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The store of one JVM: the same operations and limits as Memcached's, in a map on the heap.
 *
 * <p>Every operation is done when its method returns, on the caller's thread, and its future is complete. It fails only
 * after {@link #close}, and where a value to {@linkplain #incr count} is no number. Nothing is ever evicted.
 *
 * <p>Thread-safe and without a thread of its own: an operation holds the lock of its key alone. Expired entries are
 * absent from the moment they expire; their memory is given back by whichever write comes {@value #SWEEP_MILLIS} ms
 * after the last sweep.
 */
public final class HeapStore implements Store {

    private static final long SWEEP_MILLIS = 30_000;

    private final InstantSource clock;
    private final ConcurrentHashMap<String, HeapEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();
    private final AtomicLong swept;
    private volatile boolean closed;

    public HeapStore(InstantSource clock) {
        this.clock = clock;
        this.swept = new AtomicLong(clock.millis());
    }

    @Override
    public CompletableFuture<byte[]> get(String key) {
        String encoded = Keys.encode(key);
        return answer(() -> living(encoded).map(HeapEntry::value).orElse(null));
    }

    @Override
    public CompletableFuture<Map<String, byte[]>> getAll(Collection<String> keys) {
        List<String> encoded = new ArrayList<>(keys.size());
        keys.forEach(key -> encoded.add(Keys.encode(key)));
        return answer(() -> {
            Map<String, byte[]> values = new HashMap<>();
            int i = 0;
            for (String key : keys) {
                living(encoded.get(i++)).ifPresent(entry -> values.put(key, entry.value()));
            }
            return values;
        });
    }

    @Override
    public CompletableFuture<Versioned> gets(String key) {
        String encoded = Keys.encode(key);
        // One look at the map: value and version are of the same moment.
        return answer(() -> living(encoded)
                .map(entry -> new Versioned(key, entry.value(), entry.version()))
                .orElse(null));
    }

    @Override
    public CompletableFuture<Boolean> cas(Versioned read, byte[] value, Duration expiry) {
        if (value.length > MAX_VALUE) {
            return CompletableFuture.completedFuture(false);
        }
        long expires = expires(expiry);
        return change(
                read.key(),
                old -> old != null && read.version().equals(old.version()) ? entry(value, value.length, expires) : old);
    }

    @Override
    public CompletableFuture<Boolean> add(String key, byte[] value, Duration expiry) {
        Limits.value(value);
        long expires = expires(expiry);
        return change(key, old -> old == null ? entry(value, value.length, expires) : old);
    }

    @Override
    public CompletableFuture<Boolean> set(String key, byte[] value, Duration expiry) {
        Limits.value(value);
        long expires = expires(expiry);
        return change(key, old -> entry(value, value.length, expires));
    }

    @Override
    public CompletableFuture<Boolean> append(String key, byte[] tail) {
        Limits.value(tail);
        return change(key, old -> {
            if (old == null || old.length() + tail.length > MAX_VALUE) {
                return old;
            }
            // Scenario: a reader copies the first bytes of this array while we write behind them. It never looks
            // beyond the length it found; and only the newest entry of a key is appended to, so no two tails meet.
            byte[] bytes = old.withRoomFor(tail.length);
            System.arraycopy(tail, 0, bytes, old.length(), tail.length);
            return entry(bytes, old.length() + tail.length, old.expires());
        });
    }

    @Override
    public CompletableFuture<OptionalLong> incr(String key, long by) {
        Limits.increment(by);
        String encoded = Keys.encode(key);
        return answer(() -> {
            HeapEntry counted = update(encoded, old -> old == null ? null : sum(key, old, by));
            return counted == null ? OptionalLong.empty() : OptionalLong.of(number(key, counted));
        });
    }

    private HeapEntry sum(String key, HeapEntry old, long by) {
        byte[] digits = Long.toUnsignedString(number(key, old) + by).getBytes(StandardCharsets.US_ASCII);
        return entry(digits, digits.length, old.expires());
    }

    private static long number(String key, HeapEntry entry) {
        try {
            return entry.number();
        } catch (NumberFormatException e) {
            throw new StoreException("The value of " + key + " is no number", e);
        }
    }

    @Override
    public CompletableFuture<Boolean> touch(String key, Duration expiry) {
        long expires = expires(expiry);
        return change(
                key, old -> old == null ? null : new HeapEntry(old.bytes(), old.length(), old.version(), expires));
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
        return change(key, old -> null);
    }

    @Override
    public CompletableFuture<Instant> time() {
        return answer(() -> clock.instant().truncatedTo(ChronoUnit.SECONDS));
    }

    @Override
    public CompletableFuture<Long> evictions() {
        return answer(() -> 0L);
    }

    @Override
    public boolean available() {
        return !closed;
    }

    /** Always the same: there is no other server for a key to move to. */
    @Override
    public long epoch() {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
        entries.clear();
    }

    /** How many entries take memory, expired ones included. */
    int size() {
        return entries.size();
    }

    private Optional<HeapEntry> living(String encoded) {
        HeapEntry entry = entries.get(encoded);
        return entry == null || entry.expiredAt(clock.millis()) ? Optional.empty() : Optional.of(entry);
    }

    /** Answers whether {@code change} made another entry of the one it was given (or of null), or none of one. */
    private CompletableFuture<Boolean> change(String key, UnaryOperator<HeapEntry> change) {
        String encoded = Keys.encode(key);
        return answer(() -> {
            boolean[] changed = new boolean[1];
            update(encoded, old -> {
                HeapEntry next = change.apply(old);
                changed[0] = next != old;
                return next;
            });
            return changed[0];
        });
    }

    /** Atomic for the key: {@code change} sees the present entry, or null if there is none or it has expired. */
    private HeapEntry update(String encoded, UnaryOperator<HeapEntry> change) {
        long now = clock.millis();
        sweep(now);
        return entries.compute(encoded, (key, old) -> change.apply(old == null || old.expiredAt(now) ? null : old));
    }

    private void sweep(long now) {
        long last = swept.get();
        // The distance, not the difference: a clock that was set back must not put the next sweep off.
        if (Math.abs(now - last) >= SWEEP_MILLIS && swept.compareAndSet(last, now)) {
            entries.values().removeIf(entry -> entry.expiredAt(now));
        }
    }

    private long expires(Duration expiry) {
        int seconds = Limits.seconds(expiry);
        return seconds == 0 ? Long.MAX_VALUE : clock.millis() + seconds * 1000L;
    }

    private HeapEntry entry(byte[] bytes, int length, long expires) {
        return new HeapEntry(bytes, length, versions.incrementAndGet(), expires);
    }

    private <T> CompletableFuture<T> answer(Supplier<T> operation) {
        if (closed) {
            return CompletableFuture.failedFuture(new StoreException("The store is closed"));
        }
        try {
            return CompletableFuture.completedFuture(operation.get());
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
