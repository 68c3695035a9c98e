package org.whosonline.cases;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A roster as a node told it.
 *
 * @param viewers by id; empty also where nobody knows who is there
 * @param hash null where nobody knows
 * @param begunNanos when it was asked for, on the monotonic clock
 * @param endedNanos when it was there
 */
record RosterSeen(Map<String, Entry> viewers, String hash, boolean stale, long begunNanos, long endedNanos) {

    /** One viewer. */
    record Entry(
            String name, long joinedAt, String state, boolean editing, String status, boolean typing, int connections) {

        static Entry of(JsonObject viewer) {
            JsonElement status = viewer.get("status");
            return new Entry(
                    viewer.get("viewerName").getAsString(),
                    viewer.get("joinedAt").getAsLong(),
                    viewer.get("state").getAsString(),
                    viewer.get("editing").getAsBoolean(),
                    status.isJsonNull() ? null : status.getAsString(),
                    viewer.get("typing").getAsBoolean(),
                    viewer.get("connections").getAsInt());
        }
    }

    static RosterSeen of(JsonObject roster, long begunNanos) {
        Map<String, Entry> viewers = new TreeMap<>();
        addTo(viewers, roster);
        return new RosterSeen(
                viewers, hashOf(roster), roster.get("stale").getAsBoolean(), begunNanos, System.nanoTime());
    }

    /** Adds the viewers of one answer, each of whom may be there once. */
    static void addTo(Map<String, Entry> viewers, JsonObject roster) {
        for (JsonElement viewer : roster.getAsJsonArray("viewers")) {
            String id = viewer.getAsJsonObject().get("viewerId").getAsString();
            if (viewers.put(id, Entry.of(viewer.getAsJsonObject())) != null) {
                throw new AssertionError(id + " is there twice");
            }
        }
    }

    static String hashOf(JsonObject roster) {
        JsonElement hash = roster.get("hash");
        return hash.isJsonNull() ? null : hash.getAsString();
    }

    /** Whether the node knew who was there. */
    boolean isKnown() {
        return hash != null;
    }

    Set<String> ids() {
        return viewers.keySet();
    }
}
