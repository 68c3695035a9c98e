package org.whosonline.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * A store as one component uses it: passes everything on, and counts what was asked and what was not answered.
 *
 * <p>Thread-safe; counting makes nobody wait for anybody.
 */
public final class CountingStore implements Store {

    private final Store store;
    private final LongAdder[] asked = adders();
    private final LongAdder[] failed = adders();

    /** @param store is asked, and closed by {@link #close} */
    public CountingStore(Store store) {
        this.store = store;
    }

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[Operation.values().length];
        for (int i = 0; i < adders.length; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    /** How often {@code operation} was asked for, whatever came of it. */
    public long asked(Operation operation) {
        return asked[operation.ordinal()].sum();
    }

    /** How often {@code operation} ended with a {@link StoreException}. What is absent, or not stored, is no failure. */
    public long failed(Operation operation) {
        return failed[operation.ordinal()].sum();
    }

    private <T> CompletableFuture<T> count(Operation operation, CompletableFuture<T> answer) {
        asked[operation.ordinal()].increment();
        answer.whenComplete((value, fault) -> {
            if (fault != null) {
                failed[operation.ordinal()].increment();
            }
        });
        return answer;
    }

    @Override
    public CompletableFuture<byte[]> get(String key) {
        return count(Operation.GET, store.get(key));
    }

    @Override
    public CompletableFuture<Map<String, byte[]>> getAll(Collection<String> keys) {
        return count(Operation.MULTI_GET, store.getAll(keys));
    }

    @Override
    public CompletableFuture<Versioned> gets(String key) {
        return count(Operation.GETS, store.gets(key));
    }

    @Override
    public CompletableFuture<Boolean> cas(Versioned read, byte[] value, Duration expiry) {
        return count(Operation.CAS, store.cas(read, value, expiry));
    }

    @Override
    public CompletableFuture<Boolean> add(String key, byte[] value, Duration expiry) {
        return count(Operation.ADD, store.add(key, value, expiry));
    }

    @Override
    public CompletableFuture<Boolean> set(String key, byte[] value, Duration expiry) {
        return count(Operation.SET, store.set(key, value, expiry));
    }

    @Override
    public CompletableFuture<Boolean> append(String key, byte[] tail) {
        return count(Operation.APPEND, store.append(key, tail));
    }

    @Override
    public CompletableFuture<OptionalLong> incr(String key, long by) {
        return count(Operation.INCR, store.incr(key, by));
    }

    @Override
    public CompletableFuture<Boolean> touch(String key, Duration expiry) {
        return count(Operation.TOUCH, store.touch(key, expiry));
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
        return count(Operation.DELETE, store.delete(key));
    }

    @Override
    public CompletableFuture<Instant> time() {
        return count(Operation.STATS, store.time());
    }

    @Override
    public CompletableFuture<Long> evictions() {
        return count(Operation.STATS, store.evictions());
    }

    @Override
    public boolean available() {
        return store.available();
    }

    @Override
    public long epoch() {
        return store.epoch();
    }

    @Override
    public void close() {
        store.close();
    }
}
