package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** The tag presence, and what it has browsers ask for, in applications that have nothing but the JAR, in real containers. */
@ParameterizedClass
@EnumSource(Container.class)
class PresenceTagIT {

    private static final String HEAD = """
            <%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
            <%@ taglib prefix="w" uri="whosonline" %>
            """;

    private static final String OWN = HEAD + "<p><w:presence/></p>";

    private static final String TWO = HEAD + """
            <w:presence room="/a" max="3" self="true" view="count"/><jsp:include page="/part.jsp"/>
            """;

    private static final String PART = """
            <%@ page session="false" %><%@ taglib prefix="w" uri="whosonline" %>
            <w:presence room="${param.r}" max="${param.max}" self="${param.self}" fade="${param.fade}" for="${'field'}"
              announce="off" csrf="${param.t}" csrfHeader="X-T" csrfParameter="_t"/>
            """;

    private static final String FORWARDS = HEAD + "<w:presence/><jsp:forward page=\"/own.jsp\"/>";

    /** Rooms that begin so are for nobody. */
    private static final String ACCESS = """
            <%@ page session="false" import="org.whosonline.web.RoomAccess,jakarta.servlet.http.HttpServletRequest" %>
            <% application.setAttribute(RoomAccess.ATTRIBUTE, new RoomAccess() {
                public boolean maySee(HttpServletRequest request, String user, String room) {
                    return !room.startsWith("/secret");
                }}); %>
            """;

    private static Server server;

