package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** The WAR that the build made, in the containers that it is made for, on the store inside the JVM. */
@ParameterizedClass
@EnumSource(Container.class)
class DemoIT {

    /**
     * For users of their own in every test: whoever logs in once more within the second of a logout is seen with the
     * next page view only.
     */
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int n = NEXT.incrementAndGet();
    private final String a = "a" + n;
    private final String b = "b" + n;

    /** How long a change may take to be seen by everybody. */
    private static final Duration SOON = Duration.ofSeconds(6);

    private static final String BROKEN_PAGE =
            "<%@ page session=\"false\" %><% if (true) { throw new IllegalStateException(\"secret\"); } %>";

    private static Server server;

    private final List<Client> visitors = new ArrayList<>();

    /** Which one the server is, for the names of the tests. */
    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = container.create();
        server.deploy("", Server.war(), Map.of("broken.jsp", BROKEN_PAGE));
        server.deploy(
                "/open",
                Server.war(),
                Map.of("WEB-INF/classes/whosonline.properties", "whosonline.list.public=true\n"));
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void logOutAll() throws Exception {
        for (Client visitor : visitors) {
            visitor.logout();
        }
        awaitCount(0);
    }

    /** WHAT 1.12; SHOW-H03. */
    @Test
    void aLoginIsOnItsOwnFirstPage() throws Exception {
        Client ana = visitor("");
        HttpResponse<String> login = ana.login(a, "Ana M\u00fcller");
        assertEquals(302, login.statusCode());
        assertTrue(login.headers().firstValue("Location").orElseThrow().endsWith("/"), login::toString);

        HttpResponse<String> page = ana.get("/");
        String text = text(page.body());
        assertEquals(200, page.statusCode());
        assertAll(
                () -> assertTrue(text.contains("1 user online, active in the last 5 minutes"), text),
                () -> assertTrue(text.contains("Ana M\u00fcller you id " + a + " last seen"), text),
                () -> assertTrue(text.contains("Logged in as Ana M\u00fcller Log out"), text),
                () -> assertTrue(text.matches(".*As of \\d\\d:\\d\\d:\\d\\d UTC.*"), text),
                () -> assertTrue(text.matches(".*Last recorded \\d\\d:\\d\\d:\\d\\d UTC.*"), text),
                () -> assertTrue(text.matches(".*Next record in (2 min|1 min \\d+ s) at the earliest.*"), text),
                () -> assertTrue(text.contains(ana.session().orElseThrow().substring(0, 10) + "\u2026"), text),
                () -> assertFalse(page.body().contains(ana.session().orElseThrow()), "the whole session id"),
                () -> assertEquals(
                        Optional.of("private, no-store"), page.headers().firstValue("Cache-Control")));
    }

    /** COUNT-H01. */
    @Test
    void pageAndJsonAgree() throws Exception {
        Client ana = visitor("");
        ana.login(a, "Ana");
        visitor("").login(b, "bo");
        visitor("").login("c" + n);
        awaitCount(3);

        String page = text(ana.get("/").body());
        JsonObject list = ana.json("/whosonline/online");
        assertTrue(page.contains("3 users online"), page);
        assertTrue(
                page.matches(".*Ana you id " + a + " last seen.* bo id " + b + " last seen.* c" + n + " last seen.*"),
                page);
        assertEquals(3, list.get("count").getAsInt());
        assertEquals(List.of("Ana/" + a, "bo/" + b, "c" + n + "/c" + n), users(list));
        assertEquals(300, list.get("windowSeconds").getAsInt());
        assertFalse(list.get("stale").getAsBoolean());

        JsonObject first = ana.json("/whosonline/online?limit=2");
        assertEquals(List.of("Ana/" + a, "bo/" + b), users(first));
        String next = first.get("next").getAsString();
        assertEquals(List.of("c" + n + "/c" + n), users(ana.json("/whosonline/online?limit=2&after=" + next)));
    }

    /** COUNT-H04. */
    @Test
    void aLogoutTakesTheUserAwayAndNobodyElse() throws Exception {
        Client ana = visitor("");
        Client bo = visitor("");
        ana.login(a);
        bo.login(b);
        awaitCount(2);

        assertEquals(302, bo.logout().statusCode());
        awaitCount(1);
        assertEquals(List.of(a + "/" + a), users(ana.json("/whosonline/online")));
        assertTrue(text(bo.get("/").body()).contains("User Name to show"));
        assertEquals(401, bo.get("/whosonline/online").statusCode());
    }

