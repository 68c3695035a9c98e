package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.presence.Roster;

/** Rosters as they are written. */
class RosterJsonTest {

    private final LocalPresence presence = new LocalPresence();
    private final RosterJson json = new RosterJson(5);

    @AfterEach
    void close() {
        presence.close();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> ids(byte[] bytes) {
        JsonObject frame = JsonParser.parseString(text(bytes)).getAsJsonObject();
        return frame.getAsJsonArray("viewers").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(viewer -> viewer.get("viewerId").getAsString())
                .toList();
    }

    private Roster join(String room, int first, int end, String suffix) {
        for (int i = first; i < end; i++) {
            presence.join(room, "u" + i, "N" + i + suffix);
        }
        return presence.roster(room);
    }

    @Test
    @DisplayName("S2 2.4, S5 5.2: each shape is written byte for byte as documented")
    void shapes() {
        presence.join("/docs/42", "42", "Ana");
        Roster roster = presence.roster("/docs/42");
        String viewers =
                "\"total\":1,\"viewers\":[{\"viewerId\":\"42\",\"viewerName\":\"Ana\",\"avatar\":null,\"joinedAt\":"
                        + roster.viewers().get(0).joinedAt()
                        + ",\"state\":\"active\",\"editing\":false,\"status\":null,\"typing\":false,\"connections\":1}],\"hash\":\""
                        + roster.hash() + "\"";
        assertEquals("{\"room\":\"/docs/42\"," + viewers + ",\"stale\":false}", text(json.frame(roster, null)));
        assertEquals("{\"hasChanged\":true," + viewers + ",\"stale\":false}", text(json.changed(roster, "42", null)));
        assertEquals(
                "{\"hasChanged\":true," + viewers + ",\"stale\":false,\"conn\":\"c\"}",
                text(json.changed(roster, "42", "c")));
        assertEquals(
                "{\"room\":\"/docs/42\"," + viewers + ",\"asOf\":\"" + Json.time(roster.asOf())
                        + "\",\"stale\":false,\"next\":\"n\"}",
                text(RosterJson.page(roster, 0, 1, "n")));
    }

    @Test
    @DisplayName("Of a big room there come the total, the hash of all, and a sample that others hardly move")
    void samples() {
        Roster before = join("/big", 0, 200, "");
        List<String> sample = ids(json.frame(before, null));
        assertEquals(5, sample.size());
        assertTrue(text(json.frame(before, null)).contains("\"total\":200"));
        assertTrue(text(json.frame(before, null)).contains(before.hash()));
        List<String> order =
                before.viewers().stream().map(viewer -> viewer.id()).toList();
        assertEquals(
                sample.stream()
                        .sorted((a, b) -> order.indexOf(a) - order.indexOf(b))
                        .toList(),
                sample);
        String other =
                order.stream().filter(id -> !sample.contains(id)).findFirst().orElseThrow();
        List<String> own = ids(json.frame(before, other));
        assertTrue(own.contains(other));
        assertEquals(4, own.stream().filter(sample::contains).count());
        assertArrayEquals(json.frame(before, sample.get(0)), json.frame(before, null));
        presence.leave("/big", other);
        assertEquals(sample, ids(json.frame(presence.roster("/big"), null)));
    }

    @Test
    @DisplayName("S4 4.12: a frame of a big room has at most 8 KB, however long the names and the room's id are")
    void fits() {
        String room = "<".repeat(1024);
        RosterJson many = new RosterJson(40);
        Roster roster = join(room, 0, 60, "<".repeat(200));
        byte[] frame = many.frame(roster, "u7");
        assertTrue(frame.length <= Samples.MAX_BYTES, () -> frame.length + " bytes");
        assertEquals(List.of("u7"), ids(frame));
        Roster wide = join("/wide", 0, 60, "\u2028".repeat(60));
        byte[] other = many.changed(wide, "u7", "c".repeat(64));
        assertTrue(other.length <= Samples.MAX_BYTES && other.length > 6_000, () -> other.length + " bytes");
        assertTrue(new TreeSet<>(ids(other)).contains("u7"));
        Roster all = join("/few", 0, 40, "<".repeat(200));
        assertEquals(40, ids(many.frame(all, null)).size());
    }

    @Test
    @DisplayName("PRIV-H01: no name can end the block that it is printed in")
    void safe() {
        presence.join("/x", "</script>'&\u2028", "</script>'&\u2028");
        String frame = text(json.frame(presence.roster("/x"), null));
        assertFalse(frame.matches("(?s).*[<>&'\u2028].*"), frame);
        assertEquals(List.of("</script>'&\u2028"), ids(frame.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("Nobody knows is not nobody is there; who hides is shown to themselves, marked")
    void unknownAndHidden() {
        presence.hide("/h", "42", "Ana");
        Roster roster = presence.roster("/h");
        assertTrue(text(json.frame(roster, null)).contains("\"total\":0,\"viewers\":[]"));
        String own = text(json.frame(roster.seenBy("42"), "42"));
        assertTrue(own.contains("\"connections\":1,\"hidden\":true}"), own);
        assertFalse(own.contains(roster.hash()));
        presence.storeAway();
        Roster unknown = presence.roster("/never");
        assertEquals(
                "{\"room\":\"/never\",\"total\":null,\"viewers\":[],\"hash\":null,\"stale\":true}",
                text(json.frame(unknown, null)));
    }
}
