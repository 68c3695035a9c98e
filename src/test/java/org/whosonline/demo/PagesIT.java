package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;

/** What the server writes of the pages that scripts keep right. */
@DisplayName("S2 2.10: the pages with live presence as the server writes them, on Tomcat and Jetty")
class PagesIT extends OnBothServers {

    private static final String CONN = "made-up-by-the-page-of-";

    private static int scripts(String page) {
        Matcher script = Pattern.compile("<script type=\"module\" src=\"[^\"]*/whosonline/presence\\.js[?\"]")
                .matcher(page);
        int scripts = 0;
        while (script.find()) {
            scripts++;
        }
        return scripts;
    }

    @Test
    @DisplayName("who is not logged in sees the product and the number of the site, but not who looks")
    void aProductIsForEverybody() throws Exception {
        Client ana = visitor("");
        ana.login(a, "hidden-name");
        ana.post("/whosonline/presence", "room", "/product/7", "conn", CONN + a, "state", "active");
        awaitCount(1);
        HttpResponse<String> page = new Client(server, "").get("/product?id=7");
        String text = text(page.body());
        assertAll(
                () -> assertEquals(200, page.statusCode()),
                () -> assertTrue(text.contains("Heron \u20ac89 Log in to see how many others"), text),
                () -> assertTrue(page.body().contains("<whos-online"), page::body),
                () -> assertTrue(text.contains("1 user online"), text),
                () -> assertFalse(page.body().contains("<whos-here"), page::body),
                () -> assertFalse(page.body().contains("hidden-name"), page::body),
                () -> assertEquals(1, scripts(page.body()), page::body));
    }

    @Test
    void aProductSaysHowManyOthersLookAtIt() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        Client bo = visitor("");
        bo.login(b);
        bo.post("/whosonline/presence", "room", "/product/7", "conn", CONN + b, "state", "active");
        String page = ana.get("/product?id=7").body();
        assertTrue(page.contains("<whos-here room=\"/product/7\" lang=\"en\" max=\"5\" view=\"count\">"), page);
        assertTrue(text(page).contains("\u20ac89 1 other person is looking at this A lamp"), page);
        assertEquals(1, scripts(page), page);
        assertFalse(text(ana.get("/product?id=8").body()).contains("looking at this "), "another product");
    }

    @Test
    void aLoginOnAProductLeadsBackToIt() throws Exception {
        Client ana = visitor("");
        HttpResponse<String> refused = ana.post("/login", "product", "8", "user", " ");
        assertEquals(400, refused.statusCode());
        assertTrue(refused.body().contains("<h1>Pebble</h1>"), refused::body);
        assertTrue(refused.body().contains("role=\"alert\">Please give a user name."), refused::body);
        assertTrue(refused.body().contains("name=\"product\" value=\"8\""), refused::body);

        HttpResponse<String> login = ana.post("/login", "product", "8", "user", a);
        assertTrue(login.headers().firstValue("Location").orElseThrow().endsWith("/product?id=8"), login::toString);
    }

    @Test
    void whatIsNoProductIsNotThere() throws Exception {
        Client anybody = new Client(server, "");
        assertEquals(404, anybody.get("/product?id=6").statusCode());
        assertEquals(404, anybody.get("/product?id=07").statusCode());
        assertEquals(302, anybody.get("/product").statusCode());
    }

    @Test
    void theFrontPageLeadsToBothAndHasTheNumberInAnElement() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        String page = ana.get("/").body();
        assertTrue(
                page.matches("(?s).*<h1 class=\"count\">\\s*<whos-online [^>]*>1 user online</whos-online>.*"), page);
        assertEquals(1, scripts(page), page);
        Matcher way = Pattern.compile("class=\"way\" href=\"([^\"]+)\"").matcher(page);
        int ways = 0;
        while (way.find()) {
            ways++;
            assertEquals(200, ana.get(way.group(1)).statusCode(), way.group(1));
        }
        assertEquals(2, ways, page);
    }

    @Test
    @DisplayName("PRIV-H09: the list alone, as the script of the front page asks for it")
    void theListIsThereAloneForThoseWhoMaySeeIt() throws Exception {
        Client ana = visitor("");
        ana.login(a, "Ana");
        Client bo = visitor("");
        bo.login(b, "Bo <b>");
        Await.until("both are there", SOON, () -> {
            String list = ana.get("/whosonline/people").body();
            return list.trim().startsWith("<section class=\"card\" id=\"people\"")
                    && list.contains("<bdi>Ana</bdi>")
                    && list.contains("<bdi>Bo &lt;b&gt;</bdi>");
        });
        assertEquals(
                "private, no-store",
                ana.get("/whosonline/people")
                        .headers()
                        .firstValue("Cache-Control")
                        .orElseThrow());
        assertEquals("", new Client(server, "").get("/whosonline/people").body().trim());
    }

    @Test
    void aRoomHasOneScriptAndOneElementForEachThing() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        String page = ana.get("/room?id=%2Fdocs%2F42").body();
        assertEquals(1, scripts(page), page);
        assertTrue(page.contains("<whos-here room=\"/docs/42\" lang=\"en\" max=\"7\" for=\"notes\">"), page);
        assertTrue(page.contains("<whos-typing room=\"/docs/42\" for=\"notes-text\">"), page);
        assertTrue(page.contains("<whos-editing room=\"/docs/42\">"), page);
        assertTrue(page.contains("<h1><bdi>Picnic on Saturday</bdi></h1>"), page);
        assertTrue(page.contains("Room&#32;<bdi>/docs/42</bdi>"), page);
    }

    @Test
    @DisplayName("whoever has joined or left by the plain forms is brought in once more by no script")
    void aPageJoinsInOneWayOnly() throws Exception {
        Client ana = visitor("");
        ana.login(a);
        for (String way : List.of("left=1", "conn=made-up-by-the-page-itself")) {
            String page = ana.get("/room?id=%2Fdocs%2F42&" + way).body();
            assertFalse(page.contains("<whos-here") || page.contains("<noscript>"), page);
            assertTrue(page.contains(">Join</button>"), page);
            assertEquals(1, scripts(page), page);
        }
    }
}
