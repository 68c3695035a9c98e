package org.whosonline.log;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.store.Store;

/** Appends lines to their logs, and makes logs and room for them. Thread-safe. */
final class LogWriter {

    /** The size at which a bucket should be split: an append copies the value, 3.4 µs at this size, 42 µs at 1 MB. */
    static final int BUCKET_BYTES = 64 * 1024;

    /** For how long a writer takes a confirmed layout for current; a node that serves confirms it every five seconds. */
    private static final long LAYOUT_MILLIS = 6_000;

    /** How often a node tries to make room in a full log that may not be split. */
    private static final long ROOM_MILLIS = 1_000;

    private final Store store;
    private final StoreClock clock;
    private final Layouts layouts;
    private final Compactor compactor;
    private final RandomGenerator random;
    private final Map<String, CompletableFuture<Boolean>> makingRoom = new ConcurrentHashMap<>();
    private final Map<String, Long> lastRoomMillis = new ConcurrentHashMap<>();

    LogWriter(Store store, StoreClock clock, Layouts layouts, Compactor compactor, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.layouts = layouts;
        this.compactor = compactor;
        this.random = random;
    }

    /** Appends {@code line} where the newest layout has it. */
    CompletableFuture<Appended> append(Line line) {
        return append(line.member(), line.encode());
    }

    /** Appends {@code bytes}, a line of {@code member}, where the newest layout has it. */
    CompletableFuture<Appended> append(String member, byte[] bytes) {
        return layouts.confirmedWithin(LAYOUT_MILLIS)
                .thenCompose(list -> appendMakingRoom(member, layouts.newest(), bytes));
    }

    /**
     * Appends {@code lines} where the newest layout has them, those of one log at once. Answers {@code REFUSED} if any of
     * them was refused, else {@code CREATED} if a log came into being.
     */
    CompletableFuture<Appended> appendAll(List<Line> lines) {
        return layouts.confirmedWithin(LAYOUT_MILLIS).thenCompose(list -> {
            Layout layout = layouts.newest();
            Map<String, List<Line>> byKey = new LinkedHashMap<>();
            for (Line line : lines) {
                byKey.computeIfAbsent(layouts.keys().of(line.member(), layout), key -> new ArrayList<>())
                        .add(line);
            }
            List<CompletableFuture<Appended>> appends = new ArrayList<>();
            byKey.forEach((key, some) -> appendPieces(key, some, appends));
            return worst(appends);
        });
    }

