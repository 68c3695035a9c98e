package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommentsTest {

    private static final long MILLI = 1_000_000;

    /** The milliseconds at which a loop that looks every 50 ms writes within {@code until}. */
    private static List<Long> due(boolean away, long until) {
        Comments comments = new Comments(1_000 * MILLI);
        return java.util.stream.LongStream.iterate(0, now -> now <= until, now -> now + 50)
                .filter(now -> comments.isDue(now * MILLI, away))
                .boxed()
                .toList();
    }

    @Test
    @DisplayName("STREAM-H08: comments come in twos, every 3 s, and every 10 s for those who are away")
    void commentsComeInTwos() {
        assertEquals(List.of(1_000L, 1_250L, 4_000L, 4_250L, 7_000L), due(false, 7_100));
        assertEquals(List.of(1_000L, 1_250L, 11_000L, 11_250L), due(true, 12_000));
    }

    @Test
    void plainClientsAreTakenForAbandonedAfterTheirTimeUnlessTheirPageIsLoadedAnew() {
        AtomicLong now = new AtomicLong();
        PlainClients clients = new PlainClients(now::get);
        Sender sender = new Sender("ana", null, null, false, "session", 10);
        List<Connections.Place> places = List.of(new Connections.Place("r", "one"));
        List<Connections.Place> later = List.of(new Connections.Place("r", "two"));
        assertFalse(clients.isStopped(sender, places, true));
        now.set(10_000 * MILLI);
        assertFalse(clients.isStopped(sender, later, true));
        now.set(10_001 * MILLI);
        assertTrue(clients.isStopped(sender, later, true));
        assertFalse(clients.isStopped(sender, List.of(new Connections.Place("s", "one")), true));
        assertFalse(clients.isStopped(sender, later, false));
        assertFalse(clients.isStopped(sender, later, true));
    }
}
