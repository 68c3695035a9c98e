package org.whosonline.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.whosonline.presence.Presence;

/**
 * For how long nothing has been heard of the connections of a stream.
 *
 * @param gone whether one of them has left, or was silent for longer than its lease
 * @param longest of the others
 */
record Silence(boolean gone, Duration longest) {

    /** Asks; completed on the loop of the rooms. */
    static CompletableFuture<Silence> of(Presence presence, String user, List<RoomStream.Place> places) {
        List<CompletableFuture<Optional<Duration>>> each = places.stream()
                .map(place -> presence.silence(place.room(), user, place.conn()))
                .toList();
        return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> of(each.stream().map(CompletableFuture::join).toList()));
    }

    static Silence of(List<Optional<Duration>> each) {
        Duration longest = Duration.ZERO;
        boolean gone = false;
        for (Optional<Duration> silence : each) {
            gone |= silence.isEmpty();
            longest = silence.isPresent() && silence.get().compareTo(longest) > 0 ? silence.get() : longest;
        }
        return new Silence(gone, longest);
    }
}
