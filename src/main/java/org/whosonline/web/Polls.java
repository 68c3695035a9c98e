package org.whosonline.web;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.whosonline.presence.Presence;

/**
 * The long polls that are held: for {@code presence.poll-hold} at most, and no longer than two heartbeats after the last
 * sign of life of their connection, the poll itself being one. A held poll proves nothing about its client, and with the
 * next one the lease is renewed before it runs out. Thread-safe.
 */
final class Polls implements AutoCloseable {

    /** Polls are ended by {@link #tend}; the container does it only if that should fail. */
    private static final Duration SPARE = Duration.ofSeconds(10);

    private final Presence presence;
    private final SessionWatch sessions;
    private final Duration hold;
    private final Duration silence;
    private final LongSupplier nanos;
    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Equal to nothing but itself. */
    private static final class Held {
        private final Poll poll;
        private final long begunNanos;

        private Held(Poll poll, long begunNanos) {
            this.poll = poll;
            this.begunNanos = begunNanos;
        }
    }

    /** @param nanos a clock as {@link System#nanoTime} is one */
    Polls(Presence presence, SessionWatch sessions, PresenceRules rules, LongSupplier nanos) {
        this.presence = presence;
        this.sessions = sessions;
        this.hold = rules.pollHold();
        this.silence = rules.heartbeat().multipliedBy(2);
        this.nanos = nanos;
    }

    /** How long a poll takes at the very most. */
    Duration longest() {
        return hold.plus(SPARE);
    }

    /** How many are held. */
    int size() {
        return held.size();
    }

    /** Has the sign of life taken, and then holds the poll until there is something to tell. Does not wait. */
    void begin(Poll poll) {
        Held entry = new Held(poll, nanos.getAsLong());
        SessionWatch.Entry session =
                sessions.add(poll.session(), () -> poll.answer().send(RefusedException.nobody()::send));
        poll.answer().whenDone(() -> {
            session.close();
            held.remove(poll.key(), entry);
            poll.leave();
        });
        poll.signs().send(presence).whenComplete((heard, fault) -> {
            if (poll.heard(heard, fault)) {
                hold(entry);
            }
        });
    }

    private void hold(Held entry) {
        Poll poll = entry.poll;
        Held before = held.put(poll.key(), entry);
        if (before != null) {
            // The client has begun anew; nobody waits for the former answer.
            before.poll.end();
        }
        poll.follow(presence);
        if (poll.answer().isDone()) {
            // It was answered before it was on the list.
            held.remove(poll.key(), entry);
        }
        if (closed) {
            poll.end();
        }
    }

    /** Ends those whose time has come. To be called about once a second; does not wait. */
    void tend() {
        long now = nanos.getAsLong();
        for (Held entry : held.values()) {
            Duration age = Duration.ofNanos(now - entry.begunNanos);
            Poll poll = entry.poll;
            if (age.compareTo(hold) >= 0) {
                poll.end();
            } else if (age.compareTo(silence) >= 0) {
                presence.silence(poll.room(), poll.user(), poll.conn()).thenAccept(heard -> {
                    if (heard.isEmpty() || heard.get().compareTo(silence) >= 0) {
                        poll.end();
                    }
                });
            }
        }
    }

    /** Ends all, since the application stops. Idempotent. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(held.values()).forEach(entry -> entry.poll.end());
    }
}