    /** For the names of the tests. */
    @Parameter
    Container container;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = container.create();
        try (ForeignWar foreign = new ForeignWar()) {
            for (String contextPath : List.of("", "/foreign")) {
                server.deploy(
                        contextPath,
                        foreign.path(),
                        Map.of(
                                "own.jsp", OWN,
                                "two.jsp", TWO,
                                "part.jsp", PART,
                                "forwards.jsp", FORWARDS,
                                "access.jsp", ACCESS,
                                "login.jsp", TagPages.ALL.get("login.jsp"),
                                "WEB-INF/classes/whosonline.properties",
                                        TagPages.ALL.get("WEB-INF/classes/whosonline.properties")
                                                + "whosonline.presence.heartbeat=7s\n"));
            }
        }
        server.start();
        for (String contextPath : List.of("", "/foreign")) {
            new Client(server, contextPath).get("/access.jsp");
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    private static Client user(String contextPath) throws Exception {
        Client client = new Client(server, contextPath);
        assertEquals(
                200,
                client.post("/login.jsp", "user", "ana", "name", "Ana Lopez").statusCode());
        return client;
    }

    private static List<String> all(String regex, String html) {
        return Pattern.compile(regex)
                .matcher(html)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        return http.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String header(String name, HttpResponse<?> response) {
        return response.headers().firstValue(name).orElse(null);
    }

    private static String version(String html) {
        Matcher found = Pattern.compile("/presence\\.js\\?v=([0-9a-f]{16})\"").matcher(html);
        assertTrue(found.find(), html);
        return found.group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/foreign"})
    @DisplayName("S2 2.9: one tag is styles, script, element and first paint, on the page's own room")
    void onePageWithOneTag(String contextPath) throws Exception {
        HttpResponse<String> page = user(contextPath).get("/own.jsp;v=1?a=2");
        String html = page.body().strip();
        String base = contextPath + "/whosonline/presence.";
        String room = contextPath + "/own.jsp";
        String version = version(html);
        assertTrue(
                html.startsWith("<p><link rel=\"stylesheet\" href=\"" + base + "css?v=" + version + "\">"
                        + "<script type=\"module\" src=\"" + base + "js?v=" + version + "\"></script>"
                        + "<whos-here room=\"" + room + "\" lang=\"en\" max=\"5\">"
                        + "<span class=\"whosonline-viewers\" hidden data-room=\"" + room + "\" data-me=\"ana\" "),
                html);
        assertTrue(html.endsWith("</span></whos-here></p>"), html);
        assertEquals(Optional.of("private, no-store"), page.headers().firstValue("Cache-Control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/foreign"})
    void pagesWithSeveralRoomsHaveTheScriptOnce(String contextPath) throws Exception {
        Client ana = user(contextPath);
        String html = ana.get("/two.jsp?r=/b&max=x&self=&fade=6.5s&t=%3C1%3E", "Accept-Language", "ja")
                .body();
        assertEquals(1, all("(<script)", html).size(), html);
        assertEquals(1, all("(<link)", html).size(), html);
        assertEquals(
                List.of(
                        " room=\"/a\" lang=\"ja\" max=\"3\" self view=\"count\"",
                        " room=\"/b\" lang=\"ja\" max=\"5\" fade=\"6.5s\" for=\"field\" announce=\"off\""
                                + " csrf=\"&lt;1&gt;\" csrf-header=\"X-T\" csrf-parameter=\"_t\""),
                all("<whos-here([^>]*)>", html));
        String target = ana.get("/forwards.jsp").body();
        assertEquals(1, all("(<script)", target).size(), target);
        assertEquals(1, all("(<whos-here)", target).size(), target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/foreign"})
    @DisplayName("PRIV-H09: nothing at all for whoever is not logged in or may not see the room")
    void othersGetNothing(String contextPath) throws Exception {
        HttpResponse<String> strangers = new Client(server, contextPath).get("/own.jsp");
        assertEquals("<p></p>", strangers.body().strip());
        assertEquals(Optional.empty(), strangers.headers().firstValue("Cache-Control"));
        assertEquals(Optional.empty(), strangers.headers().firstValue("Set-Cookie"));
        String secret = user(contextPath).get("/part.jsp?r=/secret/1").body();
        assertEquals("", secret.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/foreign"})
    void filesAreServedToEverybodyAndKept(String contextPath) throws Exception {
        String version = version(user(contextPath).get("/own.jsp").body());
        String path = contextPath + "/whosonline/presence.js";
        HttpResponse<byte[]> exact = get(path + "?v=" + version);
        String body = new String(exact.body(), StandardCharsets.UTF_8);
        assertAll(
                () -> assertEquals(200, exact.statusCode()),
                () -> assertTrue(body.startsWith("const options={heartbeat:7000,"), body),
                () -> assertEquals("public, max-age=31536000, immutable", header("Cache-Control", exact)),
                () -> assertEquals(
                        "text/javascript;charset=utf-8",
                        header("Content-Type", exact).toLowerCase()),
                () -> assertEquals("nosniff", header("X-Content-Type-Options", exact)),
                () -> assertEquals("Accept-Encoding", header("Vary", exact)),
                () -> assertEquals(null, header("Set-Cookie", exact)));
        HttpResponse<byte[]> plain = get(path);
        assertEquals("no-cache", header("Cache-Control", plain));
        assertEquals(body, new String(plain.body(), StandardCharsets.UTF_8));
        HttpResponse<byte[]> again = get(path, "If-None-Match", header("ETag", plain));
        assertEquals(304, again.statusCode());
        assertEquals(0, again.body().length);
        assertEquals("no-cache", header("Cache-Control", get(path + "?v=0123456789abcdef")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/foreign"})
    void filesArePackedOnce(String contextPath) throws Exception {
        String path = contextPath + "/whosonline/presence.js";
        HttpResponse<byte[]> packed = get(path, "Accept-Encoding", "gzip, deflate, br");
        assertEquals("gzip", header("Content-Encoding", packed));
        assertEquals(Integer.toString(packed.body().length), header("Content-Length", packed));
        assertEquals(
                new String(get(path).body(), StandardCharsets.UTF_8),
                new String(
                        new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes(),
                        StandardCharsets.UTF_8));
        String tag = header("ETag", packed);
        assertFalse(tag.equals(header("ETag", get(path))));
        assertEquals(
                304, get(path, "Accept-Encoding", "gzip", "If-None-Match", tag).statusCode());
        assertEquals(200, get(path, "If-None-Match", tag).statusCode());
    }

    @Test
    void onlyReadingIsAnswered() throws Exception {
        Client anybody = new Client(server, "/foreign");
        HttpResponse<String> head = anybody.send("HEAD", "/whosonline/presence.js");
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(header("Content-Length", get("/foreign/whosonline/presence.js")), header("Content-Length", head));
        for (String method : List.of("POST", "PUT", "DELETE")) {
            HttpResponse<String> refused = anybody.send(method, "/whosonline/presence.js");
            assertEquals(405, refused.statusCode());
            assertEquals("GET, HEAD", header("Allow", refused));
        }
    }
}
