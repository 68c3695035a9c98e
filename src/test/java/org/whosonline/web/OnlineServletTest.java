package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.hidden;
import static org.whosonline.TestSnapshots.user;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;
import org.whosonline.testing.Exchange;

class OnlineServletTest {

    private Snapshot snapshot = TestSnapshots.of(user("7", "bo", 0), user("42", "Ana", 2), user("x", "Ana", 299));
    private Snapshot forum = TestSnapshots.of();
    private String viewer;

    @Test
    void listsUsersByName() throws Exception {
        Exchange exchange = get(Map.of());

        assertEquals(
                "{\"count\":3,\"hidden\":0,\"windowSeconds\":300,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":false,"
                        + "\"users\":["
                        + "{\"id\":\"42\",\"name\":\"Ana\",\"lastSeen\":\"2026-11-30T11:59:58Z\"},"
                        + "{\"id\":\"x\",\"name\":\"Ana\",\"lastSeen\":\"2026-11-30T11:55:01Z\"},"
                        + "{\"id\":\"7\",\"name\":\"bo\",\"lastSeen\":\"2026-11-30T12:00:00Z\"}],"
                        + "\"next\":null}",
                exchange.body());
        assertEquals(200, exchange.status());
        assertEquals("application/json", exchange.header("Content-Type"));
        assertEquals("private, no-store", exchange.header("Cache-Control"));
    }

    @Test
    void nobodyIsAnEmptyList() throws Exception {
        snapshot = TestSnapshots.of();
        assertEquals(
                "{\"count\":0,\"hidden\":0,\"windowSeconds\":300,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":false,"
                        + "\"users\":[],\"next\":null}",
                get(Map.of()).body());
    }

    @Test
    void unknownIsNoNumberAndNoError() throws Exception {
        snapshot = TestSnapshots.unknown(null);
        Exchange exchange = get(Map.of());

        assertEquals(
                "{\"count\":null,\"hidden\":0,\"windowSeconds\":300,\"asOf\":null,\"stale\":true,"
                        + "\"users\":[],\"next\":null}",
                exchange.body());
        assertEquals(200, exchange.status());
    }

    /** PRIV-H01. */
    @Test
    void namesCannotLeaveAScriptBlockAndComeBackExactly() throws Exception {
        String name = "</script><img src=x onerror=\"alert('1')\">&${1+1}\u2028\r\n\0\ud83d\ude00 \u0639";
        snapshot = TestSnapshots.of(user(name, name, 0));
        String body = get(Map.of()).body();

        assertFalse(body.matches("(?s).*[<>&'\u2028\r\n\0].*"), body);
        JsonObject first = users(body).get(0);
        assertEquals(name, first.get("id").getAsString());
        assertEquals(name, first.get("name").getAsString());
    }

    /** PRIV-H02. */
    @Test
    void nothingIsEscapedTwice() throws Exception {
        snapshot = TestSnapshots.of(user("1", "Tom & <Jerry> \"x\"", 0));
        assertEquals(
                "Tom & <Jerry> \"x\"",
                users(get(Map.of()).body()).get(0).get("name").getAsString());
    }

