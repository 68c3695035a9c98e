package org.whosonline.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.whosonline.store.Store;

/**
 * A map from members to their latest line, kept in the store as a log that is only ever appended to.
 *
 * <p>An append is one atomic operation that reads nothing, whatever the size of the map, so writers neither wait for
 * nor undo each other. What an append leaves behind, superseded and expired lines, {@link #compact} drops now and then.
 *
 * <p>Every future ends within a few timeouts of the store, exceptionally with a
 * {@link org.whosonline.store.StoreException} when the store did not answer: then it is unknown whether a write took
 * effect. Writing the same line again is always harmless.
 *
 * <p>Thread-safe.
 */
public final class AppendedMap {

    /** How far ahead of a node's clock the time of a line or mark may be, in seconds, to be taken as it is. */
    public static final int TOLERANCE_SECONDS = FutureLines.TOLERANCE;

    private final Store store;
    private final StoreClock clock;
    private final Layouts layouts;
    private final Compactor compactor;
    private final FutureLines future = new FutureLines();
    private final Removals removals = new Removals();
    private final Executor worker;
    private final long window;
    private final LogReader reader;
    private final LogWriter writer;

    /** By what the logs and their places were told from others when last read; see {@link #noticeOtherLogs}. */
    private volatile Map<String, String> incarnations = Map.of();

    private volatile long tendedEpoch;

    /** How an append ended. */
    public enum Appended {
        /** The line stands in the log. */
        STORED,
        /** The line stands in a log that did not exist before. */
        CREATED,
        /** The log is full and no room could be made; the line was not stored. */
        REFUSED
    }

    /**
     * @param name the key of the map, also the beginning of the keys beside it
     * @param windowSeconds how long a line counts
     * @param buckets the number of keys to split the map over, or 0 to let it grow from one by itself
     * @param worker runs what takes long: reading whole logs and compacting them
     * @param random source of incarnations
     */
    public AppendedMap(
            Store store,
            StoreClock clock,
            String name,
            long windowSeconds,
            int buckets,
            Executor worker,
            RandomGenerator random) {
        this(store, clock, new Layouts(store, clock, name, windowSeconds, buckets, Layouts.Role.NODE), worker, random);
    }

    private AppendedMap(Store store, StoreClock clock, Layouts layouts, Executor worker, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.window = layouts.window();
        this.worker = worker;
        this.layouts = layouts;
        this.compactor = new Compactor(store, clock, future, layouts.window(), layouts.life(), worker, random);
        this.reader = new LogReader(store, layouts, worker);
        this.writer = new LogWriter(store, clock, layouts, compactor, random);
        this.tendedEpoch = store.epoch();
    }

    /**
     * The map for somebody who is no node of the site, such as an operator's command: how it is split, now and further,
     * is for the nodes to agree on, and where that is gone it is not written anew.
     */
    public static AppendedMap ofGuest(
            Store store, StoreClock clock, String name, long windowSeconds, Executor worker, RandomGenerator random) {
        var layouts = new Layouts(store, clock, name, windowSeconds, 0, Layouts.Role.GUEST);
        return new AppendedMap(store, clock, layouts, worker, random);
    }

    /**
     * A map that comes into being with its first line, grows as it must, and is gone from the store by itself when nobody
     * has {@linkplain #touch touched} it for twice the window.
     */
    public static AppendedMap passing(
            Store store, StoreClock clock, String name, long windowSeconds, Executor worker, RandomGenerator random) {
        var layouts = new Layouts(store, clock, name, windowSeconds, 0, Layouts.Role.PASSING);
        return new AppendedMap(store, clock, layouts, worker, random);
    }

    /**
     * Keeps a passing map in the store for twice the window from now, as far as it is there. To be called by whoever
     * writes to it, at least once in a window, since an append does not prolong a life.
     */
    public CompletableFuture<Void> touch() {
        return layouts.confirm().thenCompose(list -> {
            Set<String> keys = layouts.keys().all(list);
            keys.add(layouts.keys().layout());
            return all(
                    keys.stream().map(key -> store.touch(key, layouts.life())).toList());
        });
    }

    /** Tells the others how this node is configured to split the map. To be called once, when the store first answers. */
    public CompletableFuture<Void> propose() {
        return layouts.propose().thenRun(() -> {});
    }

    /** Appends {@code line} to its log, which comes into being if need be. */
    public CompletableFuture<Appended> append(Line line) {
        return writer.append(line);
    }

    /**
     * Appends {@code lines}, each to its log, with one operation a log. Not atomic as a whole.
     *
     * @return {@code REFUSED} if one of them was, else {@code CREATED} if a log came into being with them
     */
    public CompletableFuture<Appended> appendAll(List<Line> lines) {
        return writer.appendAll(lines);
    }

