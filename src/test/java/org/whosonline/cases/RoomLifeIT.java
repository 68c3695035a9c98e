package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.cases.Tab.PRESENCE;
import static org.whosonline.cases.TwoNodes.SOON;
import static org.whosonline.cases.TwoNodes.login;
import static org.whosonline.cases.TwoNodes.room;
import static org.whosonline.cases.TwoNodes.somebody;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** Coming, changing and leaving, on a Tomcat and a Jetty as two nodes of one site. */
@Tag("waiting")
class RoomLifeIT {

    private static TwoNodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = new TwoNodes();
    }

    @AfterAll
    static void stop() throws Exception {
        nodes.close();
    }

    private static void awaitIds(Client reader, String room, String... ids) {
        List<String> expected = List.of(ids);
        Await.until(
                expected + " are there",
                SOON,
                () -> Tab.ids(reader, room).stream()
                        .sorted()
                        .toList()
                        .equals(expected.stream().sorted().toList()));
    }

    private static JsonObject only(Client reader, String room) throws Exception {
        List<JsonObject> viewers = Tab.viewers(Tab.roster(reader, room));
        assertEquals(1, viewers.size(), viewers::toString);
        return viewers.get(0);
    }

    @Test
    @DisplayName(
            "S2 2.1, S4 4.6: who joins on one node is listed by the other, changes are seen there, and so are leaves")
    void nodesAgree() throws Exception {
        for (int from = 0; from < 2; from++) {
            Server here = nodes.both.get(from);
            Server there = nodes.both.get(1 - from);
            String ana = somebody("ana");
            String room = room();
            Client reader = login(there, "/host", somebody("bob"));
            Tab tab = new Tab(login(here, "/host", ana), room);
            tab.beat("state", "active", "status", "in a meeting");
            awaitIds(reader, room, ana);
            JsonObject roster = Tab.roster(reader, room);
            assertEquals(room, roster.get("room").getAsString());
            assertEquals(1, roster.get("total").getAsInt());
            assertFalse(roster.get("stale").getAsBoolean());
            assertTrue(roster.get("asOf").getAsString().endsWith("Z"));
            assertTrue(roster.get("next").isJsonNull());
            JsonObject viewer = only(reader, room);
            assertEquals(
                    "[viewerId, viewerName, avatar, joinedAt, state, editing, status, typing, connections]",
                    viewer.keySet().toString());
            Await.until(
                    "the status is there",
                    SOON,
                    () -> only(reader, room).get("status").toString().equals("\"in a meeting\""));
            tab.beat("state", "idle", "editing", "true", "status", "");
            Await.until("idle and editing", SOON, () -> {
                JsonObject now = only(reader, room);
                return now.get("state").getAsString().equals("idle")
                        && now.get("editing").getAsBoolean()
                        && now.get("status").isJsonNull();
            });
            tab.leave();
            awaitIds(reader, room);
        }
    }

    @Test
    @DisplayName(
            "PRIV-H01, PRIV-H02: names and rooms with any signs come through unchanged, in JSON that is safe in a page")
    void signs() throws Exception {
        String end = somebody("");
        for (String name : List.of(
                "Tom & <Jerry> \"x\" 'y'" + end,
                "<img src=x onerror=alert(1)></script>${1+1}" + end,
                "line\u2028paragraph\u2029😀\t\\ é" + end)) {
            for (Server node : nodes.both) {
                String room = "/<b>&amp;\"'\u2028😀" + name;
                Client client = login(node, "/host", name);
                Tab tab = new Tab(client, room);
                tab.beat("status", name);
                awaitIds(client, room, name);
                HttpResponse<String> list = client.get(Tab.listPath(room));
                HttpResponse<String> poll = tab.poll().join();
                for (HttpResponse<String> answer : List.of(list, poll)) {
                    assertFalse(answer.body().matches("(?s).*[<>&'\u2028\u2029].*"), answer::body);
                    JsonObject viewer = Tab.viewers(
                                    JsonParser.parseString(answer.body()).getAsJsonObject())
                            .get(0);
                    assertEquals(name, viewer.get("viewerId").getAsString());
                    assertEquals(name, viewer.get("viewerName").getAsString());
                    assertEquals(name, viewer.get("status").getAsString());
                }
                assertEquals(room, Tab.roster(client, room).get("room").getAsString());
                tab.leave();
                awaitIds(client, room);
            }
        }
    }

    @Test
    @DisplayName("S2 2.5: forms, multipart forms, JSON and texts say the same; rooms and connections go in pairs")
    void spellings() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            Client client = login(node, "/host", ana);
            List<String> rooms = List.of(room(), room());
            List<String> conns = List.of(Tab.conn(), Tab.conn());
            JsonObject form = JsonParser.parseString(client.post(
                                    PRESENCE,
                                    "room",
                                    rooms.get(0),
                                    "room",
                                    rooms.get(1),
                                    "conn",
                                    conns.get(0),
                                    "conn",
                                    conns.get(1))
                            .body())
                    .getAsJsonObject();
            assertEquals(
                    conns,
                    form.getAsJsonArray("conn").asList().stream()
                            .map(JsonElement::getAsString)
                            .toList());
            assertEquals(2, form.getAsJsonArray("hash").size());
            String part = "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n";
            String multipart = part.formatted("room", rooms.get(0)) + part.formatted("conn", conns.get(0))
                    + part.formatted("state", "idle") + "--b--\r\n";
            assertEquals(
                    200,
                    client.postBody(PRESENCE, "multipart/form-data; boundary=b", multipart)
                            .statusCode());
            Await.until(
                    "idle",
                    SOON,
                    () -> only(client, rooms.get(0)).get("state").getAsString().equals("idle"));
            String json = "{\"room\":[\"" + rooms.get(0) + "\",\"" + rooms.get(1) + "\"],\"conn\":[\"" + conns.get(0)
                    + "\",\"" + conns.get(1) + "\"],\"state\":\"away\",\"editing\":true,\"other\":{\"deep\":[1]}}";
            assertEquals(
                    200, client.postBody(PRESENCE, "application/json", json).statusCode());
            for (String room : rooms) {
                Await.until(
                        "away",
                        SOON,
                        () -> only(client, room).get("state").getAsString().equals("away"));
                assertTrue(only(client, room).get("editing").getAsBoolean());
            }
            String text = "room=" + rooms.get(0) + "&conn=" + conns.get(0);
            assertEquals(
                    204,
                    client.postBody(PRESENCE + "/leave", "text/plain;charset=UTF-8", text)
                            .statusCode());
            awaitIds(client, rooms.get(0));
            multipart = part.formatted("room", rooms.get(1)) + part.formatted("conn", conns.get(1)) + "--b--\r\n";
            assertEquals(
                    204,
                    client.postBody(PRESENCE + "/leave", "multipart/form-data; boundary=b", multipart)
                            .statusCode());
            awaitIds(client, rooms.get(1));
        }
    }

    @Test
    @DisplayName(
            "What the application asks for beside our own fields, such as a token against forgery, is borne everywhere")
    void foreignFields() throws Exception {
        String token = "a+b/c==&é;{}\"";
        String part = "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n";
        for (Server node : nodes.both) {
            Client client = login(node, "/host", somebody("ana"));
            for (String kind : List.of("form", "beacon", "multipart", "json", "token in the query")) {
                String room = room();
                String conn = Tab.conn();
                String form = "room=" + room + "&conn=" + conn + "&lastHash=x";
                String sent = "_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
                String type =
                        switch (kind) {
                            case "beacon" -> "application/x-www-form-urlencoded;charset=UTF-8";
                            case "multipart" -> "multipart/form-data; boundary=b";
                            case "json" -> "application/json";
                            default -> "application/x-www-form-urlencoded";
                        };
                String body =
                        switch (kind) {
                            case "multipart" ->
                                part.formatted("_csrf", token) + part.formatted("room", room)
                                        + part.formatted("conn", conn) + part.formatted("lastHash", "x") + "--b--\r\n";
                            case "json" ->
                                "{\"_csrf\":" + new JsonPrimitive(token) + ",\"deep\":{\"room\":1},\"room\":\"" + room
                                        + "\",\"conn\":\"" + conn + "\",\"lastHash\":\"x\"}";
                            case "token in the query" -> form;
                            default -> sent + '&' + form;
                        };
                String query = kind.contains("query") ? '?' + sent : "";
                HttpResponse<String> beat = client.postBody(PRESENCE + query, type, body);
                assertEquals(200, beat.statusCode(), kind + beat.body());
                HttpResponse<String> poll = client.postBody(PRESENCE + "/poll" + query, type, body);
                assertEquals(200, poll.statusCode(), kind + poll.body());
                assertEquals(
                        1,
                        Tab.viewers(JsonParser.parseString(poll.body()).getAsJsonObject())
                                .size(),
                        kind);
                HttpResponse<String> leave = client.postBody(PRESENCE + "/leave" + query, type, body);
                assertEquals(204, leave.statusCode(), kind + leave.body());
                awaitIds(client, room);
            }
        }
    }

    @Test
    @DisplayName(
            "A connection that nobody named is made up, and told; a list is read page by page; an unchanged one is 304")
    void pagesAndTags() throws Exception {
        String room = room();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(somebody("u"));
            Client client = login(nodes.tomcat, "/host", all.get(i));
            JsonObject joined = JsonParser.parseString(
                            client.post(PRESENCE, "room", room).body())
                    .getAsJsonObject();
            assertTrue(joined.getAsJsonArray("conn").get(0).getAsString().matches("[A-Za-z0-9_-]{22,64}"));
        }
        Client reader = login(nodes.tomcat, "/host", somebody("reader"));
        awaitIds(reader, room, all.toArray(String[]::new));
        List<String> read = new ArrayList<>();
        String after = "";
        do {
            JsonObject page = JsonParser.parseString(
                            reader.get(Tab.listPath(room) + "&limit=2" + after).body())
                    .getAsJsonObject();
            assertEquals(5, page.get("total").getAsInt());
            read.addAll(Tab.ids(page));
            after = page.get("next").isJsonNull()
                    ? null
                    : "&after=" + page.get("next").getAsString();
        } while (after != null);
        assertEquals(all.stream().sorted().toList(), read.stream().sorted().toList());
        HttpResponse<String> list = reader.get(Tab.listPath(room));
        String tag = list.headers().firstValue("ETag").orElseThrow();
        assertTrue(tag.matches("W/\"[0-9a-f]{32}\""), tag);
        assertEquals(
                "private, no-store", list.headers().firstValue("Cache-Control").orElse(""));
        HttpResponse<String> again = reader.get(Tab.listPath(room), "If-None-Match", tag);
        assertEquals(304, again.statusCode());
        assertEquals("", again.body());
        assertFalse(Tab.ids(reader, room).contains("reader"));
    }

    @Test
    @DisplayName("S2 2.5, S3 3.1: a leave may come twice, late, or from somebody else, and is final")
    void leavesAreIdempotent() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            String bob = somebody("bob");
            String room = room();
            Client his = login(node, "/host", bob);
            Tab tab = new Tab(login(node, "/host", ana), room);
            Tab other = new Tab(his, room);
            tab.beat();
            other.beat();
            awaitIds(his, room, ana, bob);
            his.post(PRESENCE + "/leave", "room", room, "conn", tab.conn);
            tab.leave();
            tab.leave();
            awaitIds(his, room, bob);
            tab.leave();
            HttpResponse<String> late = tab.post(PRESENCE, "state", "active");
            assertEquals(409, late.statusCode());
            assertTrue(late.body().contains("\"conn\":[\"" + tab.conn + "\"]"), late::body);
            assertEquals(409, tab.post(PRESENCE + "/poll").statusCode());
            assertEquals(List.of(bob), Tab.ids(his, room));
        }
    }

    @Test
    @DisplayName("TABS-H01, TABS-H04: of three tabs the user stays until the last has left, and is absent from no list")
    void threeTabs() throws Exception {
        String ana = somebody("ana");
        String room = room();
        Client reader = login(nodes.jetty, "/host", somebody("reader"));
        Client client = login(nodes.tomcat, "/host", ana);
        List<Tab> tabs = List.of(new Tab(client, room), new Tab(client, room), new Tab(client, room));
        for (Tab tab : tabs) {
            tab.beat();
        }
        for (int left = 3; left > 0; left--) {
            int expected = left;
            Await.until(
                    left + " tabs",
                    SOON,
                    () -> Tab.ids(reader, room).size() == 1
                            && only(reader, room).get("connections").getAsInt() == expected);
            Client own = login(nodes.tomcat, "/host", ana);
            tabs.get(left - 1).leave();
            // Until the number tells that the leave has been seen, no answer of either node may lack the user.
            Await.until("one less", SOON, () -> {
                boolean gone = expected == 1 && Tab.ids(reader, room).isEmpty();
                if (expected > 1) {
                    assertEquals(List.of(ana), Tab.ids(reader, room));
                    assertEquals(List.of(ana), Tab.ids(own, room));
                }
                return gone
                        || expected > 1 && only(reader, room).get("connections").getAsInt() < expected;
            });
        }
    }

    @Test
    @DisplayName(
            "TABS-H05: with two devices there is one entry at all times, of the most active state, and none at the end")
    void twoDevices() throws Exception {
        String ana = somebody("ana");
        String room = room();
        Client reader = login(nodes.tomcat, "/host", somebody("reader"));
        Tab laptop = new Tab(login(nodes.tomcat, "/host", ana), room);
        Tab phone = new Tab(login(nodes.jetty, "/host", ana), room);
        laptop.beat("state", "idle");
        phone.beat("state", "idle");
        awaitState(reader, room, 2, "idle");
        phone.beat("state", "active");
        awaitState(reader, room, 2, "active");
        phone.beat("state", "idle");
        awaitState(reader, room, 2, "idle");
        laptop.leave();
        awaitState(reader, room, 1, "idle");
        phone.leave();
        awaitIds(reader, room);
    }

    private static void awaitState(Client reader, String room, int connections, String state) {
        Await.until(state + " with " + connections, SOON, () -> {
            List<JsonObject> viewers = Tab.viewers(Tab.roster(reader, room));
            assertTrue(viewers.size() <= 1, viewers::toString);
            return viewers.size() == 1
                    && viewers.get(0).get("connections").getAsInt() == connections
                    && viewers.get(0).get("state").getAsString().equals(state);
        });
    }

    @Test
    @DisplayName("TABS-H03: a logout in one browser leaves the user there by the other")
    void twoBrowsers() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            String room = room();
            Client reader = login(node, "/host", somebody("reader"));
            Client chrome = login(node, "/host", ana);
            Client firefox = login(node, "/host", ana);
            Tab first = new Tab(chrome, room);
            Tab second = new Tab(firefox, room);
            first.beat();
            second.beat();
            awaitState(reader, room, 2, "active");
            chrome.post("/logout", "how", "invalidate");
            awaitState(reader, room, 1, "active");
            second.leave();
            awaitIds(reader, room);
        }
    }

    @Test
    @DisplayName("PRIV-H07: whichever way a user logs out, they leave the room, and their polls end with 401")
    void logouts() throws Exception {
        for (Server node : nodes.both) {
            for (String how : List.of("invalidate", "attribute")) {
                String ana = somebody("ana");
                assertEndsWithLogout(node, "/host", login(node, "/host", ana), ana, how);
            }
            for (String how : List.of("logout", "invalidate", "logout, invalidate", "invalidate, logout")) {
                Client client = new Client(node, "/members");
                client.post("/login", "user", "ana", "password", "secret");
                assertEndsWithLogout(node, "/members", client, "ana", how);
            }
        }
    }

    private static void assertEndsWithLogout(Server node, String contextPath, Client client, String user, String how)
            throws Exception {
        Tab tab = new Tab(client, room());
        tab.take(tab.poll().join());
        CompletableFuture<HttpResponse<String>> held = tab.poll();
        Client reader = new Client(node, contextPath);
        if (contextPath.equals("/host")) {
            reader.post("/login", "user", somebody("reader"));
        } else {
            reader.header("X-Remote-User", somebody("reader"));
        }
        awaitIds(reader, tab.room, user);
        client.post("/logout", "how", how);
        Await.until(how + " ends polls on " + node, SOON, held::isDone);
        HttpResponse<String> ended = held.join();
        assertEquals(401, ended.statusCode(), how + ended.body());
        assertFalse(ended.body().contains("viewers"), ended.body());
        Await.until(how + " on " + node, SOON, () -> Tab.ids(reader, tab.room).isEmpty());
    }

    @Test
    @DisplayName("PRIV-H06: once a session has timed out, polls and lists tell nothing any more")
    void timeouts() throws Exception {
        for (Server node : nodes.both) {
            Client client = new Client(node, "/host");
            client.post("/login", "user", somebody("ana"), "idleSeconds", "2");
            Tab tab = new Tab(client, room());
            tab.take(tab.poll().join());
            long timedOut = System.nanoTime() + Duration.ofSeconds(4).toNanos();
            Await.until("time has passed", () -> System.nanoTime() - timedOut > 0);
            assertEquals(401, tab.poll().join().statusCode());
            assertEquals(401, client.get(Tab.listPath(tab.room)).statusCode());
            Client reader = login(node, "/host", somebody("reader"));
            assertEquals(200, reader.get(Tab.listPath(tab.room)).statusCode());
        }
    }

    @Test
    @DisplayName("BEAT-H05: a typing mark goes by itself, by its word, by leaving, by the lease and by logging out")
    void typing() throws Exception {
        Client reader = login(nodes.jetty, "/quick", somebody("reader"));
        String room = room();
        for (String end : List.of("silence", "word", "away", "leave", "lease", "logout")) {
            Client client = login(nodes.tomcat, "/quick", somebody("typist"));
            Tab tab = new Tab(client, room);
            tab.beat("typing", "true");
            Await.until("seen typing", SOON, () -> typists(reader, room) == 1);
            switch (end) {
                case "word" -> tab.beat("typing", "false");
                case "away" -> tab.beat("state", "away");
                case "leave" -> tab.leave();
                case "logout" -> client.post("/logout", "how", "invalidate");
                default -> {}
            }
            Await.until("no longer typing: " + end, SOON, () -> typists(reader, room) == 0);
        }
        Await.until(
                "all gone", Duration.ofSeconds(15), () -> Tab.ids(reader, room).isEmpty());
    }

    private static long typists(Client reader, String room) throws Exception {
        return Tab.viewers(Tab.roster(reader, room)).stream()
                .filter(viewer -> viewer.get("typing").getAsBoolean())
                .count();
    }

    @Test
    @DisplayName("Who only keeps a page open and is active stays online; who is idle does not")
    void activePagesCount() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            String ivo = somebody("ivo");
            Client reader = login(node, "/quick", somebody("reader"));
            Tab active = new Tab(login(node, "/quick", ana), room());
            Tab idle = new Tab(login(node, "/quick", ivo), room());
            Await.until("both are online", SOON, () -> {
                reader.get("/plain.jsp");
                return online(reader).containsAll(List.of(ana, ivo));
            });
            Await.until("the idle one is not", Duration.ofSeconds(20), () -> {
                reader.get("/plain.jsp");
                active.beat("state", "active");
                idle.beat("state", "idle");
                List<String> online = online(reader);
                assertTrue(online.contains(ana), online::toString);
                return !online.contains(ivo);
            });
        }
    }

    private static List<String> online(Client reader) throws Exception {
        return reader.json("/whosonline/online").getAsJsonArray("users").asList().stream()
                .map(user -> user.getAsJsonObject().get("id").getAsString())
                .toList();
    }

    @Test
    @DisplayName("LEAVE-H04: where the application forbids beacons, the lease ends what is there, and the log is quiet")
    void forbiddenBeacons() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            Client reader = login(node, "/deaf", somebody("reader"));
            Tab tab = new Tab(login(node, "/deaf", ana), room());
            tab.beat();
            awaitIds(reader, tab.room, ana);
            String before = node.log();
            assertEquals(403, tab.post(PRESENCE + "/leave").statusCode());
            Await.until(
                    "the lease is over",
                    Duration.ofSeconds(15),
                    () -> Tab.ids(reader, tab.room).isEmpty());
            assertFalse(node.log().substring(before.length()).matches("(?s).*(WARN|SEVERE|Exception).*"));
        }
    }
}
