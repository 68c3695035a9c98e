package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.whosonline.tags.Html;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;

/** Logging in and out, and what is shown of whoever is there. */
@DisplayName("S1 1.12: the page with session data, the count and the list, on Tomcat and Jetty")
class DemoIT extends OnBothServers {

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

    /** WHAT 1.14: what a load generator looks like. */
    @Test
    void withAutoLoginEveryPageViewWithoutCookieIsAnotherUser() throws Exception {
        for (String path : List.of("/demo.css", "/nothing", "/whosonline/online/count", "/whosonline/health")) {
            HttpResponse<String> response = new Client(server, "/auto").get(path);
            assertEquals(Optional.empty(), response.headers().firstValue("Set-Cookie"), path);
        }
        Client last = null;
        for (int i = 0; i < 20; i++) {
            last = new Client(server, "/auto");
            assertEquals(200, last.get("/").statusCode());
        }
        Client visitor = last;
        String session = visitor.session().orElseThrow();
        Await.until("all are counted", SOON, () -> text(visitor.get("/").body()).contains("20 users online"));
        assertEquals(session, visitor.session().orElseThrow());
        assertEquals(20, visitor.json("/whosonline/online").get("count").getAsInt());
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
        assertTrue(body.contains("<bdi>" + Html.text(name) + "</bdi>"), body);
        assertFalse(body.contains("<img src=x"), body);
        HttpResponse<String> json = named.get("/whosonline/online");
        assertFalse(json.body().matches("(?s).*[<>&'].*"), json.body());
        assertEquals(
                Stream.of(name + "/" + a, name + "/" + name).sorted().toList(),
                users(JsonParser.parseString(json.body()).getAsJsonObject()).stream()
                        .sorted()
                        .toList());
    }
}