    @Test
    void anotherLoginInOneSessionTakesThePlaceOfTheFirst() throws Exception {
        Client visitor = visitor("");
        visitor.login(a);
        String before = visitor.session().orElseThrow();
        visitor.login(b);

        assertNotEquals(before, visitor.session().orElseThrow());
        Await.until(
                "only b is there",
                SOON,
                () -> users(visitor.json("/whosonline/online")).equals(List.of(b + "/" + b)));
    }

    /** SESS-H01, SESS-H02, PRIV-H09. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.jsp",
                "/demo.css",
                "/demo.svg",
                "/nothing",
                "/broken.jsp",
                "/login",
                "/whosonline/online",
                "/whosonline/online/count",
                "/whosonline/health",
                "/whosonline/nothing"
            })
    void whoIsNotLoggedInGetsNoCookieAndNoNames(String path) throws Exception {
        visitor("").login("hidden-name" + n);
        awaitCount(1);
        for (String method : List.of("GET", "HEAD", "OPTIONS")) {
            HttpResponse<String> response = new Client(server, "").send(method, path);
            assertEquals(Optional.empty(), response.headers().firstValue("Set-Cookie"), method);
            assertFalse(response.body().contains("hidden-name"), response::body);
        }
        awaitCount(1);
    }

    /** SESS-H08. */
    @Test
    void thePageOfWhoIsNotLoggedInMayBeCached() throws Exception {
        HttpResponse<String> page = new Client(server, "").get("/");
        assertEquals(Optional.empty(), page.headers().firstValue("Cache-Control"));
        assertEquals(Optional.empty(), page.headers().firstValue("Pragma"));
        assertEquals(Optional.empty(), page.headers().firstValue("Expires"));
    }

    /** PRIV-H09. */
    @Test
    void anOpenSiteShowsNamesToEverybody() throws Exception {
        visitor("/open").login("open-name" + n);
        Client anonymous = new Client(server, "/open");
        Await.until("the name is there", SOON, () -> anonymous.get("/").body().contains("open-name" + n));
        assertEquals(List.of("open-name" + n + "/open-name" + n), users(anonymous.json("/whosonline/online")));
        for (String path : List.of("/", "/whosonline/online")) {
            HttpResponse<String> response = anonymous.get(path);
            assertEquals(Optional.of("private, no-store"), response.headers().firstValue("Cache-Control"));
            assertEquals(Optional.empty(), response.headers().firstValue("Set-Cookie"));
        }
    }

    static Stream<String> names() {
        return Stream.of(
                "</script><img src=x onerror=\"alert('1')\">${1+1}#{1}",
                "Tom & <Jerry> \"x\" &amp; 'y'",
                "line one\r\nline two\nSet-Cookie: a=b",
                "  blanks  at  the  ends  ",
                "\ud83d\ude04 \ud83c\udde9\ud83c\uddea \ud83d\udc69\u200d\ud83d\udc67",
                "\u0645\u062d\u0645\u062f \u674e e\u0301 \u00df \u202etxt",
                "tab\there \u0001\u001b[31m",
                "\ud83d\ude04".repeat(400),
                "x".repeat(400),
                "[\"42\",1764500000,\"Ana\"]");
    }

    /** PRIV-H01, PRIV-H02, SHOW-H01: as a name and as an id. */
    @ParameterizedTest
    @MethodSource("names")
    void anyNameIsShownExactlyAndRunsNowhere(String name) throws Exception {
        Client named = visitor("");
        assertEquals(302, named.login(a, name).statusCode());
        Client bare = visitor("");
        assertEquals(302, bare.login(name).statusCode());
        awaitCount(2);

        String body = named.get("/").body();
        assertTrue(body.contains("<bdi>" + Html.escape(name) + "</bdi>"), body);
        assertFalse(body.contains("<img src=x"), body);
        HttpResponse<String> json = named.get("/whosonline/online");
        assertFalse(json.body().matches("(?s).*[<>&'].*"), json.body());
        assertEquals(
                Stream.of(name + "/" + a, name + "/" + name).sorted().toList(),
                users(JsonParser.parseString(json.body()).getAsJsonObject()).stream()
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 401})
    void aUserThatIsNoneIsRefusedWithASentence(int length) throws Exception {
        Client visitor = visitor("");
        HttpResponse<String> page = visitor.login(length < 0 ? null : (length > 1 ? "x" : " ").repeat(length));

        assertEquals(400, page.statusCode());
        String sentence = length > 1 ? "Please use at most 400 characters." : "Please give a user name.";
        assertTrue(page.body().contains("role=\"alert\">" + sentence), page.body());
        assertTrue(page.body().contains("<form class=\"login\""), page.body());
        assertEquals(Optional.empty(), visitor.session());
    }