    /** PRIV-H09. */
    @Test
    void namesAreForThoseWhoMaySeeThem() throws Exception {
        OnlineServlet servlet = new OnlineServlet(
                instance -> {
                    throw new AssertionError("Nothing is read for those who get nothing");
                },
                request -> false,
                request -> null);
        Exchange exchange = Exchange.of(servlet, "GET");

        assertEquals(401, exchange.status());
        assertEquals(
                "{\"title\":\"Unauthorized\",\"status\":401,\"detail\":\"Log in to see who is online.\"}",
                exchange.body());
        assertEquals("application/problem+json", exchange.header("Content-Type"));
        assertEquals("no-store", exchange.header("Cache-Control"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "-1", "1001", "99999999999999999999", "ten", "1.5", " 5", "\ufffd", "0x10", "<script>"})
    void aLimitThatIsNoneIsRefusedByName(String limit) throws Exception {
        Exchange exchange = get(Map.of("limit", new String[] {limit}));

        assertEquals(400, exchange.status());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"limit must be a number from 1 to 1000.\"}",
                exchange.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AAA", "AAAA", "====", "\u00e9", "_____w", "AAEAYQ", "../..", "AAAAAA=A"})
    void aCursorThatWeDidNotGiveIsRefusedByName(String after) throws Exception {
        Exchange exchange = get(Map.of("after", new String[] {after}));

        assertEquals(400, exchange.status(), exchange.body());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,"
                        + "\"detail\":\"after must be the value of next from an earlier answer.\"}",
                exchange.body());
    }

    @Test
    void aRepeatedParameterIsRefusedByName() throws Exception {
        Exchange exchange = get(Map.of("limit", new String[] {"1", "2"}));

        assertEquals(400, exchange.status());
        assertTrue(exchange.body().contains("\"limit must not be given more than once.\""), exchange.body());
    }

    @Test
    void aQueryThatTheContainerCannotReadIsABadRequest() throws Exception {
        Exchange exchange = Exchange.unreadable(servlet(), new IllegalStateException("Not valid UTF8!"));

        assertEquals(400, exchange.status());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,"
                        + "\"detail\":\"limit cannot be read: the query must be percent-encoded UTF-8.\"}",
                exchange.body());
    }

    @Test
    void pagesTogetherAreTheList() throws Exception {
        List<OnlineUser> all = IntStream.range(0, 250)
                .mapToObj(i -> user("id" + i, "Name " + i % 7, i))
                .toList();
        snapshot = TestSnapshots.of(all, false);

        List<String> ids = new ArrayList<>();
        int pages = 0;
        for (String after = null; pages == 0 || after != null; pages++) {
            String body = page(7, after);
            users(body).forEach(user -> ids.add(user.get("id").getAsString()));
            after = next(body);
        }

        assertEquals(36, pages);
        assertEquals(snapshot.users().stream().map(OnlineUser::id).toList(), ids);
    }

    @Test
    void theLastPageThatIsJustFullSaysThatItIsTheLast() throws Exception {
        assertEquals(null, next(page(3, null)));
        assertEquals(3, users(page(3, null)).size());
    }

    @Test
    void comingAndGoingBetweenPagesNeitherRepeatsNorSkipsThoseWhoStay() throws Exception {
        snapshot = TestSnapshots.of(user("a", "Ada", 0), user("b", "Bea", 0), user("c", "Cid", 0), user("d", "Dan", 0));
        String next = next(page(2, null));

        // Bea, the last one shown, leaves; Abe comes before the place, Bob after it.
        snapshot = TestSnapshots.of(
                user("a", "Ada", 0),
                user("x", "Abe", 0),
                user("y", "Bob", 0),
                user("c", "Cid", 0),
                user("d", "Dan", 0));

        assertEquals(List.of("y", "c"), ids(page(2, next)));
    }

    @Test
    void anyNameMakesACursorThatFitsIntoAnAddress() throws Exception {
        List<String> names = List.of("\ud83d\ude00".repeat(400), "\ud83d half", "\0\r\n", "a".repeat(9_000) + "1");
        List<OnlineUser> all = new ArrayList<>();
        names.forEach(name -> IntStream.range(0, 3).forEach(i -> all.add(user("id" + all.size(), name, i))));
        snapshot = TestSnapshots.of(all, false);

        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            String body = page(1, after);
            users(body).forEach(user -> ids.add(user.get("id").getAsString()));
            after = next(body);
            assertTrue(after == null || after.matches("[A-Za-z0-9_-]{1,800}"), after);
        } while (after != null);

