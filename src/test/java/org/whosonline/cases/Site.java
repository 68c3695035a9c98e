package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** One application on one node, as its visitors see it. Its list must be public. */
final class Site {

    /** How long a change on one node may take to be seen on another: a reading every five seconds, and the work. */
    static final Duration SOON = Duration.ofSeconds(8);

    private static final Pattern WHO = Pattern.compile("Logged in as </span><bdi>(v[0-9a-z]+)</bdi>");

    final Server server;
    final String path;
    private final Client reader;

    Site(Server server, String path) {
        this.server = server;
        this.path = path;
        this.reader = new Client(server, path);
    }

    Client visitor() {
        return new Client(server, path);
    }

    /** Somebody who has logged in and looked at a page. */
    Client user(String id) throws Exception {
        Client client = visitor();
        assertEquals(302, client.login(id).statusCode(), id);
        assertEquals(200, client.get("/").statusCode(), id);
        return client;
    }

    /** The view of a new visitor whom the application logs in by itself; answers as whom. */
    String firstView(HttpClient http) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(path + "/"))
                .timeout(Duration.ofSeconds(20))
                .build();
        HttpResponse<String> page = http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        assertEquals(200, page.statusCode());
        Matcher who = WHO.matcher(page.body());
        assertTrue(who.find(), page.body());
        return who.group(1);
    }

    List<Client> users(String prefix, int count) throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(user(prefix + i));
        }
        return clients;
    }

    JsonObject list() throws Exception {
        return reader.json("/whosonline/online?limit=1000");
    }

    JsonObject health() throws Exception {
        return reader.json("/whosonline/health");
    }

    /** The ids on all pages of the list. */
    Set<String> ids() throws Exception {
        JsonObject page = list();
        Set<String> ids = new TreeSet<>(ids(page));
        while (!page.get("next").isJsonNull()) {
            page = reader.json(
                    "/whosonline/online?limit=1000&after=" + page.get("next").getAsString());
            ids.addAll(ids(page));
        }
        return ids;
    }

    static List<String> ids(JsonObject list) {
        return list.getAsJsonArray("users").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(user -> user.get("id").getAsString())
                .toList();
    }

    int count() throws Exception {
        JsonElement count = reader.json("/whosonline/online/count").get("count");
        return count.isJsonNull() ? -1 : count.getAsInt();
    }

    /** Waits until exactly these are listed, by a list that is not stale and a count that agrees. */
    void awaitIds(Set<String> expected) {
        awaitIds(expected, SOON);
    }

    void awaitIds(Set<String> expected, Duration patience) {
        Await.until(expected.size() + " users on " + server + path, patience, () -> {
            JsonObject list = list();
            return !list.get("stale").getAsBoolean()
                    && list.get("count").getAsInt() == expected.size()
                    && ids().equals(expected);
        });
    }

    /** How often {@code text} stands in the server's log. */
    int logged(String text) {
        return server.log().split(Pattern.quote(text), -1).length - 1;
    }
}
