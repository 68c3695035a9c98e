package org.whosonline.presence;

import java.util.concurrent.CompletableFuture;

/** A sign of life that is not yet answered. Equal to nothing but itself. */
final class Waiting {

    private final Beat beat;
    private final long seconds;
    private final CompletableFuture<Heard> answer = new CompletableFuture<>();

    /** @param seconds when it came in, in epoch seconds */
    Waiting(Beat beat, long seconds) {
        this.beat = beat;
        this.seconds = seconds;
    }

    Beat beat() {
        return beat;
    }

    long seconds() {
        return seconds;
    }

    CompletableFuture<Heard> answer() {
        return answer;
    }

    /** See {@link Lease#key}. */
    String key() {
        return Lease.key(beat.user(), beat.conn());
    }
}
