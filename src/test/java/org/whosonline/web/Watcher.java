package org.whosonline.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.whosonline.app.RealNode;
import org.whosonline.presence.Following;
import org.whosonline.presence.Roster;
import org.whosonline.testing.Await;

/** Somebody who follows a room on a node, and what they were shown last. */
final class Watcher implements AutoCloseable {

    /** For big rooms on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicReference<Roster> last = new AtomicReference<>();
    private final AtomicReference<Expected> expected = new AtomicReference<>();
    private final Following following;

    private record Expected(Predicate<Roster> what, CompletableFuture<Long> seen) {}

    Watcher(RealNode node, String room) {
        following = node.presence().follow(room, this::take);
    }

    private void take(Roster roster) {
        last.set(roster);
        Expected waiting = expected.get();
        if (waiting != null && waiting.what.test(roster)) {
            waiting.seen.complete(System.nanoTime());
        }
    }

    /** When, on the monotonic clock, the first roster comes from now on that is {@code what}; replaces the one before. */
    CompletableFuture<Long> expect(Predicate<Roster> what) {
        CompletableFuture<Long> seen = new CompletableFuture<>();
        expected.set(new Expected(what, seen));
        return seen;
    }

    /** Waits until the last roster has {@code total} viewers, and is not stale. */
    Roster await(int total) {
        Await.until("a roster of " + total, PATIENCE, () -> {
            Roster roster = last.get();
            return roster != null && !roster.stale() && roster.total().orElse(-1) == total;
        });
        return last.get();
    }

    @Override
    public void close() {
        following.close();
    }
}
