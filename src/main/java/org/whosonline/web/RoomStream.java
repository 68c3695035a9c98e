package org.whosonline.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.presence.Heard;
import org.whosonline.presence.Heard.Outcome;
import org.whosonline.presence.Presence;

/**
 * One stream: whose it is, which rooms it is about, and how it goes on. It begins with a sign of life of its connections
 * and lives on those that come by other requests; that it can be written to is none. Thread-safe.
 */
final class RoomStream implements SessionWatch.Open {

    private static final Logger LOG = LoggerFactory.getLogger(RoomStream.class);

    /** No room's id. */
    private static final String FIRST = "";

    private final Streams streams;
    private final Sender sender;
    private final List<Connections.Place> places;
    private final boolean plain;
    private final String lastEventId;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final EventStream events;
    private final Connections taken;
    private final StreamPulse pulse;
    private final List<Feed> feeds = new CopyOnWriteArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean sessionEnded;
    private volatile SessionWatch.Entry entry = () -> {};

    /**
     * On the thread of the request.
     *
     * @param plain whether the connection was made up here, for a client that does nothing but listen
     */
    RoomStream(Streams streams, AsyncContext context, Sender sender, List<Connections.Place> places, boolean plain)
            throws IOException {
        this.streams = streams;
        this.sender = sender;
        this.places = List.copyOf(places);
        this.taken = new Connections(streams.presence(), sender.user());
        this.plain = plain;
        // Not those that the application's filters have wrapped: what packs or buffers a response must not hold events.
        this.request = (HttpServletRequest) context.getRequest();
        this.response = (HttpServletResponse) context.getResponse();
        this.lastEventId = request.getHeader("Last-Event-ID");
        this.events = EventStream.on(context, closed -> over(true));
        this.pulse = new StreamPulse(streams, this, events, taken);
    }

    String user() {
        return sender.user();
    }

    /** Completed once nothing is left of it. */
    CompletableFuture<Void> done() {
        return events.done();
    }

    /**
     * Gives the first sign of life, and goes on according to the answer.
     *
     * @param asked the request as the servlet got it: filters of the application may say who sent it
     */
    void begin(HttpServletRequest asked) {
        if (plain && streams.plainClients().isStopped(sender, places, lastEventId != null)) {
            streams.execute(() -> answer(Set.of(Outcome.STOPPED)));
            return;
        }
        entry = streams.sessions().add(sender.session(), this);
        if (streams.guard().isGone(asked, sender)) {
            // Another request of this session has logged out after this one was let pass, before it was on the list.
            sessionEnded();
        }
        List<CompletableFuture<Heard>> heard = places.stream()
                .map(place -> PresenceSite.beat(sender, place.room(), place.conn(), null, null, null))
                .map(presence()::beat)
                .toList();
        CompletableFuture.allOf(heard.toArray(CompletableFuture[]::new))
                .whenComplete((all, fault) -> streams.execute(() -> heard(heard, fault)));
    }

    private Presence presence() {
        return streams.presence();
    }

    private void heard(List<CompletableFuture<Heard>> heard, Throwable fault) {
        if (fault != null) {
            LOG.debug("A stream could not begin", fault);
            refuse(RefusedException.unavailable("Presence is just stopping here; try again."));
            return;
        }
        Set<Outcome> outcomes = new LinkedHashSet<>();
        for (int i = 0; i < places.size(); i++) {
            Outcome outcome = heard.get(i).join().outcome();
            outcomes.add(outcome);
            if (outcome == Outcome.TAKEN) {
                taken.add(places.get(i));
            }
        }
        if (sessionEnded) {
            // Scenario: the logout came between the look at the session and the sign of life, so what ended with the
            // session did not include this yet.
            taken.release();
        }
        answer(outcomes);
    }

    private void answer(Set<Outcome> outcomes) {
        if (outcomes.contains(Outcome.TOO_MANY)) {
            if (plain) {
                taken.release();
            }
            refuse(RefusedException.tooMany(
                    "You have too many pages open in this room, or this page is in too many rooms."));
        } else if (outcomes.contains(Outcome.TAKEN)) {
            open();
        } else if (outcomes.contains(Outcome.STOPPED) && !StreamParts.STOPPED.equals(lastEventId)) {
            end(StreamParts.end(StreamParts.STOPPED, StreamParts.STOPPED));
            open();
        } else {
            // EventSource takes this, and nothing else, for a reason never to come back by itself.
            response.setHeader("Cache-Control", "private, no-store");
            response.setStatus(204);
            close();
        }
    }

    private void refuse(RefusedException refusal) {
        try {
            refusal.send(request, response);
        } catch (IOException | RuntimeException e) {
            LOG.debug("Whoever is refused has gone already", e);
        }
        close();
    }

    private void close() {
        over(false);
        abandon();
    }

    private void open() {
        boolean goesOn = !over.get();
        if (goesOn) {
            // Before anything can turn out to be closed.
            taken.opened();
        }
        StreamParts.setHeaders(response);
        List<String> made = plain ? places.stream().map(Connections.Place::conn).toList() : List.of();
        events.offer(FIRST, StreamParts.first(streams.retry(), made));
        events.start();
        pulse.begin();
        if (goesOn) {
            follow();
        }
    }

    private void follow() {
        for (String room : taken.rooms()) {
            feeds.add(new Feed(presence(), room, user(), streams.frames(), events, streams::wake));
        }
        if (over.get()) {
            // It ended while it began: whoever ended it may not have seen them all.
            feeds.forEach(Feed::close);
        }
    }

    @Override
    public void sessionEnded() {
        sessionEnded = true;
        end(StreamParts.end(StreamParts.SESSION, null));
    }

    /** Ends it from this side. */
    void end(byte[] last) {
        over(false);
        events.end(last);
    }

    /** Gives it back to the container, whether its reader has taken everything or not. */
    void abandon() {
        events.complete();
    }

    private void over(boolean closed) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        feeds.forEach(Feed::close);
        entry.close();
        if (closed) {
            taken.closed();
        } else {
            taken.ended();
        }
    }

    /** Whatever is due by now. On the loop of the streams. */
    void tend(long now) {
        pulse.tend(now, !over.get());
    }

    /** Whether its viewer is away in all its rooms. */
    boolean isAway() {
        return !feeds.isEmpty() && feeds.stream().allMatch(Feed::isAway);
    }

    /**
     * Ends it without a word, so that the client, if there is one, connects again and shows thereby that it lives. A plain
     * client comes back as another connection: its place is held until then, so that it is neither gone nor there twice.
     */
    void endSilent() {
        end(null);
        if (plain) {
            taken.exchange();
        }
    }
}
