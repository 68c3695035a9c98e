package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** The tag viewers in an application that has nothing but the JAR, in real containers and on a real Memcached. */
@ParameterizedClass
@EnumSource(Container.class)
class RoomTagIT {

    private static final String HEAD = """
            <%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
            <%@ taglib prefix="w" uri="whosonline" %>
            """;

    private static final String ROOM = HEAD + """
            <h1><w:viewers room="${param.r}" max="${param.max}" self="${param.self}" hold="${param.hold != 'no'}" var="here"/></h1>
            <i>${here.visible} ${here.known} ${here.others.size()} ${here.self.state} ${w:text(here.editors[0].name)}</i>
            """;

    private static final String OWN = HEAD + "<w:viewers/>";

    private static final String INCLUDES = HEAD + "<jsp:include page=\"/own.jsp\"/>";

    private static final String FORWARDS = HEAD + "<jsp:forward page=\"/own.jsp\"/>";

    /** What the addresses of presence do, without them. */
    private static final String JOIN = """
            <%@ page session="false" import="org.whosonline.app.WhosOnline,org.whosonline.presence.State" %>
            <% WhosOnline site = WhosOnline.from(application);
               out.print(site.beat(request, request.getParameter("r"), request.getParameter("conn"), State.of("idle"),
                       request.getParameter("editing") != null)
                   .map(beat -> site.presence().beat(beat).join().outcome().name()).orElse("NO")); %>
            """;

    private static final String LEAVE = """
            <%@ page import="org.whosonline.app.WhosOnline" %>
            <% WhosOnline.from(application).presence().release(request.getParameter("r"),
                   (String) session.getAttribute("user"), request.getParameter("conn")).join(); %>
            """;

    /** Rooms that begin so are for nobody. */
    private static final String ACCESS = """
            <%@ page session="false" import="org.whosonline.web.RoomAccess,jakarta.servlet.http.HttpServletRequest" %>
            <% application.setAttribute(RoomAccess.ATTRIBUTE, new RoomAccess() {
                public boolean maySee(HttpServletRequest request, String user, String room) {
                    return !room.startsWith("/secret");
                }}); %>
            """;

    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final Duration STORE_TIMEOUT = Duration.ofMillis(250);

    private static MemcachedProcess memcached;
    private static Server server;

    /** For the names of the tests. */
    @Parameter
    Container container;

