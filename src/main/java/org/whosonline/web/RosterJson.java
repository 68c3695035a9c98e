package org.whosonline.web;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import org.whosonline.presence.Roster;
import org.whosonline.presence.Viewer;

/**
 * Rosters as JSON, in one canonical spelling: equal rosters are equal bytes, on every node.
 *
 * <pre>{"viewerId":"42","viewerName":"Ana","avatar":null,"joinedAt":1764500000,"state":"active","editing":false,
 *"status":null,"typing":false,"connections":1}</pre>
 *
 * <p>is a viewer; {@code "hidden":true} follows in the entry of one who hides, which only they get. {@code total} and
 * {@code hash} are of the whole roster, whatever part of it is written, and null while nobody knows it. Every roster
 * handed in is to be the one that the receiver may see: {@link Roster#seenBy}.
 *
 * <p>Of rosters with more viewers than {@code sample}, frames and answers to polls bring only some, see {@link Samples}.
 *
 * <p>Thread-safe.
 */
final class RosterJson {

    private final Samples samples;

    /** @param sample how many viewers are sent to every page of a room, at least 1 */
    RosterJson(int sample) {
        this.samples = new Samples(sample);
    }

    /**
     * What a stream sends:
     *
     * <pre>{"room":"/docs/42","total":1,"viewers":[…],"hash":"…","stale":false}</pre>
     *
     * @param self who shall be among the viewers, if they are here, also where there are more than can be sent; null if
     *     that is of no account, and the bytes are then the same for all
     * @return at most {@link Samples#MAX_BYTES} bytes if there are more viewers than {@code sample}
     */
    byte[] frame(Roster roster, String self) {
        List<Viewer> viewers = samples.of(roster, self);
        return Json.bytes(json -> {
            json.beginObject().name("room").value(roster.room());
            list(json, roster, viewers);
            json.endObject();
        });
    }

    /** Those whom {@link #frame} brings of a roster. */
    List<Viewer> shown(Roster roster, String self) {
        return samples.of(roster, self);
    }

    /**
     * What a poll is answered when the roster has changed:
     *
     * <pre>{"hasChanged":true,"total":1,"viewers":[…],"hash":"…","stale":false}</pre>
     *
     * @param self as for {@link #frame}
     * @param conn the id that was made for a poll which came without; null if it had one
     */
    byte[] changed(Roster roster, String self, String conn) {
        List<Viewer> viewers = samples.of(roster, self);
        return Json.bytes(json -> {
            json.beginObject().name("hasChanged").value(true);
            list(json, roster, viewers);
            if (conn != null) {
                json.name("conn").value(conn);
            }
            json.endObject();
        });
    }

    /**
     * What a GET is answered, with the viewers from index {@code from} to before {@code to}.
     *
     * @param next what to send as {@code after} for those that follow; null if none do
     */
    static byte[] page(Roster roster, int from, int to, String next) {
        return Json.bytes(json -> {
            json.beginObject().name("room").value(roster.room());
            total(json, roster);
            viewers(json, roster.viewers().subList(from, to));
            json.name("hash").value(hash(roster));
            json.name("asOf").value(Json.time(roster.asOf()));
            json.name("stale").value(roster.stale());
            json.name("next").value(next);
            json.endObject();
        });
    }

    /** The hash of a roster; null while nobody knows it. */
    static String hash(Roster roster) {
        return roster.total().isPresent() ? roster.hash() : null;
    }

    private static void list(JsonWriter json, Roster roster, List<Viewer> viewers) throws IOException {
        total(json, roster);
        viewers(json, viewers);
        json.name("hash").value(hash(roster));
        json.name("stale").value(roster.stale());
    }

    private static void total(JsonWriter json, Roster roster) throws IOException {
        json.name("total");
        if (roster.total().isPresent()) {
            json.value(roster.total().getAsInt());
        } else {
            json.nullValue();
        }
    }

    private static void viewers(JsonWriter json, List<Viewer> viewers) throws IOException {
        json.name("viewers").beginArray();
        for (Viewer viewer : viewers) {
            write(json, viewer);
        }
        json.endArray();
    }

    static void write(JsonWriter json, Viewer viewer) throws IOException {
        json.beginObject();
        json.name("viewerId").value(viewer.id());
        json.name("viewerName").value(viewer.name());
        json.name("avatar").value(viewer.avatar());
        json.name("joinedAt").value(viewer.joinedAt());
        json.name("state").value(viewer.state().text());
        json.name("editing").value(viewer.editing());
        json.name("status").value(viewer.status());
        json.name("typing").value(viewer.typing());
        json.name("connections").value(viewer.connections());
        if (viewer.hidden()) {
            json.name("hidden").value(true);
        }
        json.endObject();
    }
}
