package org.whosonline.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.EventSource.Event;
import org.whosonline.testing.Server;

/** How long streams and those who read them are taken to live: with short leases, a lease of 6 s and a heartbeat of 2 s. */
class StreamLifeIT {

    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final Duration STOP = Duration.ofSeconds(12);
    private static final Duration SPARE = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Nodes nodes;

    private final String room = "/life/" + NEXT.incrementAndGet();
    private final List<EventSource> streams = new ArrayList<>();
    private final List<Thread> hearts = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(
                "presence.rate",
                "1000",
                "presence.lease",
                "6s",
                "presence.heartbeat",
                "2s",
                "presence.grace",
                "4s",
                "presence.stop-after",
                "12s");
    }

    @AfterAll
    static void stop() throws Exception {
        nodes.close();
    }

    @AfterEach
    void end() throws Exception {
        hearts.forEach(Thread::interrupt);
        for (EventSource stream : streams) {
            stream.close();
        }
    }

    private static Server node(int number) {
        return nodes.all().get(number);
    }

    private EventSource open(Server node, Client client, String... parameters) throws Exception {
        EventSource stream = Nodes.stream(node::uri, client, parameters);
        streams.add(stream);
        return stream;
    }

    /** The stream of somebody whose page is alive. */
    private EventSource watch(int number) throws Exception {
        Client client = Nodes.user(node(number), "watcher");
        String conn = Nodes.conn();
        EventSource stream = open(node(number), client, "room", room, "conn", conn);
        Thread heart = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    Nodes.say(client, "room", room, "conn", conn, "state", "active");
                } catch (Exception e) {
                    return;
                }
                LockSupport.parkNanos(1_000_000_000);
            }
        });
        heart.setDaemon(true);
        heart.start();
        hearts.add(heart);
        Rosters.awaitNow(stream, Await.PATIENCE, room, "watcher");
        return stream;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 with a connection of its own", "1 with a connection of its own", "0 plain", "1 plain"})
    @DisplayName(
            "S5 5.1, S3 3.6: a stream without heartbeats ends in good order, and the others notice nothing when its"
                    + " client comes back, at another node, too")
    void silentStreamsEndAndComeBack(String how) throws Exception {
        int number = how.charAt(0) - '0';
        EventSource watcher = watch(number);
        Client ana = Nodes.user(node(number), "ana");
        Client elsewhere = Nodes.user(node(1 - number), "ana");
        String[] parameters =
                how.endsWith("plain") ? new String[] {"room", room} : new String[] {"room", room, "conn", Nodes.conn()};
        EventSource stream = open(node(number), ana, parameters);
        Rosters.awaitNow(watcher, SOON, room, "ana", "watcher");
        int before = Rosters.of(watcher, room).size();
        for (int round = 0; round < 2; round++) {
            stream.awaitEnd(Duration.ofSeconds(6));
            assertEquals("in good order", stream.end());
            assertEquals("presence", stream.last().name());
            assertTrue(stream.retryMillis() >= 1_000 && stream.retryMillis() < 4_000, stream::toString);
            LockSupport.parkNanos(1_000_000_000);
            boolean moves = round % 2 == 0;
            stream = open(moves ? node(1 - number) : node(number), moves ? elsewhere : ana, parameters);
            assertEquals(200, stream.status());
            EventSource now = stream;
            Await.until("ana sees herself", SOON, () -> {
                Set<String> shown = Rosters.shown(now, room);
                return shown != null && shown.containsAll(Set.of("ana", "watcher"));
            });
        }
        List<Event> after = Rosters.of(watcher, room)
                .subList(before, Rosters.of(watcher, room).size());
        assertEquals(Set.of(), after.stream().map(Event::data).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName(
            "STREAM-H04, S4 4.3: a half-open client whose socket still takes writes is gone after its lease and 5 s")
    void halfOpenClientsAreNoViewers(int number) throws Exception {
        EventSource watcher = watch(1 - number);
        Client ana = Nodes.user(node(number), "ana");
        Process curl = Curl.stream(node(number), ana, room, Nodes.conn());
        try {
            Rosters.awaitNow(watcher, SOON, room, "ana", "watcher");
            Curl.suspend(curl);
            long begun = System.nanoTime();
            long gone = Rosters.awaitNow(watcher, LEASE.plus(SPARE), room, "watcher") - begun;
            assertTrue(gone > GRACE.toNanos(), gone / 1_000_000 + " ms");
        } finally {
            curl.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("S2 2.6: a page without input gets no stream any more, until there is input")
    void pagesWithoutInputAreStopped(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        String conn = Nodes.conn();
        String path = Nodes.STREAM + Nodes.query("room", room, "conn", conn);
        EventSource stream = open(node(number), ana, "room", room, "conn", conn);
        assertEquals(200, stream.status());
        Await.until("the page is stopped", Await.PATIENCE, () -> {
            LockSupport.parkNanos(500_000_000);
            return ana.post("/whosonline/presence", "room", room, "conn", conn, "state", "idle")
                    .body()
                    .contains("\"stopped\":true");
        });
        stream.awaitEnd(Duration.ofSeconds(8));
        EventSource told = new EventSource(node(number).uri(path), Nodes.cookie(ana, "Last-Event-ID", "0a"));
        streams.add(told);
        told.awaitEnd(SOON);
        assertEquals("end", told.last().name());
        assertEquals("{\"reason\":\"stopped\"}", told.last().data());
        String id = told.last().id();
        assertEquals(204, ana.get(path, "Last-Event-ID", id).statusCode());
        assertEquals(200, Nodes.say(ana, "room", room, "conn", conn, "state", "active"));
        assertEquals(200, open(node(number), ana, "room", room, "conn", conn).status());
    }

    @Test
    @DisplayName("S2 2.6: a plain client that listens for too long is stopped as well; a page loaded anew is not")
    void plainClientsAreStopped() throws Exception {
        Client ana = Nodes.user(node(0), "ana");
        String path = Nodes.STREAM + Nodes.query("room", room);
        long begun = System.nanoTime();
        EventSource told = open(node(0), ana, "room", room);
        told.awaitEnd(Duration.ofSeconds(6));
        while (!"end".equals(told.last().name())) {
            assertTrue(System.nanoTime() - begun < STOP.multipliedBy(2).toNanos());
            LockSupport.parkNanos(1_500_000_000);
            told = new EventSource(node(0).uri(path), Nodes.cookie(ana, "Last-Event-ID", "0a"));
            streams.add(told);
            told.awaitEnd(Duration.ofSeconds(6));
        }
        assertTrue(System.nanoTime() - begun > STOP.toNanos());
        assertEquals("{\"reason\":\"stopped\"}", told.last().data());
        assertEquals(204, ana.get(path, "Last-Event-ID", told.last().id()).statusCode());
        assertEquals(200, open(node(0), ana, "room", room).status());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName(
            "BEAT-H02: a connection that comes and goes shows nothing; when it is gone for good there is one departure")
    void flappingShowsNothing(int number) throws Exception {
        EventSource watcher = watch(1 - number);
        Client ana = Nodes.user(node(number), "ana");
        String conn = Nodes.conn();
        EventSource stream = open(node(number), ana, "room", room, "conn", conn);
        Rosters.awaitNow(watcher, SOON, room, "ana", "watcher");
        int before = Rosters.of(watcher, room).size();
        for (int round = 0; round < 5; round++) {
            LockSupport.parkNanos(2_000_000_000);
            stream.reset();
            LockSupport.parkNanos(2_000_000_000);
            stream = open(node(number), ana, "room", room, "conn", conn);
            assertEquals(200, stream.status());
            assertEquals(200, Nodes.say(ana, "room", room, "conn", conn, "state", "active"));
        }
        assertEquals(before, Rosters.of(watcher, room).size());
        stream.close();
        Rosters.awaitNow(watcher, GRACE.plus(SPARE), room, "watcher");
        assertEquals(before + 1, Rosters.of(watcher, room).size());
    }
}
