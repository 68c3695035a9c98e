package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.whosonline.testing.Client;

/** An open page: one connection in one room. */
final class Tab {

    static final String PRESENCE = "/whosonline/presence";

    final String room;
    final String conn;
    private final Client client;
    private String lastHash;
    private List<String> lastIds = List.of();

    Tab(Client client, String room) {
        this(client, room, conn());
    }

    private Tab(Client client, String room, String conn) {
        this.client = client;
        this.room = room;
        this.conn = conn;
    }

    /** A new id of a connection. */
    static String conn() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** The same page, whose requests reach another node from now on. */
    Tab movedTo(Client other) {
        Tab moved = new Tab(other, room, conn);
        moved.lastHash = lastHash;
        return moved;
    }

    /** A sign of life, with more fields: names and values in turn; has to be taken. */
    JsonObject beat(String... more) throws Exception {
        HttpResponse<String> answer = post(PRESENCE, more);
        assertEquals(200, answer.statusCode(), answer.body());
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    HttpResponse<String> post(String path, String... more) throws Exception {
        return client.post(path, form(more));
    }

    private String[] form(String... more) {
        String[] form = new String[more.length + 4];
        System.arraycopy(new String[] {"room", room, "conn", conn}, 0, form, 0, 4);
        System.arraycopy(more, 0, form, 4, more.length);
        return form;
    }

    void leave() throws Exception {
        assertEquals(204, post(PRESENCE + "/leave").statusCode());
    }

    /** Begins a poll with the hash of the last one. */
    CompletableFuture<HttpResponse<String>> poll() {
        return client.postLater(PRESENCE + "/poll", form("lastHash", lastHash));
    }

    /** Takes the answer to a poll; its hash is the last one if it has changed. */
    JsonObject take(HttpResponse<String> answer) {
        assertEquals(200, answer.statusCode(), answer.body());
        JsonObject json = JsonParser.parseString(answer.body()).getAsJsonObject();
        if (json.get("hasChanged").getAsBoolean()) {
            lastHash = json.get("hash").isJsonNull() ? "" : json.get("hash").getAsString();
            lastIds = ids(json);
        }
        return json;
    }

    /** Whether the last change was to exactly {@code ids}. */
    boolean isLast(List<String> ids) {
        return ids.stream().sorted().toList().equals(lastIds.stream().sorted().toList());
    }

    static String listPath(String room) {
        return PRESENCE + "?room=" + URLEncoder.encode(room, StandardCharsets.UTF_8);
    }

    /** The roster of a room. */
    static JsonObject roster(Client client, String room) throws Exception {
        HttpResponse<String> answer = client.get(listPath(room));
        assertEquals(200, answer.statusCode(), answer.body());
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    /** The ids of those in a room. */
    static List<String> ids(Client client, String room) throws Exception {
        return ids(roster(client, room));
    }

    static List<String> ids(JsonObject roster) {
        return viewers(roster).stream()
                .map(viewer -> viewer.get("viewerId").getAsString())
                .toList();
    }

    static List<JsonObject> viewers(JsonObject roster) {
        return roster.getAsJsonArray("viewers").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }
}