    /**
     * Takes {@code member} off the map as of {@code time} in epoch seconds: records up to that time no longer count,
     * wherever they stand. A removal that fails is made again by {@link #tend}, with its original time.
     */
    public CompletableFuture<Void> remove(String member, long time) {
        Line removal = Line.removal(member, time);
        removals.add(removal);
        return write(removal);
    }

    /** As {@link #remove}, but leaves the writing to {@link #tend}. */
    public void removeLater(String member, long time) {
        removals.add(Line.removal(member, time));
    }

    private CompletableFuture<Void> write(Line removal) {
        byte[] bytes = removal.encodeApart();
        // The layout is read first: a record that went to a layout which this node has not heard of must be met there.
        return layouts.confirm().thenCompose(list -> {
            CompletableFuture<Appended> newest = writer.append(removal.member(), bytes);
            List<CompletableFuture<?>> appends = new ArrayList<>(List.of(newest));
            for (String key : layouts.keys().all(removal.member(), list.subList(0, list.size() - 1))) {
                // May be refused where an old log is full. The newest layout, which can make room, is read as well.
                appends.add(writer.appendTo(key, bytes));
            }
            return all(appends).thenRun(() -> {
                if (newest.join() != Appended.REFUSED) {
                    removals.written(removal);
                }
            });
        });
    }

    /**
     * When this node last removed {@code member}, in epoch seconds; -1 if not within the window. Also if it seems to be
     * later than now: then the store's clock was set back, and by its new time that removal counts no longer.
     */
    public long removalOf(String member) {
        long time = removals.timeOf(member);
        return time < 0 || time > clock.seconds() + TOLERANCE_SECONDS ? -1 : time;
    }

    /**
     * Whether this node has removed anybody within the window. Then it should {@link #read} every few seconds even if
     * nobody asks, for that is how it notices that a log was lost, and its removals with it.
     */
    public boolean remembersRemovals() {
        return !removals.isEmpty();
    }

    /** Writes again the removals that failed or whose log was lost. To be called about once a second. */
    public CompletableFuture<Void> tend() {
        long now = store.epoch();
        if (now != tendedEpoch) {
            tendedEpoch = now;
            removals.writeAgain();
        }
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (Line removal : removals.unwritten(clock.seconds() - window)) {
            writes.add(write(removal));
        }
        return all(writes);
    }

    /** Reads the whole map. Fails as a whole if any part of it cannot be read. */
    public CompletableFuture<Contents> read() {
        Contents contents = new Contents(clock);
        return reader.read(contents.begunMillis()).thenApplyAsync(logs -> fill(contents, logs), worker);
    }

    private Contents fill(Contents contents, Map<String, byte[]> logs) {
        contents.addLogs(logs, clock, future);
        Map<String, String> read = new HashMap<>();
        logs.forEach((key, bytes) -> read.put(key, Header.incarnation(bytes)));
        noticeOtherLogs(read, contents);
        return contents;
    }

    /**
     * A log of another incarnation has lost the removals made in the former. So may one that was not there at the last
     * reading: it can have come, taken a removal, gone, and come again.
     */
    private void noticeOtherLogs(Map<String, String> read, Contents contents) {
        Map<String, String> known = incarnations;
        incarnations = read;
        Set<String> keys = layouts.keys().all(layouts.confirmed());
        // A log whose layout has been dropped is no loss: nothing in it could count.
        if (known.keySet().stream()
                .anyMatch(key -> keys.contains(key) && !known.get(key).equals(read.get(key)))) {
            contents.lost();
        }
        if (!read.equals(known)) {
            removals.writeAgain();
        }
    }

    /**
     * Drops superseded and expired lines from every log, drops layouts that no longer count, and splits the map further
     * if it has grown. Other writers go on meanwhile; a log that changed too fast is left for the next time.
     *
     * @return what the map held before, expired lines included
     */
    public CompletableFuture<Contents> compact() {
        return layouts.confirm().thenCompose(list -> {
            Contents contents = new Contents(clock);
            CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
            // One after the other: a swap fails if somebody appended since its read, so the two should be close.
            for (String key : layouts.keys().all(list)) {
                chain = chain.thenCompose(done -> compactor.compact(key, contents))
                        .thenAccept(compact -> {
                            if (!compact) {
                                contents.notSaved();
                            }
                        });
            }
            return chain.thenCompose(done -> layouts.dropReplaced())
                    .thenCompose(done -> writer.growInTime(contents, clock.seconds() - window))
                    .thenApply(done -> contents);
        });
    }

    /** How many swaps of this node's compactions were refused because somebody wrote in between, since the start. */
    public long conflicts() {
        return compactor.conflicts();
    }

    private static CompletableFuture<Void> all(Collection<? extends CompletableFuture<?>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }
}
