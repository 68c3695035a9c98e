package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.tags.Html;
import org.whosonline.testing.Client;

/** The notes of a room by its form alone, as a browser without script sends it. */
@DisplayName("S2 2.10: notes that warn of two editors, on Tomcat and Jetty")
class NotesIT extends OnBothServers {

    private final String room = "/notes/" + n + " <b>\"'&";
    private final String address = RoomServlet.address(room);
    private Client ana;
    private Client bo;

    private void logInBoth() throws Exception {
        ana = visitor("");
        ana.login(a, "Ana <i>");
        bo = visitor("");
        bo.login(b, "Bo");
    }

    private static String mark(String page) {
        Matcher mark = Pattern.compile("name=\"mark\" value=\"([^\"]+)\"").matcher(page);
        assertTrue(mark.find(), page);
        return mark.group(1);
    }

    /** What stands in the field, as HTML; the first line break is not part of it. */
    private static String field(String page) {
        Matcher field = Pattern.compile("(?s)<textarea[^>]*>\n(.*?)</textarea>").matcher(page);
        assertTrue(field.find(), page);
        return field.group(1);
    }

    private String page(Client client) throws Exception {
        HttpResponse<String> page = client.get(address);
        assertEquals(200, page.statusCode(), page::body);
        return page.body();
    }

    private HttpResponse<String> save(Client client, String mark, String text) throws Exception {
        return client.post("/notes", "id", room, "mark", mark, "text", text);
    }

    private void assertSaved(HttpResponse<String> answer) {
        assertEquals(302, answer.statusCode(), answer::body);
        assertTrue(
                answer.headers().firstValue("Location").orElseThrow().endsWith(address + "&saved=1"), answer::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "milk",
                "\n first line empty",
                "</textarea><script>alert(1)</script> &amp; ${1+1}",
                "\u674e \ud83d\ude04"
            })
    void whatOneSavesTheOtherReads(String text) throws Exception {
        logInBoth();
        assertEquals("", field(page(ana)));
        assertSaved(save(ana, mark(page(ana)), text.replace("\n", "\r\n")));
        assertEquals(Html.text(text), field(page(bo)));
        assertTrue(page(bo).contains("Last saved by <bdi>Ana &lt;i&gt;</bdi>"), page(bo));
        assertTrue(text(page(ana)).contains("Last saved by you"), page(ana));
        assertTrue(text(ana.get(address + "&saved=1").body()).contains("Saved."), "says so");
    }

    @Test
    void whoeverSavesSecondIsShownBothVersionsAndOverwritesNothing() throws Exception {
        logInBoth();
        String before = mark(page(bo));
        assertSaved(save(ana, mark(page(ana)), "Ana's <text>"));

        HttpResponse<String> both = save(bo, before, "Bo's text");
        assertAll(
                () -> assertEquals(409, both.statusCode()),
                () -> assertTrue(both.body().contains("<bdi>Ana &lt;i&gt;</bdi> saved this"), both::body),
                () -> assertTrue(both.body().contains("role=\"region\">Ana&#39;s &lt;text&gt;</pre>"), both::body),
                () -> assertEquals("Bo&#39;s text", field(both.body())),
                () -> assertEquals("Ana&#39;s &lt;text&gt;", field(page(ana))),
                () -> assertEquals(
                        Optional.of("private, no-store"), both.headers().firstValue("Cache-Control")));

        // Ana goes on meanwhile, so that Bo has not seen what is there now either.
        assertSaved(save(ana, mark(page(ana)), "Ana's second"));
        HttpResponse<String> again = save(bo, mark(both.body()), "both texts");
        assertEquals(409, again.statusCode());
        assertTrue(again.body().contains(">Ana&#39;s second</pre>"), again::body);

        assertSaved(save(bo, mark(again.body()), "both texts"));
        assertEquals("both texts", field(page(ana)));
    }

    @Test
    void whatIsTooLongIsKeptInThePageAndStillOverwritesNothing() throws Exception {
        logInBoth();
        String before = mark(page(bo));
        HttpResponse<String> refused = save(bo, before, "x".repeat(Notes.MAX_LENGTH + 1));
        assertEquals(400, refused.statusCode());
        assertTrue(refused.body().contains("role=\"alert\">Please use at most 10,000 characters."), refused::body);
        assertEquals(Notes.MAX_LENGTH + 1, field(refused.body()).length());

        assertSaved(save(ana, before, "Ana's"));
        assertEquals(409, save(bo, mark(refused.body()), "short").statusCode());
        assertSaved(save(ana, mark(page(ana)), "\u00e9".repeat(Notes.MAX_LENGTH)));
    }

    @Test
    void whoIsLoggedOutMeanwhileLosesNothingReadsNothingAndSavesNothing() throws Exception {
        logInBoth();
        assertSaved(save(ana, mark(page(ana)), "secret"));
        String before = mark(page(bo));
        bo.logout();

        HttpResponse<String> refused = save(bo, before, "long work");
        assertAll(
                () -> assertEquals(403, refused.statusCode()),
                () -> assertTrue(refused.body().contains("You are not logged in any more"), refused::body),
                () -> assertEquals("long work", field(refused.body())),
                () -> assertTrue(refused.body().contains("<form class=\"login\""), refused::body),
                () -> assertFalse(refused.body().contains("secret"), refused::body),
                () -> assertFalse(new Client(server, "").get(address).body().contains("secret"), "a stranger reads it"),
                () -> assertEquals("secret", field(page(ana))));
    }

    @Test
    void aPlaceWithoutScriptIsKept() throws Exception {
        logInBoth();
        String joined = ana.post("/room", "id", room, "do", "edit")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        String conn = joined.substring(joined.indexOf("&conn=") + 6);
        HttpResponse<String> saved = ana.post("/notes", "id", room, "mark", mark(page(ana)), "text", "x", "conn", conn);
        assertTrue(saved.headers().firstValue("Location").orElseThrow().endsWith("&saved=1&conn=" + conn));
        assertTrue(page(bo).contains("edit-conflict"), "she is editing still");
    }

    @Test
    void whatIsNoRoomIsRefused() throws Exception {
        logInBoth();
        assertEquals(400, ana.post("/notes", "text", "x").statusCode());
        assertEquals(
                400, ana.post("/notes", "id", "x".repeat(1025), "text", "x").statusCode());
        assertEquals(302, ana.get("/notes").statusCode());
        assertNotEquals(200, ana.send("PUT", "/notes").statusCode());
    }
}