    /** In pieces of a bucket's size at most: what is far too much for one log cannot be appended to it in one. */
    private void appendPieces(String key, List<Line> lines, List<CompletableFuture<Appended>> appends) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Line> piece = new ArrayList<>();
        for (Line line : lines) {
            byte[] encoded = line.encodeApart();
            if (bytes.size() > 0 && bytes.size() + encoded.length > BUCKET_BYTES) {
                appends.add(appendPiece(key, bytes.toByteArray(), piece));
                bytes.reset();
                piece = new ArrayList<>();
            }
            bytes.writeBytes(encoded);
            piece.add(line);
        }
        appends.add(appendPiece(key, bytes.toByteArray(), piece));
    }

    private CompletableFuture<Appended> appendPiece(String key, byte[] bytes, List<Line> lines) {
        return appendTo(key, bytes).thenCompose(outcome -> {
            if (outcome != Appended.REFUSED) {
                return CompletableFuture.completedFuture(outcome);
            }
            // Full: each may have another place once room has been made.
            return worst(lines.stream().map(this::append).toList());
        });
    }

    private static CompletableFuture<Appended> worst(List<CompletableFuture<Appended>> appends) {
        return CompletableFuture.allOf(appends.toArray(CompletableFuture[]::new))
                .thenApply(done -> appends.stream()
                        .map(CompletableFuture::join)
                        .max(Comparator.naturalOrder())
                        .orElse(Appended.STORED));
    }

    private CompletableFuture<Appended> appendMakingRoom(String member, Layout layout, byte[] bytes) {
        String key = layouts.keys().of(member, layout);
        return appendTo(key, bytes).thenCompose(outcome -> {
            if (outcome != Appended.REFUSED) {
                return CompletableFuture.completedFuture(outcome);
            }
            return makeRoom(key, layout)
                    .thenCompose(made -> made
                            ? appendTo(layouts.keys().of(member, layouts.newest()), bytes)
                            : CompletableFuture.completedFuture(Appended.REFUSED));
        });
    }

    /**
     * Memcached answers an append to an absent log and one to a full log alike. To tell them apart: add the log; when
     * it is there after all, another writer may just have created it, so append once more; refused again, it is full.
     * A log is never set, which would wipe out what others appended in between.
     */
    CompletableFuture<Appended> appendTo(String key, byte[] bytes) {
        return store.append(key, bytes)
                .thenCompose(appended -> appended
                        ? CompletableFuture.completedFuture(Appended.STORED)
                        : store.add(key, withHeader(bytes), layouts.life())
                                .thenCompose(added -> added
                                        ? CompletableFuture.completedFuture(Appended.CREATED)
                                        : store.append(key, bytes)
                                                .thenApply(late -> late ? Appended.STORED : Appended.REFUSED)));
    }

    private byte[] withHeader(byte[] line) {
        byte[] header = Header.create(random);
        byte[] both = Arrays.copyOf(header, header.length + line.length);
        System.arraycopy(line, 0, both, header.length, line.length);
        return both;
    }

    /**
     * Makes room in a full log: compacts it, and if that frees too little, doubles the buckets where that is allowed.
     * Of many writers that meet the full log at once one does the work and the others wait for its outcome.
     */
    private CompletableFuture<Boolean> makeRoom(String key, Layout full) {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        CompletableFuture<Boolean> other = makingRoom.putIfAbsent(key, mine);
        if (other != null) {
            return other;
        }
        long now = clock.millis();
        long last = lastRoomMillis.getOrDefault(key, now - ROOM_MILLIS);
        boolean tooSoon = layouts.isFixed() && Math.abs(now - last) < ROOM_MILLIS;
        if (!tooSoon) {
            lastRoomMillis.put(key, now);
        }
        (tooSoon ? CompletableFuture.completedFuture(false) : doMakeRoom(key, full)).whenComplete((made, fault) -> {
            makingRoom.remove(key, mine);
            if (fault == null) {
                mine.complete(made);
            } else {
                mine.completeExceptionally(fault);
            }
        });
        return mine;
    }

    private CompletableFuture<Boolean> doMakeRoom(String key, Layout full) {
        Contents contents = new Contents(clock);
        return compactor.compact(key, contents).thenCompose(compacted -> {
            int wanted = layouts.isFixed() ? full.buckets() : enough(full.buckets(), contents.bytes());
            return wanted == full.buckets()
                    ? CompletableFuture.completedFuture(true)
                    : layouts.growTo(wanted).thenApply(list -> true);
        });
    }

    /**
     * Splits the map further if it has grown, before its buckets are full.
     *
     * @param oldest lines before this, in epoch seconds, no longer count
     */
    CompletableFuture<List<Layout>> growInTime(Contents contents, long oldest) {
        int buckets = layouts.newest().buckets();
        int wanted = enough(buckets, contents.bytesSince(oldest) / buckets);
        return layouts.isFixed() || wanted == buckets
                ? CompletableFuture.completedFuture(layouts.confirmed())
                : layouts.growTo(wanted);
    }

    /** So many times doubled are {@code buckets} of {@code bytes} each when each is small enough. */
    private static int enough(int buckets, long bytes) {
        int wanted = buckets;
        for (long each = bytes; each > BUCKET_BYTES && wanted * 2 <= Layout.MAX_BUCKETS; each /= 2) {
            wanted *= 2;
        }
        return wanted;
    }
}
