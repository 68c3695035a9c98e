package org.whosonline.web;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.whosonline.presence.Presence;

/** The connections of one stream that count: what presence is told of them, and asked about them. Thread-safe. */
final class Connections {

    private final Presence presence;
    private final String user;
    private final List<Place> places = new CopyOnWriteArrayList<>();
    private volatile boolean opened;

    /** A room, and the connection in it. */
    record Place(String room, String conn) {}

    Connections(Presence presence, String user) {
        this.presence = presence;
        this.user = user;
    }

    /** Adds one that presence has taken. */
    void add(Place place) {
        places.add(place);
    }

    Set<String> rooms() {
        Set<String> rooms = new LinkedHashSet<>();
        places.forEach(place -> rooms.add(place.room()));
        return rooms;
    }

    private void each(BiConsumer<String, String> action) {
        places.forEach(place -> action.accept(place.room(), place.conn()));
    }

    /** A stream of theirs is open. */
    void opened() {
        opened = true;
        each((room, conn) -> presence.streamOpened(room, user, conn));
    }

    /** It was closed by the other side. */
    void closed() {
        if (opened) {
            each((room, conn) -> presence.streamClosed(room, user, conn));
        }
    }

    /** It was ended by this side. */
    void ended() {
        // One that was refused has never been open: another stream of the same connection may be.
        if (opened) {
            each((room, conn) -> presence.streamEnded(room, user, conn));
        }
    }

    void release() {
        each((room, conn) -> presence.release(room, user, conn));
    }

    /** Releases them, and holds the place of their user until they are back as other ones. */
    void exchange() {
        each((room, conn) -> presence.rosterHolding(room, user).thenRun(() -> presence.release(room, user, conn)));
    }

    /** For how long nothing has been heard of them; completed on the loop of the rooms. */
    CompletableFuture<Silence> silence() {
        return Silence.of(places.stream()
                .map(place -> presence.silence(place.room(), user, place.conn()))
                .toList());
    }
}