        assertEquals(12, ids.size());
        assertEquals(12, ids.stream().distinct().count());
    }

    @Test
    void anInstanceHasAListOfItsOwn_S1_8() throws Exception {
        snapshot = TestSnapshots.of();
        forum = TestSnapshots.of(user("1", "Ana", 0));
        assertTrue(get(Map.of("instance", new String[] {"forum"})).body().contains("{\"count\":1,"));
        assertTrue(get(Map.of("instance", new String[] {""})).body().startsWith("{\"count\":0,"));
        Exchange unknown = get(Map.of("instance", new String[] {"shop"}));
        assertEquals(400, unknown.status());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"instance: There is no such list.\"}",
                unknown.body());
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H10: who hides is counted and in nobody's list but their own, where it is marked")
    void whoHidesIsInTheirOwnListOnly() throws Exception {
        snapshot = TestSnapshots.of(user("1", "Ana", 0), hidden("2", "Bo", 0), hidden("3", "Cy", 0));
        String begin = "{\"count\":3,\"hidden\":2,\"windowSeconds\":300,\"asOf\":\"2026-11-30T12:00:00Z\","
                + "\"stale\":false,\"users\":[{\"id\":\"1\",\"name\":\"Ana\",\"lastSeen\":\"2026-11-30T12:00:00Z\"}";
        for (String other : new String[] {"1", "nobody", null}) {
            viewer = other;
            assertEquals(begin + "],\"next\":null}", get(Map.of()).body());
        }
        viewer = "2";
        assertEquals(
                begin + ",{\"id\":\"2\",\"name\":\"Bo\",\"lastSeen\":\"2026-11-30T12:00:00Z\",\"hidden\":true}],"
                        + "\"next\":null}",
                get(Map.of()).body());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    @DisplayName("PRIV-H10: read page by page, a list has everybody once, and who hides only for themselves")
    void pagesAreRightWhereSomebodyHides(int limit) throws Exception {
        String longName = "n".repeat(300);
        snapshot = TestSnapshots.of(
                user("1", "a", 0),
                hidden("2", "b", 0),
                hidden("3", longName + "1", 0),
                user("4", longName + "2", 0),
                hidden("5", longName + "3", 0),
                user("6", "z", 0));
        assertEquals(List.of("1", "4", "6"), allPages(limit));
        viewer = "3";
        assertEquals(List.of("1", "3", "4", "6"), allPages(limit));
        viewer = "5";
        assertEquals(List.of("1", "4", "5", "6"), allPages(limit));
    }

    @Test
    @DisplayName("PRIV-H05: a place in the list tells nothing about somebody who hides")
    void aPlaceTellsNothing() throws Exception {
        snapshot = TestSnapshots.of(user("1", "n".repeat(256) + "b", 0), hidden("2", "n".repeat(256) + "c", 0));
        Snapshot without = TestSnapshots.of(user("1", "n".repeat(256) + "b", 0));
        String place = new Cursor("n".repeat(256), "2").text();
        String guessed = page(10, place);
        snapshot = without;
        assertEquals(ids(page(10, place)), ids(guessed));
    }

    private List<String> allPages(int limit) throws Exception {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            String body = page(limit, after);
            ids.addAll(ids(body));
            after = next(body);
        } while (after != null);
        return ids;
    }

    private OnlineServlet servlet() {
        return new OnlineServlet(
                instance ->
                        Optional.ofNullable(Map.of("", snapshot, "forum", forum).get(instance)),
                request -> true,
                request -> viewer);
    }

    private Exchange get(Map<String, String[]> parameters) throws Exception {
        return Exchange.of(servlet(), "GET", parameters);
    }

    private String page(int limit, String after) throws Exception {
        String[] limits = {Integer.toString(limit)};
        return get(after == null ? Map.of("limit", limits) : Map.of("limit", limits, "after", new String[] {after}))
                .body();
    }

    private static List<JsonObject> users(String body) {
        return JsonParser.parseString(body).getAsJsonObject().getAsJsonArray("users").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    private static List<String> ids(String body) {
        return users(body).stream().map(user -> user.get("id").getAsString()).toList();
    }

    private static String next(String body) {
        JsonElement next = JsonParser.parseString(body).getAsJsonObject().get("next");
        return next.isJsonNull() ? null : next.getAsString();
    }
}
