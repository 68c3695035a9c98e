package org.whosonline.web;

import java.time.Duration;

/** What goes on in a stream while nothing happens: comments to its reader, and looks whether its page still lives. Of the loop of the streams. */
final class StreamPulse {

    private final Streams streams;
    private final RoomStream stream;
    private final EventStream events;
    private final Connections taken;

    /** Null until the stream has begun. */
    private Comments comments;

    private long checkNanos;
    private boolean wasBroken;

    StreamPulse(Streams streams, RoomStream stream, EventStream events, Connections taken) {
        this.streams = streams;
        this.stream = stream;
        this.events = events;
        this.taken = taken;
    }

    void begin() {
        long now = streams.nanos();
        comments = new Comments(now + streams.someOf(Comments.PACE));
        checkNanos = now + streams.rules().heartbeat().toNanos();
    }

    /** @param goesOn whether the stream has not been ended */
    void tend(long now, boolean goesOn) {
        if (events.isBroken()) {
            if (wasBroken) {
                events.complete();
            }
            wasBroken = true;
        } else if (comments != null && goesOn) {
            if (comments.isDue(now, stream.isAway())) {
                events.comment();
            }
            if (now - checkNanos >= 0) {
                checkNanos = now + streams.rules().heartbeat().toNanos();
                check();
            }
        }
    }

    /** Ends the stream unless somebody has been heard of for all its connections. */
    private void check() {
        taken.silence().whenComplete((silence, fault) -> {
            if (fault == null) {
                streams.execute(() -> checked(silence));
            }
        });
    }

    private void checked(Silence silence) {
        Duration limit = streams.longestSilence(stream.isAway());
        if (silence.gone() || silence.longest().compareTo(limit) >= 0) {
            stream.endSilent();
        } else {
            checkNanos = streams.nanos() + limit.minus(silence.longest()).toNanos();
        }
    }
}
