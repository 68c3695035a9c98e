package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;

/** What is answered to whoever is not logged in, asks wrongly, or looks for what is not there. */
class DemoAnswersIT extends OnBothServers {

    /** SESS-H01, SESS-H02, PRIV-H09. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.jsp",
                "/demo.css",
                "/demo.svg",
                "/front.js",
                "/whosonline/people",
                "/notes",
                "/product?id=7",
                "/room?id=x",
                "/whosonline/presence.js",
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
        for (String path : List.of("/", "/product?id=7", "/room?id=x")) {
            HttpResponse<String> page = new Client(server, "").get(path);
            assertEquals(Optional.empty(), page.headers().firstValue("Cache-Control"), path);
            assertEquals(Optional.empty(), page.headers().firstValue("Pragma"), path);
            assertEquals(Optional.empty(), page.headers().firstValue("Expires"), path);
        }
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
        for (String path : List.of("/", "/nothing", "/product?id=7")) {
            HttpResponse<String> page = new Client(server, "").get(path);
            assertTrue(
                    page.headers()
                            .firstValue("Content-Security-Policy")
                            .orElseThrow()
                            .startsWith("default-src 'self';"),
                    path);
            assertFalse(
                    page.body()
                            .matches(
                                    "(?s).*(<style|style=|<script(?! type=\"module\" src=\"/)| on[a-z]+=|https?://).*"),
                    page.body());
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
}
