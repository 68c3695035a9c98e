package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.demo.OnBothServers.text;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.whosonline.tags.Html;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** The page of a room in a browser without script, used through its links and forms alone, on a real Memcached. */
@ParameterizedClass
@EnumSource(Container.class)
@DisplayName("S2 2.10: the page of a room, on Tomcat and Jetty")
class RoomIT {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static MemcachedProcess memcached;
    private static Server server;

    /** For the names of the tests. */
    @Parameter
    Container container;

    private final int n = NEXT.incrementAndGet();
    private final String room = "/docs/" + n + " <b>\"'&";
    private final Visitor ana = new Visitor();
    private final Visitor bo = new Visitor();

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        server = container.create();
        server.option("whosonline.memcached.servers", memcached.address());
        server.deploy("", Server.war());
        server.deploy("/sub", Server.war());
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
    }

    /** Somebody with a browser without scripts. */
    private final class Visitor {

        private final Client client = new Client(server, "");
        private String address = RoomServlet.address(room);
        private String page;

        Visitor login(String user, String name) throws Exception {
            open();
            follow(client.post("/login", "id", hidden(form("name=\"user\""), "id"), "user", user + n, "name", name));
            return this;
        }

        /** The page once more, by its address. */
        Visitor open() throws Exception {
            HttpResponse<String> response = client.get(address);
            assertEquals(200, response.statusCode(), response::body);
            page = response.body();
            return this;
        }

        /** Presses the button of that label, in a form with this text if it has a place for one. */
        HttpResponse<String> send(String label, String text) throws Exception {
            Matcher button = Pattern.compile("<button[^>]*?(?:name=\"do\" value=\"(\\w+)\")?>" + label + "</button>")
                    .matcher(page);
            assertTrue(button.find(), () -> label + " is not in " + page);
            String form = form(button.group());
            List<String> fields = new ArrayList<>();
            for (String name : List.of("id", "conn", "do")) {
                fields.addAll(
                        List.of(name, Optional.ofNullable(hidden(form, name)).orElse("")));
            }
            if (button.group(1) != null) {
                fields.addAll(List.of("do", button.group(1)));
                fields.subList(4, 6).clear();
            }
            if (text != null) {
                fields.addAll(List.of("text", text));
            }
            return client.post("/room", fields.toArray(String[]::new));
        }

        Visitor press(String label) throws Exception {
            return press(label, null);
        }

        Visitor press(String label, String text) throws Exception {
            return follow(send(label, text));
        }

        private Visitor follow(HttpResponse<String> response) throws Exception {
            assertEquals(302, response.statusCode(), response::body);
            URI next = server.uri("/")
                    .resolve(response.headers().firstValue("Location").orElseThrow());
            address = next.getRawPath() + "?" + next.getRawQuery();
            return open();
        }

        private String form(String within) {
            return Stream.of(page.split("(?=<form)"))
                    .map(part -> part.replaceFirst("(?s)</form>.*", ""))
                    .filter(part -> part.contains(within))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(within + " is in no form of " + page));
        }

        private String hidden(String form, String name) {
            Matcher field = Pattern.compile("<input type=\"hidden\" name=\"" + name + "\" value=\"([^\"]*)\">")
                    .matcher(form);
            return field.find()
                    ? field.group(1)
                            .replace("&#34;", "\"")
                            .replace("&#39;", "'")
                            .replace("&lt;", "<")
                            .replace("&gt;", ">")
                            .replace("&amp;", "&")
                    : null;
        }

        String text() {
            return OnBothServers.text(page);
        }
    }

    @Test
    void twoUsersMeetEditTellAndLeave() throws Exception {
        ana.login("ana", "Ana Lopez");
        assertTrue(ana.text().contains("Nobody is here. Join, and you will be the first."), ana::text);
        assertTrue(ana.text().contains("You look on from outside: others do not see you."), ana::text);

        ana.press("Join");
        assertTrue(ana.text().matches(".*AL Ana Lopez you active came (just now|\\d s ago).*"), ana::text);
        assertTrue(ana.page.contains("<span class=\"whosonline-viewers\" hidden"), ana.page);

        bo.login("bo", null);
        assertTrue(bo.text().contains("AL Ana Lopez active came"), bo::text);
        assertTrue(bo.page.contains("aria-label=\"1 other person is looking at this\""), bo.page);
        assertFalse(bo.page.contains("edit-conflict"), bo.page);

        ana.press("Start editing").press("Set", "busy \"until\" <noon>");
        bo.open();
        assertTrue(bo.text().contains("Ana Lopez is editing this. Wait, or ask"), bo::text);
        assertTrue(bo.text().contains("status busy &#34;until&#34; &lt;noon&gt; editing active"), bo::text);
        assertFalse(ana.open().page.contains("edit-conflict"), ana.page);

        bo.press("Join").press("Start editing");
        assertTrue(bo.text().contains("So are you: whoever saves last is shown what the other has saved."), bo::text);
        assertTrue(ana.open().text().contains("bo" + n + " is editing this. So are you"), ana::text);

        ana.press("Stop editing");
        assertFalse(bo.open().page.contains("edit-conflict"), bo.page);

        ana.press("Leave");
        assertTrue(ana.text().contains("You have left."), ana::text);
        assertFalse(ana.text().contains("Ana Lopez you"), ana::text);
        Await.until("ana has left", OnBothServers.SOON, () -> !bo.open().text().contains("Ana Lopez"));
        ana.press("Join");
        assertTrue(bo.open().text().contains("Ana Lopez"), bo::text);
    }

    @Test
    void eachTabHasAPlaceOfItsOwn() throws Exception {
        ana.login("ana", "Ana").press("Join");
        String first = ana.address;
        ana.address = RoomServlet.address(room);
        assertTrue(ana.open().text().contains("You are here in another tab."), ana::text);
        ana.press("Join");
        assertTrue(ana.text().contains("Ana you active 2 tabs"), ana::text);
        ana.press("Leave");
        ana.address = first;
        ana.open();
        assertTrue(ana.text().contains("Ana you active came"), ana::text);
        ana.press("Stay");
        assertEquals(first, ana.address);
    }

    @Test
    @DisplayName("LEAVE-H: the way back to a page that has left is another visit")
    void theWayBackToAPageThatHasLeftIsAnotherVisit() throws Exception {
        ana.login("ana", "Ana").press("Join");
        String left = ana.address;
        String page = ana.page;
        ana.press("Leave");
        ana.page = page;
        ana.press("Stay");
        assertFalse(left.equals(ana.address), left);
        assertTrue(ana.text().contains("Ana you active"), ana::text);
    }

    @Test
    @DisplayName("PRIV-H09: who is not logged in reads no names, gets no cookie, and does nothing")
    void strangersSeeNobody() throws Exception {
        ana.login("ana", "hidden-name").press("Join");
        Client stranger = new Client(server, "");
        HttpResponse<String> page = stranger.get(RoomServlet.address(room));
        HttpResponse<String> posted = stranger.post("/room", "id", room, "do", "join");
        assertAll(
                () -> assertEquals(200, page.statusCode()),
                () -> assertFalse(page.body().contains("hidden-name"), page::body),
                () -> assertTrue(text(page.body()).contains("Who is in a room is shown to users only."), page::body),
                () -> assertTrue(page.body().contains("<form class=\"login\""), page::body),
                () -> assertEquals(Optional.empty(), page.headers().firstValue("Set-Cookie")),
                () -> assertEquals(Optional.empty(), page.headers().firstValue("Cache-Control")),
                () -> assertEquals(302, posted.statusCode()),
                () -> assertEquals(Optional.empty(), posted.headers().firstValue("Set-Cookie")));
        HttpResponse<String> own = ana.client.get(ana.address);
        assertEquals(Optional.of("private, no-store"), own.headers().firstValue("Cache-Control"));
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        HttpResponse<String> login = ana.client.post("/login", "id", room, "user", " ");
        assertEquals(400, login.statusCode());
        assertTrue(login.body().contains("role=\"alert\">Please give a user name."), login::body);
        assertTrue(login.body().contains("<p class=\"kicker\">Room</p>"), login::body);

        ana.login("ana", "Ana").press("Join");
        HttpResponse<String> status = ana.send("Set", "\ud83d\ude04".repeat(141));
        assertEquals(400, status.statusCode());
        assertTrue(status.body().contains("role=\"alert\">Please use at most 140 characters"), status::body);
        assertTrue(status.body().contains("value=\"\ud83d\ude04\ud83d\ude04"), status::body);
        ana.press("Set", "\ud83d\ude04".repeat(140));
        assertTrue(ana.text().contains("status " + "\ud83d\ude04".repeat(140)), ana::text);

        assertEquals(400, ana.client.post("/room", "do", "join").statusCode());
        assertEquals(400, ana.client.get("/room?id=" + "x".repeat(1025)).statusCode());
    }

    static Stream<String> names() {
        return Stream.of(
                "</script><img src=x onerror=\"alert('1')\">${1+1}#{1} {0} $1",
                "Tom & <Jerry> \"x\" &amp; 'y'",
                "\u0645\u062d\u0645\u062f \u202etxt",
                "\ud83d\ude04 \ud83c\udde9\ud83c\uddea e\u0301");
    }

    @ParameterizedTest
    @DisplayName("PRIV-H01, PRIV-H02, SHOW-H01: a name is shown exactly, in list, faces, warning and title")
    @MethodSource("names")
    void anyNameIsShownExactlyAndRunsNowhere(String name) throws Exception {
        ana.login("ana", name).press("Join").press("Start editing");
        bo.login("bo", null);
        String escaped = Html.text(name);
        assertTrue(bo.page.contains("title=\"" + escaped + "\"><bdi>" + escaped + "</bdi>"), bo.page);
        assertTrue(bo.page.contains("<strong><bdi>" + escaped + "</bdi> is editing this.</strong>"), bo.page);
        assertFalse(
                bo.page.matches("(?s).*(<img src=x|<script(?! type=\"module\" src=\"/)|<style|style=| on[a-z]+=\").*"),
                bo.page);
        assertTrue(bo.page.contains("<title>/docs/" + n + " &lt;b&gt;&#34;&#39;&amp; – WhosOnline</title>"), bo.page);
    }

    @Test
    void pagesLinkToRooms() throws Exception {
        for (String context : List.of("", "/sub")) {
            Client visitor = new Client(server, context);
            HttpResponse<String> none = visitor.get("/room");
            assertEquals(302, none.statusCode());
            assertTrue(none.headers().firstValue("Location").orElseThrow().endsWith(context + "/room?id=%2Fdocs%2F42"));
            for (String path : List.of("/", "/room?id=x")) {
                String page = visitor.get(path).body();
                Matcher link = Pattern.compile("<a href=\"" + context + "(/room\\?id=[^\"]+)\"><bdi>([^<]*)</bdi>")
                        .matcher(page);
                int links = 0;
                while (link.find()) {
                    links++;
                    String linked = visitor.get(link.group(1)).body();
                    assertTrue(linked.contains("<h1><bdi>" + link.group(2) + "</bdi></h1>"), linked);
                }
                assertEquals(3, links, page);
            }
        }
    }
}
