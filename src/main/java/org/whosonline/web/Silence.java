package org.whosonline.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * For how long nothing has been heard of the connections of a stream.
 *
 * @param gone whether one of them has left, or was silent for longer than its lease
 * @param longest of the others
 */
record Silence(boolean gone, Duration longest) {

    /** All of them together. */
    static CompletableFuture<Silence> of(List<CompletableFuture<Optional<Duration>>> each) {
        return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
                .thenApply(done ->
                        together(each.stream().map(CompletableFuture::join).toList()));
    }

    private static Silence together(List<Optional<Duration>> each) {
        Duration longest = Duration.ZERO;
        boolean gone = false;
        for (Optional<Duration> silence : each) {
            gone |= silence.isEmpty();
            longest = silence.isPresent() && silence.get().compareTo(longest) > 0 ? silence.get() : longest;
        }
        return new Silence(gone, longest);
    }
}
