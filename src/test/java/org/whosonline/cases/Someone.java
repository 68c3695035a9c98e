package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A user with a session on every node, whose requests go to whichever node they like. Thread-safe. */
final class Someone {

    static final String PRESENCE = "/whosonline/presence";

    /** Small, so that rosters come in several pages. */
    private static final int LIMIT = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    final String id;
    private final RoomsSite site;
    private final AtomicReferenceArray<String> cookies;

    Someone(RoomsSite site, String id) {
        this.site = site;
        this.id = id;
        this.cookies = new AtomicReferenceArray<>(site.nodes.size());
    }

    void login(int node) throws Exception {
        cookies.set(node, site.session(node, id));
    }

    /** A page of theirs in {@code room} that has not joined yet. */
    OpenPage page(String room) {
        return new OpenPage(this, room);
    }

    HttpResponse<String> post(int node, String path, String... form) throws Exception {
        return site.send(node, path, cookies.get(node), form);
    }

    /** Asks a node, after another login should it not know the session any more. */
    HttpResponse<String> get(int node, String path) throws Exception {
        HttpResponse<String> answer = site.send(node, path, cookies.get(node));
        if (answer.statusCode() == 401) {
            login(node);
            answer = site.send(node, path, cookies.get(node));
        }
        return answer;
    }

    /**
     * As {@link #post}, at that node, or the next should it be down, or neither accept nor refuse a connection, as nodes do that
     * start and stop; with another login should the session not be known.
     */
    HttpResponse<String> postSomewhere(int node, String path, String... form) throws Exception {
        for (int attempt = 0; ; attempt++) {
            int reached = (node + attempt) % site.nodes.size();
            try {
                HttpResponse<String> answer = site.send(PATIENCE, reached, path, cookies.get(reached), form);
                if (answer.statusCode() != 401) {
                    return answer;
                }
                login(reached);
                return post(reached, path, form);
            } catch (IOException down) {
                // Twice at each: a connection that was kept may be one to the process before.
                if (attempt == 2 * site.nodes.size()) {
                    throw down;
                }
            }
        }
    }

    /** Sets their status, which is the same in all rooms. */
    void say(int node, String status) throws Exception {
        HttpResponse<String> answer = post(node, PRESENCE, "status", status);
        assertEquals(200, answer.statusCode(), answer.body());
    }

    /** The roster of {@code room} by the list, all its pages; null if it changed from one page to the next. */
    RosterSeen roster(int node, String room) throws Exception {
        long begun = System.nanoTime();
        Map<String, RosterSeen.Entry> viewers = new TreeMap<>();
        String address = PRESENCE + "?limit=" + LIMIT + "&room=" + RoomsSite.encode(room);
        JsonObject first = json(get(node, address));
        RosterSeen.addTo(viewers, first);
        JsonObject page = first;
        while (!page.get("next").isJsonNull()) {
            String next = page.get("next").getAsString();
            page = json(get(node, address + "&after=" + RoomsSite.encode(next)));
            if (!page.get("hash").equals(first.get("hash"))) {
                return null;
            }
            RosterSeen.addTo(viewers, page);
        }
        if (!first.get("total").isJsonNull()) {
            assertEquals(first.get("total").getAsInt(), viewers.size(), () -> room + " has " + viewers);
        }
        return new RosterSeen(
                viewers, RosterSeen.hashOf(first), first.get("stale").getAsBoolean(), begun, System.nanoTime());
    }

    static JsonObject json(HttpResponse<String> answer) {
        assertEquals(200, answer.statusCode(), answer.body());
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    /** {@code form} with {@code more} at its end. */
    static String[] with(String[] form, String... more) {
        String[] all = Arrays.copyOf(form, form.length + more.length);
        System.arraycopy(more, 0, all, form.length, more.length);
        return all;
    }
}
