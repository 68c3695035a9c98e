package org.whosonline.log;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.whosonline.store.Store;
import org.whosonline.store.Versioned;

/** Rewrites one log without what no longer counts, while others go on appending to it. Thread-safe. */
final class Compactor {

    private static final int TRIES = 4;

    private final Store store;
    private final StoreClock clock;
    private final FutureLines future;
    private final long window;
    private final Duration life;
    private final Executor worker;
    private final RandomGenerator random;
    private final LongAdder conflicts = new LongAdder();

    /**
     * @param window how long a line counts, in seconds
     * @param life how long a rewritten log lives
     */
    Compactor(
            Store store,
            StoreClock clock,
            FutureLines future,
            long window,
            Duration life,
            Executor worker,
            RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.future = future;
        this.window = window;
        this.life = life;
        this.worker = worker;
        this.random = random;
    }

    /** What a try that lost its race leaves to the next one. */
    private record Attempt(byte[] original, byte[] compacted) {}

    /**
     * Compacts the log under {@code key} and adds what it holds, expired lines included, to {@code contents}.
     *
     * @return whether the log is compact now; false when every try lost its race against appends, which costs nothing
     *     but a later try
     */
    CompletableFuture<Boolean> compact(String key, Contents contents) {
        return attempt(key, contents, null, 1);
    }

    private CompletableFuture<Boolean> attempt(String key, Contents contents, Attempt lost, int number) {
        return store.gets(key).thenComposeAsync(read -> rewrite(key, read, contents, lost, number), worker);
    }

    private CompletableFuture<Boolean> rewrite(
            String key, Versioned read, Contents contents, Attempt lost, int number) {
        if (read == null) {
            return CompletableFuture.completedFuture(true);
        }
        byte[] log = read.value();
        byte[] compacted;
        // A bare append since the last try: what was compacted stays so, and the tail is carried over as it is. Only
        // the very same bytes prove that. The same header and a greater length do not: after another node's compaction
        // and enough appends both hold, and the lines that it kept and we did not would be lost.
        if (lost != null && startsWith(log, lost.original)) {
            int tail = log.length - lost.original.length;
            compacted = Arrays.copyOf(lost.compacted, lost.compacted.length + tail);
            System.arraycopy(log, lost.original.length, compacted, lost.compacted.length, tail);
            contents.add(new LogScan(log, lost.original.length, clock.seconds(), future));
        } else {
            Header.check(key, log);
            int header = Header.length(log);
            LogScan scan = new LogScan(log, header, clock.seconds(), future);
            contents.add(scan);
            compacted = scan.compact(
                    header == 0 ? Header.create(random) : Arrays.copyOf(log, header), clock.seconds() - window);
        }
        if (Arrays.equals(log, compacted)) {
            contents.addBytes(log.length);
            return CompletableFuture.completedFuture(true);
        }
        return store.cas(read, compacted, life).thenCompose(swapped -> {
            if (!swapped) {
                conflicts.increment();
            }
            if (!swapped && number < TRIES) {
                return attempt(key, contents, new Attempt(log, compacted), number + 1);
            }
            contents.addBytes(swapped ? compacted.length : log.length);
            return CompletableFuture.completedFuture(swapped);
        });
    }

    /** How many swaps were refused because somebody wrote in between. */
    long conflicts() {
        return conflicts.sum();
    }

    private static boolean startsWith(byte[] log, byte[] prefix) {
        return log.length >= prefix.length && Arrays.equals(log, 0, prefix.length, prefix, 0, prefix.length);
    }
}
