package org.whosonline.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.EventSource.Event;
import org.whosonline.testing.Nginx;
import org.whosonline.testing.Server;

/** Streams on two nodes, with the options as they come. */
@Tag("waiting")
class StreamIT {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Nodes nodes;

    private final String room = "/room/" + NEXT.incrementAndGet();
    private final List<EventSource> streams = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start("presence.rate", "10000", "presence.max-connections", "100");
        // Who comes first waits for classes to be loaded, which is not what is measured here.
        for (Server node : nodes.all()) {
            try (EventSource first = Nodes.stream(node::uri, Nodes.user(node, "first"), "room", "warm")) {
                Rosters.awaitNow(first, Await.PATIENCE, "warm", "first");
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        nodes.close();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (EventSource stream : streams) {
            stream.close();
        }
    }

    /** Node 0 is the Tomcat, 1 the Jetty. */
    private static Server node(int number) {
        return nodes.all().get(number);
    }

    private EventSource open(Server node, Client client, String... parameters) throws Exception {
        EventSource stream = Nodes.stream(node::uri, client, parameters);
        streams.add(stream);
        return stream;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("S4 4.11, S5 5.7: a stream begins with the retry time, its connection and the roster, byte for byte")
    void theFirstBytes(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana" + number);
        EventSource stream = open(node(number), ana, "room", room);
        assertEquals(200, stream.status());
        assertEquals(
                "text/event-stream;charset=utf-8", stream.header("Content-Type").toLowerCase());
        assertEquals("private, no-store, no-transform", stream.header("Cache-Control"));
        assertEquals("no", stream.header("X-Accel-Buffering"));
        assertNull(stream.header("Content-Length"));
        assertNull(stream.header("Content-Encoding"));
        assertNull(stream.header("Set-Cookie"));
        Event roster = Rosters.await(stream, SOON, room, "ana" + number);
        String conn = JsonParser.parseString(stream.events().get(0).data())
                .getAsJsonObject()
                .getAsJsonArray("conn")
                .get(0)
                .getAsString();
        String hash = Rosters.json(roster).get("hash").getAsString();
        long joined = Rosters.viewer(roster, "ana" + number).get("joinedAt").getAsLong();
        assertEquals(
                "retry: " + stream.retryMillis() + "\n\nevent: conn\ndata: {\"conn\":[\"" + conn
                        + "\"]}\n\nevent: presence\nid: " + hash + "\ndata: {\"room\":\"" + room
                        + "\",\"total\":1,\"viewers\":[{\"viewerId\":\"ana" + number + "\",\"viewerName\":\"ana"
                        + number
                        + "\",\"avatar\":null,"
                        + "\"joinedAt\":" + joined + ",\"state\":\"active\",\"editing\":false,\"status\":null,"
                        + "\"typing\":false,\"connections\":1}],\"hash\":\"" + hash + "\",\"stale\":false}\n\n",
                stream.body().replace(":\n", "").replaceFirst("(?s)event: presence\n.*(?=event: presence\n)", ""));
        assertTrue(conn.length() >= 22, conn);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("S4 4.1, 4.6, S5 5.2, 5.8: who joins or leaves on one node is seen by the streams of the other")
    void othersSeeWhoComesAndGoes(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        Client bo = Nodes.user(node(1 - number), "bo");
        EventSource stream = open(node(number), ana, "room", room, "conn", Nodes.conn());
        Rosters.awaitNow(stream, SOON, room, "ana");
        List<Long> departures = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            String conn = Nodes.conn();
            long begun = System.nanoTime();
            assertEquals(200, Nodes.say(bo, "room", room, "conn", conn));
            long seen = Rosters.awaitNow(stream, SOON, room, "ana", "bo");
            assertWithin(SECOND, seen - begun);
            begun = System.nanoTime();
            Nodes.leave(bo, room, conn);
            departures.add(Rosters.awaitNow(stream, SOON, room, "ana") - begun);
        }
        // The middle one: a machine with other work to do is late now and then.
        assertWithin(
                Duration.ofMillis(1_500), departures.stream().sorted().toList().get(2));
        assertTrue(stream.events().stream().noneMatch(event -> "conn".equals(event.name())));
    }

    private static void assertWithin(Duration limit, long nanos) {
        assertTrue(nanos <= limit.toNanos(), nanos / 1_000_000 + " ms");
    }

    @Test
    @DisplayName(
            "STREAM-H11, S5 5.7: the first roster is right, also after a reconnect, however close the change before it")
    void nothingIsLostBetweenRosterAndStream() throws Exception {
        Client ana = Nodes.user(node(0), "ana");
        Client bo = Nodes.user(node(1), "bo");
        String conn = Nodes.conn();
        for (int round = 0; round < 40; round++) {
            String other = Nodes.conn();
            assertEquals(200, Nodes.say(bo, "room", room, "conn", other));
            EventSource stream = open(
                    node(round % 2), round % 2 == 0 ? ana : bo, "room", room, "conn", round % 2 == 0 ? conn : other);
            Nodes.leave(bo, room, other);
            if (round % 2 == 0) {
                Rosters.awaitNow(stream, Duration.ofSeconds(2), room, "ana");
            } else {
                Await.until("bo has left", Duration.ofSeconds(2), () -> {
                    Set<String> shown = Rosters.shown(stream, room);
                    return stream.status() == 204 || shown != null && !shown.contains("bo");
                });
            }
            stream.close();
        }
    }

    @Test
    @DisplayName("S4 4.5, S5 5.3: a reload, renewals and another tab that closes show the others no departure")
    void nothingFlickers() throws Exception {
        Client ana = Nodes.user(node(0), "ana");
        Client bo = Nodes.user(node(1), "bo");
        EventSource stream = open(node(0), ana, "room", room);
        String conn = Nodes.conn();
        assertEquals(200, Nodes.say(bo, "room", room, "conn", conn));
        Rosters.awaitNow(stream, SOON, room, "ana", "bo");
        int before = Rosters.of(stream, room).size();
        for (int reload = 0; reload < 5; reload++) {
            Nodes.leave(bo, room, conn);
            conn = Nodes.conn();
            assertEquals(200, Nodes.say(bo, "room", room, "conn", conn));
            assertEquals(200, Nodes.say(bo, "room", room, "conn", conn));
        }
        Nodes.leave(bo, room, conn);
        Rosters.awaitNow(stream, SOON, room, "ana");
        List<Event> all = Rosters.of(stream, room);
        assertTrue(all.subList(before, all.size() - 1).stream()
                .allMatch(event -> Rosters.ids(event).equals(Set.of("ana", "bo"))));
        assertEquals(
                1,
                new HashSet<>(all.subList(before - 1, all.size() - 1).stream()
                                .map(event -> Rosters.viewer(event, "bo").get("joinedAt"))
                                .toList())
                        .size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void oneStreamIsAboutSeveralRooms(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        Client bo = Nodes.user(node(1 - number), "bo");
        String other = room + "/other";
        String conn = Nodes.conn();
        EventSource stream = open(node(number), ana, "room", room, "conn", conn, "room", other, "conn", Nodes.conn());
        Rosters.awaitNow(stream, SOON, room, "ana");
        Rosters.awaitNow(stream, SOON, other, "ana");
        assertEquals(200, Nodes.say(bo, "room", other, "conn", conn));
        Rosters.awaitNow(stream, SOON, other, "ana", "bo");
        assertEquals(Set.of("ana"), Rosters.shown(stream, room));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("PRIV-H06: after a logout in another tab the stream ends at once, and no name is delivered any more")
    void aLogoutEndsStreams(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        Client bo = Nodes.user(node(1 - number), "bo");
        Client watcher = Nodes.user(node(1 - number), "watcher");
        EventSource watching = open(node(1 - number), watcher, "room", room);
        EventSource stream = open(node(number), ana, "room", room);
        Rosters.awaitNow(watching, SOON, room, "ana", "watcher");
        String[] cookie = Nodes.cookie(ana);
        long begun = System.nanoTime();
        ana.logout();
        stream.awaitEnd(SOON);
        assertWithin(SECOND, System.nanoTime() - begun);
        assertEquals("in good order", stream.end());
        assertEquals("end", stream.last().name());
        assertEquals("{\"reason\":\"session\"}", stream.last().data());
        assertEquals(200, Nodes.say(bo, "room", room, "conn", Nodes.conn()));
        Rosters.awaitNow(watching, SOON, room, "bo", "watcher");
        assertFalse(stream.body().contains("\"bo\""));
        EventSource again = new EventSource(node(number).uri(Nodes.STREAM + Nodes.query("room", room)), cookie);
        streams.add(again);
        assertEquals(401, again.status());
        assertTrue(again.header("Content-Type").startsWith("application/problem+json"), again::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatIsNoStreamIsAnsweredPlainly(int number) throws Exception {
        assertRefused(401, new Client(node(number), "").get(Nodes.STREAM + Nodes.query("room", room)));
        Client ana = Nodes.user(node(number), "ana");
        assertRefused(400, ana.get(Nodes.STREAM));
        assertRefused(400, ana.get(Nodes.STREAM + Nodes.query("room", room, "conn", "short")));
        assertRefused(400, ana.get(Nodes.STREAM + Nodes.query("room", room, "room", "b", "conn", Nodes.conn())));
        assertRefused(403, ana.get(Nodes.STREAM + Nodes.query("room", room), "Sec-Fetch-Site", "cross-site"));
        assertRefused(405, ana.post(Nodes.STREAM, "room", room));
        assertEquals(
                405, ana.send("HEAD", Nodes.STREAM + Nodes.query("room", room)).statusCode());
        String conn = Nodes.conn();
        assertEquals(200, Nodes.say(ana, "room", room, "conn", conn));
        Nodes.leave(ana, room, conn);
        HttpResponse<String> left = ana.get(Nodes.STREAM + Nodes.query("room", room, "conn", conn));
        assertEquals(204, left.statusCode());
        assertEquals("", left.body());
    }

    private static void assertRefused(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response::body);
        JsonObject problem = JsonParser.parseString(response.body()).getAsJsonObject();
        assertEquals(status, problem.get("status").getAsInt());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("STREAM-H07: names and statuses with line breaks, colons and the like arrive whole, each in one event")
    void strangeTextsArriveWhole(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        EventSource stream = open(node(number), ana, "room", room, "conn", Nodes.conn());
        Rosters.awaitNow(stream, SOON, room, "ana");
        List<String> texts =
                List.of("a\nb", "a\r\nb", "\n\n", ":colon", "a\u2028b\u2029c", "data: x\n\nevent: y", "é😀");
        for (String text : texts) {
            assertEquals(200, Nodes.say(ana, "status", text));
            Await.until(
                    "the status arrives",
                    SOON,
                    () -> !Rosters.viewer(stream.last(), "ana").get("status").isJsonNull()
                            && Rosters.viewer(stream.last(), "ana")
                                    .get("status")
                                    .getAsString()
                                    .equals(text));
        }
        for (String text : texts) {
            // The demo cuts blanks off at both ends.
            String name = '<' + text + '>';
            String id = "named " + texts.indexOf(text);
            Client named = Nodes.user(node(number)::uri, id, name);
            assertEquals(200, Nodes.say(named, "room", room, "conn", Nodes.conn(), "state", "active"));
            Await.until("the name arrives", SOON, () -> stream.last().data().contains("\"viewerId\":\"" + id + '"'));
            assertEquals(
                    name, Rosters.viewer(stream.last(), id).get("viewerName").getAsString());
        }
        assertNull(stream.end());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("A slow reader gets the newest roster, not all that were before, and nobody waits for it")
    void slowReadersGetTheNewest(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        Client bo = Nodes.user(node(number), "bo");
        EventSource slow =
                new EventSource(node(number).uri(Nodes.STREAM + Nodes.query("room", room)), 1_024, Nodes.cookie(ana));
        streams.add(slow);
        EventSource fast = open(node(number), bo, "room", room, "conn", Nodes.conn());
        Rosters.awaitNow(fast, SOON, room, "ana", "bo");
        for (int i = 0; i < 20; i++) {
            Client other = Nodes.user(node(number)::uri, "other" + i, "n".repeat(200) + i);
            assertEquals(200, Nodes.say(other, "room", room, "conn", Nodes.conn()));
        }
        String filler = "change ";
        // Frames of 9 KB: more than the systems at both ends keep for a connection.
        int changes = 0;
        while (fast.events().size() < 700) {
            assertEquals(200, Nodes.say(bo, "status", filler + ++changes));
        }
        String last = filler + changes + '"';
        Await.until(
                "the fast reader has the last one",
                SOON,
                () -> Rosters.of(fast, room).stream()
                        .anyMatch(event -> event.data().contains(last)));
        slow.startReading();
        slow.await("the last one", Await.PATIENCE, event -> event.data().contains(last));
        int gotten = Rosters.of(slow, room).size();
        int all = Rosters.of(fast, room).size();
        assertTrue(gotten < all, gotten + " of " + all);
    }

    @Test
    @DisplayName(
            "STREAM-H05, H06, H08, LEAVE-H06, S5 5.8: quiet streams go on for longer than any default timeout; those"
                    + " closed, reset or killed without a word are gone after the grace of 15 s and 5 s")
    void closedStreamsAreNoticedAndQuietOnesGoOn() throws Exception {
        List<Client> quiet = List.of(Nodes.user(node(0), "quiet0"), Nodes.user(node(1), "quiet1"));
        List<String> conns = List.of(Nodes.conn(), Nodes.conn());
        List<EventSource> open = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            open.add(open(node(i), quiet.get(i), "room", room, "conn", conns.get(i)));
        }
        List<EventSource> closing = new ArrayList<>();
        List<Process> curls = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            closing.add(open(node(i), Nodes.user(node(i), "close" + i), "room", room, "conn", Nodes.conn()));
            closing.add(open(node(i), Nodes.user(node(i), "reset" + i), "room", room, "conn", Nodes.conn()));
            curls.add(Curl.stream(node(i), Nodes.user(node(i), "kill" + i), room, Nodes.conn()));
        }
        String[] all = {"quiet0", "quiet1", "close0", "close1", "reset0", "reset1", "kill0", "kill1"};
        Rosters.awaitNow(open.get(0), SOON, room, all);
        long closed = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            closing.get(2 * i).close();
            closing.get(2 * i + 1).reset();
            curls.get(i).destroyForcibly();
        }
        long beat = closed;
        long seconds = 0;
        while (seconds < 45) {
            if (System.nanoTime() - beat > SECOND.toNanos()) {
                beat = System.nanoTime();
                for (int i = 0; i < 2; i++) {
                    assertEquals(200, Nodes.say(quiet.get(i), "room", room, "conn", conns.get(i)));
                }
                seconds++;
            }
            LockSupport.parkNanos(20_000_000);
        }
        for (EventSource stream : open) {
            assertNull(stream.end());
            assertTrue(stream.comments() >= 24 && stream.comments() <= 40, stream.comments() + " comments");
            assertEquals(Set.of("quiet0", "quiet1"), Rosters.shown(stream, room));
            for (Event event : Rosters.of(stream, room)) {
                long after = event.nanos() - closed;
                if (after > Duration.ofSeconds(20).toNanos()) {
                    throw new AssertionError("Still a change after " + after / 1_000_000 + " ms");
                }
                boolean gone = after > 0 && !Rosters.ids(event).containsAll(Set.of(all));
                assertFalse(gone && after < Duration.ofSeconds(13).toNanos(), event::data);
            }
        }
    }

    @Test
    @DisplayName("STREAM-H01: behind nginx as it comes, each of 20 who join is seen within a second")
    void nginxHoldsNothingBack() throws Exception {
        for (Server server : nodes.all()) {
            try (Nginx nginx = new Nginx(server)) {
                Client ana = Nodes.user(nginx::uri, "ana", null);
                Client bo = Nodes.user(server, "bo");
                String crowd = room + server;
                EventSource stream = Nodes.stream(nginx::uri, ana, "room", crowd, "conn", Nodes.conn());
                streams.add(stream);
                Rosters.awaitNow(stream, SOON, crowd, "ana");
                for (int i = 1; i <= 20; i++) {
                    int connections = i;
                    long begun = System.nanoTime();
                    assertEquals(200, Nodes.say(bo, "room", crowd, "conn", Nodes.conn()));
                    Event seen = stream.await(
                            "bo is there " + i + " times",
                            SOON,
                            event -> Rosters.isOf(event, crowd)
                                    && Rosters.ids(event).contains("bo")
                                    && Rosters.viewer(event, "bo")
                                                    .get("connections")
                                                    .getAsInt()
                                            == connections);
                    assertWithin(SECOND, seen.nanos() - begun);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("STREAM-H06: 50 refreshes and 20 killed clients leave nothing in the log")
    void disconnectsAreNoErrors(int number) throws Exception {
        Client ana = Nodes.user(node(number), "ana");
        List<Process> curls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            EventSource stream = open(node(number), ana, "room", room);
            assertEquals(200, stream.status());
            if (i < 20) {
                curls.add(Curl.stream(node(number), ana, room, Nodes.conn()));
            }
            if (i % 2 == 0) {
                stream.close();
            } else {
                stream.reset();
            }
        }
        curls.forEach(Process::destroyForcibly);
        EventSource last = open(node(number), ana, "room", room);
        Await.until("the comments have come that find out who is gone", () -> last.comments() >= 4);
        assertFalse(node(number).log().contains("Exception"), node(number)::log);
        assertFalse(node(number).log().contains("\tat "), node(number)::log);
    }
}