    private final int n = NEXT.incrementAndGet();
    private final String room = "/docs/" + n;
    private final Client ana = new Client(server, "/foreign");
    private final Client bo = new Client(server, "/foreign");

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        server = container.create();
        server.option("whosonline.memcached.servers", memcached.address());
        server.option("whosonline.memcached.timeout", STORE_TIMEOUT.toMillis() + "ms");
        try (ForeignWar foreign = new ForeignWar()) {
            server.deploy(
                    "/foreign",
                    foreign.path(),
                    Map.of(
                            "room.jsp", ROOM,
                            "own.jsp", OWN,
                            "includes.jsp", INCLUDES,
                            "forwards.jsp", FORWARDS,
                            "join.jsp", JOIN,
                            "leave.jsp", LEAVE,
                            "access.jsp", ACCESS,
                            "login.jsp", TagPages.ALL.get("login.jsp"),
                            "WEB-INF/classes/whosonline.properties",
                                    TagPages.ALL.get("WEB-INF/classes/whosonline.properties")));
        }
        server.start();
        new Client(server, "/foreign").get("/access.jsp");
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
    }

    private void login(Client client, String user, String name) throws Exception {
        assertEquals(
                200, client.post("/login.jsp", "user", user + n, "name", name).statusCode());
    }

    private String conn(String user) {
        return (user + n + "-").repeat(22).substring(0, 22);
    }

    private void join(Client client, String user, String more) throws Exception {
        String answer = client.get("/join.jsp?r=" + room + "&conn=" + conn(user) + more)
                .body()
                .strip();
        assertEquals("TAKEN", answer);
    }

    private HttpResponse<String> look(Client client, String more) throws Exception {
        return client.get("/room.jsp?r=" + room + more);
    }

    private static String attribute(String name, String html) {
        Matcher found =
                Pattern.compile(" " + name + "=(['\"])(.*?)\\1", Pattern.DOTALL).matcher(html);
        assertTrue(found.find(), () -> name + " is not in " + html);
        return found.group(2);
    }

    @Test
    @DisplayName(
            "S2 2.8, S2 2.9, SHOW-H03, SHOW-H04, PRIV-H08: one user sees the other at the first paint, and nobody else")
    void usersSeeEachOtherAtTheFirstPaint() throws Exception {
        login(ana, "ana", "Ana Lopez");
        login(bo, "bo", "Bo");
        assertTrue(look(bo, "").body().contains("<h1><span class=\"whosonline-viewers\" hidden data-room"));
        join(ana, "ana", "&editing=1");
        HttpResponse<String> page = look(bo, "");
        String html = page.body();
        JsonObject roster =
                JsonParser.parseString(attribute("data-roster", html)).getAsJsonObject();
        assertAll(
                () -> assertTrue(html.contains("title=\"Ana Lopez — editing\""), html),
                () -> assertTrue(html.contains(">AL</span></span></span></h1>"), html),
                () -> assertEquals(room, attribute("data-room", html)),
                () -> assertEquals("bo" + n, attribute("data-me", html)),
                () -> assertEquals("/foreign/whosonline", attribute("data-base", html)),
                () -> assertEquals(
                        attribute("data-hash", html), roster.get("hash").getAsString()),
                () -> assertEquals(1, roster.get("total").getAsInt()),
                () -> assertEquals(room, roster.get("room").getAsString()),
                () -> assertEquals("true true 1 Ana Lopez", in("i", html)),
                () -> assertEquals(
                        Optional.of("private, no-store"), page.headers().firstValue("Cache-Control")));

        String own = look(ana, "").body();
        assertTrue(own.contains("<h1><span class=\"whosonline-viewers\" hidden data-room"), own);
        assertEquals("true true 0 idle", in("i", own));
        assertTrue(look(ana, "&self=true").body().contains("title=\"Ana Lopez (you) — editing\""));
    }

    private static String in(String tag, String html) {
        return TagPages.in(tag, html);
    }

    @Test
    @DisplayName("PRIV-H09: nothing for whoever is not logged in, and no cookie")
    void strangersGetNothing() throws Exception {
        login(ana, "ana", "hidden-name");
        join(ana, "ana", "");
        HttpResponse<String> page = look(new Client(server, "/foreign"), "");
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("<h1></h1>"), page::body);
        assertEquals("false false 0", in("i", page.body()));
        assertFalse(page.body().contains("hidden-name"), page::body);
        assertEquals(Optional.empty(), page.headers().firstValue("Cache-Control"));
        assertEquals(Optional.empty(), page.headers().firstValue("Set-Cookie"));
    }

    @Test
    void whoMayNotSeeTheRoomGetsNothing() throws Exception {
        login(ana, "ana", "hidden-name");
        login(bo, "bo", "Bo");
        String secret = "/secret" + n;
        ana.get("/join.jsp?r=" + secret + "&conn=" + conn("ana"));
        HttpResponse<String> page = bo.get("/room.jsp?r=" + secret);
        assertTrue(page.body().contains("<h1></h1>"), page::body);
        assertEquals("false false 0", in("i", page.body()));
        String tooLong = "x".repeat(1025);
        assertTrue(bo.get("/room.jsp?r=" + tooLong).body().contains("<h1></h1>"));
    }

    @ParameterizedTest
    @DisplayName("SHOW-H06: a page without a room is in that of its own path, however it was reached")
    @CsvSource({
        "/own.jsp,/foreign/own.jsp",
        "/own.jsp?utm=x,/foreign/own.jsp",
        "/own.jsp;jsessionid=0123456789ABCDEF,/foreign/own.jsp",
        "/includes.jsp?a=1,/foreign/includes.jsp",
        "/forwards.jsp;v=1?a=1,/foreign/forwards.jsp"
    })
    void aPageIsARoom(String address, String ownRoom) throws Exception {
        login(ana, "ana", "Ana");
        String html = ana.get(address).body();
        assertEquals(ownRoom, attribute("data-room", html));
    }

    static Stream<String> names() {
        return Stream.of(
                "</span></script><img src=x onerror=\"alert('1')\">${1+1}#{1}",
                "Tom & <Jerry> \"x\" &amp; 'y' {0} {1} $1",
                "\ud83d\ude04 \u0645\u062d\u0645\u062f \u674e e\u0301 \u00df",
                "\ud83c\udde9\ud83c\uddea");
    }

    @ParameterizedTest
    @DisplayName("PRIV-H01, PRIV-H02, SHOW-H01, SHOW-H07: any name is shown exactly, and runs nowhere")
    @MethodSource("names")
    void anyNameIsEscapedExactlyOnce(String name) throws Exception {
        login(ana, "ana", name);
        login(bo, "bo", "Bo");
        join(ana, "ana", "&editing=1");
        String html = look(bo, "").body();
        assertTrue(attribute("title", html).replaceAll("[\u2068\u2069]", "").startsWith(Html.text(name) + " — "), html);
        assertEquals("true true 1 " + Html.text(name), in("i", html));
        assertFalse(html.contains("<img") || html.contains("</script"), html);
        JsonObject first = JsonParser.parseString(attribute("data-roster", html))
                .getAsJsonObject()
                .getAsJsonArray("viewers")
                .get(0)
                .getAsJsonObject();
        assertEquals(name, first.get("viewerName").getAsString());
    }

    @Test
    @DisplayName("SHOW-H02: faces and the number behind them are the list")
    void drawsAFewAndCountsTheRest() throws Exception {
        login(bo, "bo", "Bo");
        for (int i = 1; i <= 4; i++) {
            Client other = new Client(server, "/foreign");
            login(other, "u" + i + "-", "User " + i);
            join(other, "u" + i, "");
        }
        String html = look(bo, "&max=3").body();
        assertEquals(3, html.split("role=\"img\" title=\"User", -1).length - 1, html);
        assertTrue(html.contains("title=\"and 1 more\" aria-label=\"and 1 more\">+1<"), html);
        assertEquals("4 other people are looking at this", attribute("aria-label", html));
        assertTrue(bo.get("/room.jsp?r=" + room, "Accept-Language", "ja").body().contains("ほか4人が閲覧中"));
    }

    @Test
    @DisplayName("LEAVE: a reload holds the place of its user, and looking on from elsewhere does not")
    void aReloadHoldsThePlace() throws Exception {
        Client observer = new Client(server, "/foreign");
        login(observer, "observer", "Observer");
        login(ana, "ana", "Ana");
        login(bo, "bo", "Bo");
        join(ana, "ana", "");
        join(bo, "bo", "");
        look(ana, "");
        look(bo, "&hold=no");
        ana.get("/leave.jsp?r=" + room + "&conn=" + conn("ana"));
        bo.get("/leave.jsp?r=" + room + "&conn=" + conn("bo"));
        String[] seen = new String[1];
        Await.until("bo has left", Duration.ofSeconds(5), () -> {
            seen[0] = look(observer, "").body();
            return !seen[0].contains("title=\"Bo");
        });
        assertTrue(seen[0].contains("title=\"Ana"), seen[0]);
        Await.until(
                "the place is held no longer", () -> !look(observer, "").body().contains("title=\"Ana"));
    }

    @Test
    @DisplayName("CONN-H03: an outage delays a page by its bound, with what was known or with nothing")
    void anOutageHarmsNoPage() throws Exception {
        login(ana, "ana", "Ana");
        login(bo, "bo", "Bo");
        join(ana, "ana", "");
        assertTrue(look(bo, "").body().contains("title=\"Ana"));
        memcached.suspend();
        try {
            for (int i = 0; i < 10; i++) {
                long begin = System.nanoTime();
                HttpResponse<String> page = look(bo, "");
                Duration took = Duration.ofNanos(System.nanoTime() - begin);
                assertEquals(200, page.statusCode());
                assertTrue(took.compareTo(STORE_TIMEOUT.plusMillis(750)) < 0, took::toString);
                assertTrue(page.body().contains("<h1><span class=\"whosonline-viewers\""), page::body);
            }
        } finally {
            memcached.resume();
        }
        Await.until("ana is seen again", () -> {
            join(ana, "ana", "");
            return look(bo, "").body().contains("title=\"Ana — idle\"");
        });
    }
}
