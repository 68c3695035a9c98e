package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.cases.Tab.PRESENCE;
import static org.whosonline.cases.TwoNodes.SOON;
import static org.whosonline.cases.TwoNodes.login;
import static org.whosonline.cases.TwoNodes.room;
import static org.whosonline.cases.TwoNodes.somebody;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** Who may do what about rooms, at every address and with every verb, on a Tomcat and a Jetty. */
class RoomGuardIT {

    private static TwoNodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = new TwoNodes();
    }

    @AfterAll
    static void stop() throws Exception {
        nodes.close();
    }

    private static void assertProblem(int status, String says, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertEquals(
                "application/problem+json",
                answer.headers().firstValue("Content-Type").orElse("none").replaceAll(";.*", ""));
        JsonObject problem = JsonParser.parseString(answer.body()).getAsJsonObject();
        assertEquals(status, problem.get("status").getAsInt());
        assertTrue(problem.get("detail").getAsString().contains(says), answer.body());
        assertFalse(answer.body().contains("viewers"), answer.body());
    }

    /** Every address and verb is refused with {@code status}, but a leave, which is taken without a word. */
    private static void assertRefused(int status, Tab tab, Client client) throws Exception {
        assertProblem(status, "", client.get(Tab.listPath(tab.room)));
        HttpResponse<String> head = client.send("HEAD", Tab.listPath(tab.room));
        assertEquals(status, head.statusCode());
        assertEquals("", head.body());
        assertProblem(status, "", tab.post(PRESENCE, "state", "active", "typing", "true"));
        assertProblem(status, "", tab.post(PRESENCE + "/poll", "lastHash", "x"));
        assertProblem(status, "", client.get(Tab.listPath(tab.room).replace(PRESENCE, PRESENCE + "/stream")));
        tab.leave();
    }

    @Test
    @DisplayName("PRIV-H04: without a session every address and verb refuses, changes nothing and makes no session")
    void withoutASession() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            String room = room();
            Client known = login(node, "/host", ana);
            Tab open = new Tab(known, room);
            open.beat();
            Client nobody = new Client(node, "/host");
            for (String asked : List.of(room, room())) {
                assertRefused(401, new Tab(nobody, asked), nobody);
            }
            // With the very connection of somebody else.
            assertEquals(
                    204,
                    nobody.post(PRESENCE + "/leave", "room", room, "conn", open.conn)
                            .statusCode());
            assertEquals(Optional.empty(), nobody.session());
            Await.until("ana is there", SOON, () -> Tab.ids(known, room).equals(List.of(ana)));
        }
    }

    @Test
    @DisplayName("PRIV-H04: without access every address and verb refuses, whether anybody is there or not")
    void withoutAccess() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            Client known = login(node, "/host", ana);
            Tab inside = new Tab(known, "/secret");
            inside.beat();
            Client bob = login(node, "/host", somebody("bob"));
            assertRefused(403, new Tab(bob, "/secret"), bob);
            assertRefused(403, new Tab(bob, "/broken"), bob);
            assertProblem(
                    403,
                    "join",
                    bob.post(PRESENCE, "room", room(), "conn", Tab.conn(), "room", "/secret", "conn", Tab.conn()));
            Await.until(
                    "ana alone is in there",
                    SOON,
                    () -> Tab.ids(known, "/secret").equals(List.of(ana)));
            inside.leave();
        }
    }

    @Test
    @DisplayName("Who may join but not see is told no hash and gets no list")
    void joinsBlindly() throws Exception {
        Client bob = login(nodes.tomcat, "/host", somebody("bob"));
        Tab booth = new Tab(bob, "/booth");
        assertEquals("[null]", booth.beat().get("hash").toString());
        assertProblem(403, "see", bob.get(Tab.listPath("/booth")));
        assertProblem(403, "see", booth.post(PRESENCE + "/poll"));
        booth.leave();
    }

    @Test
    @DisplayName("Changes and polls from another origin are refused, unless it is named; leaves and lists are not")
    void foreignOrigins() throws Exception {
        for (Server node : nodes.both) {
            String bob = somebody("bob");
            Client client = login(node, "/host", bob);
            String room = room();
            String conn = Tab.conn();
            String body = "room=" + room + "&conn=" + conn;
            String form = "application/x-www-form-urlencoded";
            String evil = "https://evil.example";
            for (String path : List.of(PRESENCE, PRESENCE + "/poll")) {
                for (String site : List.of("cross-site", "same-site")) {
                    assertProblem(
                            403,
                            "sites",
                            client.postBody(path, form, body, "Sec-Fetch-Site", site, "X-WhosOnline", "1"));
                }
                assertProblem(403, "sites", client.postBody(path, form, body, "Origin", evil));
                assertProblem(403, "sites", client.postBody(path, form, body, "Origin", "null"));
                assertEquals(
                        200,
                        client.postBody(
                                        path,
                                        form,
                                        body,
                                        "Origin",
                                        "https://partner.example",
                                        "Sec-Fetch-Site",
                                        "cross-site")
                                .statusCode());
                assertEquals(
                        200,
                        client.postBody(
                                        path,
                                        form,
                                        body,
                                        "Origin",
                                        "http://" + node.uri("/").getAuthority())
                                .statusCode());
                assertEquals(
                        200,
                        client.postBody(path, form, body, "Origin", evil, "X-WhosOnline", "1")
                                .statusCode());
                assertEquals(
                        200,
                        client.postBody(path, form, body, "Origin", evil, "Sec-Fetch-Site", "same-origin")
                                .statusCode());
            }
            assertEquals(
                    200,
                    client.get(Tab.listPath(room), "Sec-Fetch-Site", "cross-site")
                            .statusCode());
            assertEquals(
                    204,
                    client.postBody(
                                    PRESENCE + "/leave",
                                    "text/plain;charset=UTF-8",
                                    body,
                                    "Origin",
                                    evil,
                                    "Sec-Fetch-Site",
                                    "cross-site")
                            .statusCode());
            Await.until(
                    "the beacon was taken", SOON, () -> Tab.ids(client, room).isEmpty());
        }
    }

    @Test
    @DisplayName("What is wrong is answered with 400 and the name of the parameter")
    void badParameters() throws Exception {
        for (Server node : nodes.both) {
            Client client = login(node, "/host", somebody("bob"));
            String conn = Tab.conn();
            assertProblem(400, "room", client.get(PRESENCE));
            assertProblem(400, "room", client.get(PRESENCE + "?room="));
            assertProblem(400, "room", client.get(PRESENCE + "?room=a&room=b"));
            assertProblem(400, "room", client.get(PRESENCE + "?room=" + "x".repeat(1025)));
            assertEquals(200, client.get(PRESENCE + "?room=" + "x".repeat(1024)).statusCode());
            assertProblem(400, "UTF-8", client.get(PRESENCE + "?room=%C3%28"));
            assertProblem(400, "limit", client.get(PRESENCE + "?room=a&limit=0"));
            assertProblem(400, "after", client.get(PRESENCE + "?room=a&after=!"));
            for (String path : List.of(PRESENCE, PRESENCE + "/poll")) {
                assertProblem(400, "room", client.post(path, "conn", conn));
                assertProblem(400, "conn", client.post(path, "room", "a", "conn", "short"));
                assertProblem(400, "conn", client.post(path, "room", "a", "conn", "~" + conn));
                assertProblem(400, "conn", client.post(path, "room", "a", "conn", conn, "conn", conn));
                assertProblem(400, "state", client.post(path, "room", "a", "conn", conn, "state", "asleep"));
                assertProblem(400, "editing", client.post(path, "room", "a", "conn", conn, "editing", "maybe"));
                assertProblem(400, "typing", client.post(path, "room", "a", "conn", conn, "typing", ""));
                assertProblem(400, "JSON", client.postBody(path, "application/json", "{\"room\":"));
                assertProblem(400, "body", client.postBody(path, "application/xml", "<room/>"));
                assertProblem(400, "multipart", client.postBody(path, "multipart/form-data; boundary=b", "--b"));
            }
            assertProblem(400, "once", client.post(PRESENCE + "/poll", "room", "a", "room", "b"));
            for (String wrong : List.of("", "room=a", "room=a&conn=short", "%%%", "{\"room\":")) {
                assertEquals(
                        204,
                        client.postBody(PRESENCE + "/leave", "text/plain", wrong)
                                .statusCode());
            }
            for (String method : List.of("PUT", "DELETE", "OPTIONS")) {
                assertProblem(405, "GET, HEAD, POST", client.send(method, PRESENCE));
                assertProblem(405, "POST", client.send(method, PRESENCE + "/leave"));
                assertProblem(405, "POST", client.send(method, PRESENCE + "/poll"));
            }
            assertEquals(405, client.get(PRESENCE + "/leave").statusCode());
        }
    }

    @Test
    @DisplayName("Over each limit there is a plain 429 or 413, and others are unharmed")
    void limits() throws Exception {
        for (Server node : nodes.both) {
            String room = room();
            assertProblem(413, "status", fresh(node).post(PRESENCE, "status", "sixsix"));
            assertProblem(413, "1024", fresh(node).post(PRESENCE, "room", room, "filler", "x".repeat(1100)));
            assertProblem(429, "room", fresh(node).post(PRESENCE, "room", "a", "room", "b", "room", "c"));
            Client busy = fresh(node);
            new Tab(busy, room).beat();
            new Tab(busy, room).beat();
            Await.until("both pages count", SOON, () -> connections(fresh(node), room) == 2);
            assertProblem(429, "pages", new Tab(busy, room).post(PRESENCE));
            Client fast = fresh(node);
            Tab tab = new Tab(fast, room());
            HttpResponse<String> answer = tab.post(PRESENCE);
            for (int i = 0; i < 100 && answer.statusCode() == 200; i++) {
                answer = tab.post(PRESENCE);
            }
            assertProblem(429, "requests", answer);
            assertEquals(Optional.of("1"), answer.headers().firstValue("Retry-After"));
            assertEquals(204, tab.post(PRESENCE + "/leave").statusCode());
            // Five characters, though each is two in Java and four bytes.
            new Tab(fresh(node), room).beat("status", "😀😀😀😀😀");
        }
    }

    private static int connections(Client client, String room) throws Exception {
        return Tab.viewers(Tab.roster(client, room)).stream()
                .mapToInt(viewer -> viewer.get("connections").getAsInt())
                .sum();
    }

    private static Client fresh(Server node) throws Exception {
        return login(node, "/tight", somebody("bob"));
    }

    @Test
    @DisplayName("PRIV-H03: whoever a request says it is of, it is its session's user who joins, types and leaves")
    void identityIsNeverAParameter() throws Exception {
        for (Server node : nodes.both) {
            String alice = somebody("alice");
            String bob = somebody("bob");
            String room = room();
            Client hers = login(node, "/host", alice);
            Client his = login(node, "/host", bob);
            Tab open = new Tab(hers, room);
            open.beat();
            Tab his1 = new Tab(his, room);
            String[] lies = {
                "viewerId",
                alice,
                "user",
                alice,
                "viewerName",
                "Alice",
                "name",
                "Alice",
                "avatar",
                "/alice.png",
                "typing",
                "true",
                "connections",
                "9",
                "joinedAt",
                "1",
                "session",
                hers.session().orElseThrow(),
                "origin",
                "x",
                "hidden",
                "true"
            };
            assertEquals(bob, his1.beat(lies).get("viewerId").getAsString());
            his.postBody(
                    PRESENCE,
                    "application/json",
                    "{\"room\":\"" + room + "\",\"conn\":\"" + his1.conn + "\",\"viewerId\":\"" + alice
                            + "\",\"viewer\":{\"id\":\"" + alice + "\"}}");
            // With her own connection's id, even.
            his.post(PRESENCE + "/leave", "room", room, "conn", open.conn, "viewerId", alice);
            Await.until("bob is there", SOON, () -> Tab.ids(hers, room).size() == 2);
            for (JsonObject viewer : Tab.viewers(Tab.roster(hers, room))) {
                boolean isBob = viewer.get("viewerId").getAsString().equals(bob);
                assertEquals(isBob ? bob : alice, viewer.get("viewerName").getAsString());
                assertEquals(1, viewer.get("connections").getAsInt());
                assertEquals(isBob, viewer.get("typing").getAsBoolean());
                assertEquals(
                        "/faces/" + (isBob ? bob : alice).length() + ".png",
                        viewer.get("avatar").getAsString());
            }
            his1.leave();
            Await.until("bob has gone", SOON, () -> Tab.ids(hers, room).equals(List.of(alice)));
        }
    }

    @Test
    @DisplayName("A picture that would be a script is shown to nobody")
    void noScriptAsAPicture() throws Exception {
        Client evil = login(nodes.tomcat, "/host", somebody("evil"));
        Tab tab = new Tab(evil, room());
        tab.beat();
        Await.until("there", SOON, () -> !Tab.ids(evil, tab.room).isEmpty());
        assertTrue(Tab.viewers(Tab.roster(evil, tab.room)).get(0).get("avatar").isJsonNull());
    }

    @Test
    @DisplayName("Users who have no session are known by their principal, and get none")
    void withoutSessions() throws Exception {
        for (Server node : nodes.both) {
            String user = somebody("principal");
            Client client = new Client(node, "/header").header("X-Remote-User", user);
            Tab tab = new Tab(client, room());
            JsonObject first = tab.take(tab.poll().join());
            assertEquals(List.of(user), Tab.ids(first));
            tab.beat("state", "idle");
            assertEquals(
                    "idle",
                    Tab.viewers(tab.take(tab.poll().join())).get(0).get("state").getAsString());
            tab.leave();
            Await.until("gone", SOON, () -> Tab.ids(client, tab.room).isEmpty());
            assertEquals(Optional.empty(), client.session());
        }
    }

    @Test
    @DisplayName("Behind a filter that reads the body and knows no asynchronous requests, all but polls works")
    void oldFilters() throws Exception {
        for (Server node : nodes.both) {
            String bob = somebody("bob");
            Client client = login(node, "/sync", bob);
            Tab tab = new Tab(client, room());
            assertEquals(bob, tab.beat("status", "ü 😀").get("viewerId").getAsString());
            Await.until("bob is there", SOON, () -> Tab.ids(client, tab.room).equals(List.of(bob)));
            assertProblem(503, "async-supported", tab.post(PRESENCE + "/poll"));
            tab.leave();
            Await.until("bob has gone", SOON, () -> Tab.ids(client, tab.room).isEmpty());
        }
    }
}