    /** DISP-H05. */
    @Test
    void errorPagesShowTheCountAndThrowNothing() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        for (Client visitor : List.of(ana, new Client(server, ""))) {
            Await.until(
                    "the error page shows the count",
                    SOON,
                    () -> text(visitor.get("/nothing").body()).contains("1 user online, active in the last 5 minutes"));
            HttpResponse<String> missing = visitor.get("/nothing");
            assertEquals(404, missing.statusCode());
            assertTrue(missing.body().contains("<h1>Nothing here</h1>"), missing.body());

            HttpResponse<String> broken = visitor.get("/broken.jsp");
            assertEquals(500, broken.statusCode());
            assertTrue(text(broken.body()).contains("Something went wrong"), broken.body());
            assertTrue(text(broken.body()).contains("1 user online"), broken.body());
            assertFalse(broken.body().contains("secret") || broken.body().contains("Exception"), broken.body());
        }
    }

    /** The pages work where nothing from elsewhere and nothing inline is allowed. */
    @Test
    void pagesKeepToAStrictContentPolicy() throws Exception {
        for (String path : List.of("/", "/nothing")) {
            HttpResponse<String> page = new Client(server, "").get(path);
            assertTrue(
                    page.headers()
                            .firstValue("Content-Security-Policy")
                            .orElseThrow()
                            .startsWith("default-src 'self';"),
                    path);
            assertFalse(page.body().matches("(?s).*(<style|style=|<script| on[a-z]+=|https?://).*"), page.body());
            assertTrue(
                    page.headers().firstValue("Content-Type").orElseThrow().matches("(?i)text/html;\\s*charset=utf-8"));
        }
    }

    @Test
    void jsonSaysWhatIsWrong() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        for (String query :
                List.of("limit=-1", "limit=99999999999", "limit=1&limit=2", "limit=", "after=%00", "after=x")) {
            HttpResponse<String> refused = ana.get("/whosonline/online?" + query);
            assertEquals(400, refused.statusCode(), query);
            assertEquals("application/problem+json", type(refused));
            String named = query.substring(0, query.indexOf('='));
            assertTrue(refused.body().contains("\"detail\":\"" + named), refused.body());
        }
        for (String query : List.of("limit=%FF", "after=%C3%28", "&&=", "=", "limit%00=1")) {
            int status = ana.get("/whosonline/online?" + query.replace("%zz", "%25zz"))
                    .statusCode();
            assertTrue(status == 200 || status == 400, query + ": " + status);
        }
        HttpResponse<String> posted = ana.post("/whosonline/online/count");
        assertEquals(405, posted.statusCode());
        assertEquals(Optional.of("GET, HEAD"), posted.headers().firstValue("Allow"));
        assertEquals("application/problem+json", type(posted));
    }

    /** CRON-H06. */
    @Test
    void healthIsUp() throws Exception {
        HttpResponse<String> health = new Client(server, "").get("/whosonline/health");
        JsonObject body = JsonParser.parseString(health.body()).getAsJsonObject();
        assertEquals(200, health.statusCode());
        assertEquals("up", body.get("status").getAsString());
        assertTrue(body.get("storeAvailable").getAsBoolean());
        assertTrue(body.has("lastCleanup"), health.body());
    }

    private Client visitor(String contextPath) {
        Client visitor = new Client(server, contextPath);
        visitors.add(visitor);
        return visitor;
    }

    private void awaitCount(int count) throws Exception {
        Client anybody = new Client(server, "");
        Await.until(count + " users are online", SOON, () -> {
            JsonElement now = anybody.json("/whosonline/online/count").get("count");
            return !now.isJsonNull() && now.getAsInt() == count;
        });
    }

    private static String type(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElse("none").replaceAll(";.*", "");
    }

    /** What a reader sees, blanks and line breaks as one blank. */
    private static String text(String html) {
        return html.replaceAll("(?s)<head>.*</head>", "")
                .replaceAll("(?s)<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .replace(" ,", ",")
                .trim();
    }

    /** "name/id" of each user listed. */
    private static List<String> users(JsonObject list) {
        return list.getAsJsonArray("users").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(user ->
                        user.get("name").getAsString() + "/" + user.get("id").getAsString())
                .toList();
    }
}
