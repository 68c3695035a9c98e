package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.app.RealNode;
import org.whosonline.presence.Crowd;
import org.whosonline.presence.Heard;
import org.whosonline.presence.Roster;
import org.whosonline.presence.Viewer;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** Rooms as big as they get, on several nodes and one Memcached. */
@DisplayName("S4 4.12: a room of 100,000 viewers")
class BigRoomsIT {

    private static final String ROOM = "/keynote";
    private static final int SIZE = 100_000;

    /** Longer than in production: nothing is at fault here, but the machine may be busy. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static MemcachedProcess memcached;
    private static List<RealNode> nodes;

    private final RosterJson json = new RosterJson(40);

    @BeforeAll
    static void fill() {
        memcached = MemcachedProcess.running("-m", "256");
        nodes = IntStream.range(0, 3)
                .mapToObj(i -> new RealNode(memcached.address(), TIMEOUT, RealNode.options(Duration.ofMinutes(10))))
                .toList();
        Crowd.seed(nodes.get(0), ROOM, SIZE, 3_600);
    }

    @AfterAll
    static void end() {
        nodes.forEach(RealNode::close);
        memcached.close();
    }

    /** Users of numbers that no other test has: an id that was released never comes back. */
    private static void join(int node, String room, int from, int to) {
        List<CompletableFuture<Heard>> heard = new ArrayList<>();
        for (int i = from; i < to; i++) {
            heard.add(nodes.get(node).presence().beat(Crowd.beat(room, i)));
        }
        heard.forEach(one -> assertEquals(Heard.Outcome.TAKEN, result(one).outcome()));
    }

    private static void leave(int node, String room, int from, int to) {
        for (int i = from; i < to; i++) {
            result(Crowd.leave(nodes.get(node), room, i));
        }
    }

    private static List<String> ids(JsonObject object) {
        List<String> ids = new ArrayList<>();
        for (JsonElement viewer : object.getAsJsonArray("viewers")) {
            ids.add(viewer.getAsJsonObject().get("viewerId").getAsString());
        }
        return ids;
    }

    private static JsonObject parse(byte[] bytes) {
        return JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8)).getAsJsonObject();
    }

    @Test
    @DisplayName(
            "comes in frames of at most 8 KB: the total, and a sample that stays the same while others come and go, on all nodes")
    void framesStaySmallAndSamplesTheSame() {
        try (Watcher one = new Watcher(nodes.get(0), ROOM);
                Watcher two = new Watcher(nodes.get(1), ROOM)) {
            byte[] before = json.frame(one.await(SIZE), null);
            assertTrue(before.length <= 8_192, before.length + " bytes");
            assertEquals(SIZE, parse(before).get("total").getAsInt());
            assertTrue(ids(parse(before)).size() >= 30, "only " + ids(parse(before)));
            assertArrayEquals(before, json.frame(two.await(SIZE), null));

            join(1, ROOM, SIZE, SIZE + 50);
            byte[] after = json.frame(one.await(SIZE + 50), null);
            assertEquals(ids(parse(before)), ids(parse(after)));
            assertArrayEquals(after, json.frame(two.await(SIZE + 50), null));
            byte[] own = json.frame(one.await(SIZE + 50), Crowd.user(SIZE + 7));
            assertTrue(ids(parse(own)).contains(Crowd.user(SIZE + 7)));
            assertTrue(own.length <= 8_192, own.length + " bytes");

            leave(1, ROOM, SIZE, SIZE + 50);
            assertArrayEquals(before, json.frame(one.await(SIZE), null));
        }
    }

    @Test
    @DisplayName("read page by page shows everybody, and nobody twice, also while others come and go")
    void pagesShowEverybodyOnce() throws BadParameterException {
        List<String> seen = new ArrayList<>();
        String next = null;
        do {
            if (seen.size() == SIZE / 2) {
                join(1, ROOM, SIZE + 300, SIZE + 320);
                leave(1, ROOM, SIZE + 300, SIZE + 320);
            }
            Roster roster = result(nodes.get(2).presence().roster(ROOM));
            JsonObject page = parse(page(roster, next));
            seen.addAll(ids(page));
            next = page.get("next").isJsonNull() ? null : page.get("next").getAsString();
        } while (next != null);
        Set<String> distinct = new HashSet<>(seen);
        assertEquals(seen.size(), distinct.size());
        for (int i = 0; i < SIZE; i++) {
            assertTrue(distinct.contains(Crowd.user(i)), Crowd.user(i));
        }
    }

    private static byte[] page(Roster roster, String after) throws BadParameterException {
        int from = after == null ? 0 : Cursor.parse(after).position(roster.viewers());
        int to = Math.min(from + 1_000, roster.viewers().size());
        boolean more = to < roster.viewers().size();
        return RosterJson.page(
                roster, from, to, more ? Cursor.of(roster.viewers().get(to - 1)).text() : null);
    }

    @Test
    @DisplayName("shows joins and leaves on another node, each of them, also where they come from two nodes at once")
    void joinsAndLeavesShowOnAnotherNode() {
        try (Watcher watcher = new Watcher(nodes.get(2), ROOM)) {
            watcher.await(SIZE);
            for (int i = 0; i < 20; i++) {
                join(0, ROOM, SIZE + 100 + i, SIZE + 101 + i);
                join(1, ROOM, SIZE + 200 + i, SIZE + 201 + i);
            }
            Roster joined = watcher.await(SIZE + 40);
            for (int i = 0; i < 20; i++) {
                assertTrue(joined.viewer(Crowd.user(SIZE + 100 + i)).isPresent());
                assertTrue(joined.viewer(Crowd.user(SIZE + 200 + i)).isPresent());
            }
            leave(0, ROOM, SIZE + 100, SIZE + 120);
            watcher.await(SIZE + 20);
            leave(1, ROOM, SIZE + 200, SIZE + 220);
            assertTrue(watcher.await(SIZE).viewer(Crowd.user(SIZE + 200)).isEmpty());
        }
    }

    @Test
    @DisplayName("of which 20,000 come within seconds loses none of them: its map is split while they come")
    void nobodyIsLostInARush() {
        String room = "/rush";
        int rush = 20_000;
        try (Watcher watcher = new Watcher(nodes.get(2), room)) {
            List<CompletableFuture<Heard>> heard = new ArrayList<>();
            for (int i = 0; i < rush; i++) {
                heard.add(nodes.get(i % 2).presence().beat(Crowd.beat(room, i)));
            }
            heard.forEach(one -> assertEquals(Heard.Outcome.TAKEN, result(one).outcome()));
            Roster roster = watcher.await(rush);
            Set<String> ids =
                    new HashSet<>(roster.viewers().stream().map(Viewer::id).toList());
            for (int i = 0; i < rush; i++) {
                assertTrue(ids.contains(Crowd.user(i)), Crowd.user(i));
            }
            Await.until(
                    "the map is split",
                    () -> !memcached.value("room:/rush:layout").isEmpty());
            result(nodes.get(0).presence().sweep());
            assertEquals(
                    rush, result(nodes.get(0).presence().roster(room)).total().getAsInt());
        }
    }
}
