package org.whosonline.rooms;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.whosonline.testing.Await;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.EventSource.Event;

/** What streams say about who is in a room. */
final class Rosters {

    private Rosters() {}

    static boolean isOf(Event event, String room) {
        return "presence".equals(event.name())
                && json(event).get("room").getAsString().equals(room);
    }

    static JsonObject json(Event event) {
        return JsonParser.parseString(event.data()).getAsJsonObject();
    }

    /** The ids of those whom a presence event shows. */
    static Set<String> ids(Event event) {
        Set<String> ids = new TreeSet<>();
        viewers(event)
                .forEach(viewer ->
                        ids.add(viewer.getAsJsonObject().get("viewerId").getAsString()));
        return ids;
    }

    static JsonArray viewers(Event event) {
        return json(event).getAsJsonArray("viewers");
    }

    static JsonObject viewer(Event event, String id) {
        for (JsonElement viewer : viewers(event)) {
            if (viewer.getAsJsonObject().get("viewerId").getAsString().equals(id)) {
                return viewer.getAsJsonObject();
            }
        }
        throw new AssertionError(id + " is not in " + event.data());
    }

    /** The presence events of {@code room} so far. */
    static List<Event> of(EventSource stream, String room) {
        return stream.events().stream().filter(event -> isOf(event, room)).toList();
    }

    /** Whom the newest event of {@code room} shows; null if there is none. */
    static Set<String> shown(EventSource stream, String room) {
        List<Event> all = of(stream, room);
        return all.isEmpty() ? null : ids(all.get(all.size() - 1));
    }

    /** Waits for an event of {@code room} that shows exactly these. */
    static Event await(EventSource stream, Duration patience, String room, String... ids) {
        Set<String> wanted = Set.of(ids);
        return stream.await(
                "In " + room + " are " + wanted,
                patience,
                event -> isOf(event, room) && ids(event).equals(wanted));
    }

    /** Waits until the newest event of {@code room} shows exactly these, and answers when it came. */
    static long awaitNow(EventSource stream, Duration patience, String room, String... ids) {
        Set<String> wanted = Set.of(ids);
        try {
            Await.until("in " + room + " are " + wanted, patience, () -> wanted.equals(shown(stream, room)));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; " + stream, e);
        }
        List<Event> all = of(stream, room);
        return all.get(all.size() - 1).nanos();
    }
}
