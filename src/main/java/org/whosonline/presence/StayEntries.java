package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.whosonline.store.Versioned;

/**
 * What the store holds of what was last reported of each user in each room: {@code ["in","…"]} or {@code ["out","…"]}. The text
 * behind it tells whose write it is, should its answer be lost. Of the loop only.
 */
final class StayEntries {

    private static final String IN = "[\"in\",\"";
    private static final String OUT = "[\"out\",\"";

    private final Node node;
    private final RoomKeys keys;
    private final String name;
    private long writes;

    /** The entry of a user. */
    record Entry(boolean in, Versioned read) {}

    /** What to do about an entry. */
    enum Verdict {
        NOTHING,
        WRITE,
        WRITE_AND_REPORT
    }

    StayEntries(Node node, RoomKeys keys) {
        this.node = node;
        this.keys = keys;
        this.name = Long.toHexString(node.random().nextLong());
    }

    /** Whether the store has held anything for a short time only: started, or flushed. */
    CompletableFuture<Boolean> isYoung(long settlingSeconds) {
        String key = keys.born();
        return node.store().get(key).thenCompose(value -> {
            if (value == null) {
                byte[] now = Long.toString(node.clock().seconds()).getBytes(StandardCharsets.US_ASCII);
                return node.store().add(key, now, Duration.ZERO).thenApply(added -> true);
            }
            try {
                long since = Long.parseLong(Version.text(value));
                return CompletableFuture.completedFuture(node.clock().seconds() - since < settlingSeconds);
            } catch (NumberFormatException notOurs) {
                return CompletableFuture.completedFuture(false);
            }
        });
    }

    /** Keeps the entry of a user who is there, and makes it anew should it be lost. */
    void keep(String key) {
        node.store()
                .touch(key, life())
                .thenCompose(there -> there
                        ? CompletableFuture.completedFuture(true)
                        : node.store().add(key, entry(true), life()));
    }

    /**
     * Changes an entry, and reports if this is the one write that did; after a lost race all over again.
     *
     * @param in what it is to say
     * @param decide what to do about what it says, null if there is none
     * @param again called instead of {@code report} when a race was lost, unless this was the last of {@code tries}
     * @param later called instead when the store did not answer, or too many races were lost
     */
    void change(
            String key,
            boolean in,
            Function<Entry, CompletableFuture<Verdict>> decide,
            Runnable report,
            Runnable again,
            Runnable later,
            int tries) {
        byte[] mine = entry(in);
        read(key)
                .thenComposeAsync(
                        found -> decide.apply(found)
                                .thenCompose(verdict -> verdict == Verdict.NOTHING
                                        ? CompletableFuture.completedFuture(verdict)
                                        : write(key, found, mine).thenApply(won -> won ? verdict : null)),
                        node.loop())
                .whenCompleteAsync(
                        (verdict, fault) -> {
                            if (verdict == Verdict.WRITE_AND_REPORT) {
                                report.run();
                            } else if (verdict == null && fault == null && tries > 1) {
                                again.run();
                            } else if (verdict == null) {
                                node.figures().reportsDelayed.increment();
                                later.run();
                            }
                        },
                        node.loop());
    }

    /** Whether it was written, be it that the answer was lost and the entry tells. */
    private CompletableFuture<Boolean> write(String key, Entry found, byte[] mine) {
        CompletableFuture<Boolean> written = found == null
                ? node.store().add(key, mine, life())
                : node.store().cas(found.read, mine, life());
        return written.exceptionallyCompose(fault ->
                read(key).thenApply(now -> now != null && Arrays.equals(now.read.value(), mine)));
    }

    private Duration life() {
        return Duration.ofSeconds(node.lifeSeconds());
    }

    private byte[] entry(boolean in) {
        String text = (in ? IN : OUT) + name + '.' + ++writes + "\"]";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private CompletableFuture<Entry> read(String key) {
        return node.store().gets(key).thenApply(read -> read == null ? null : decode(read));
    }

    private static Entry decode(Versioned read) {
        return new Entry(new String(read.value(), StandardCharsets.UTF_8).startsWith(IN), read);
    }
}
