package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.presence.MadeRosters.viewer;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.presence.MadeRosters;
import org.whosonline.presence.Roster;
import org.whosonline.presence.State;

class FramesTest {

    private final Frames frames = new Frames(new RosterJson(40));

    private static String text(Frames.Frame frame) {
        return new String(frame.event(), StandardCharsets.UTF_8);
    }

    @Test
    void allReadersOfARosterShareItsBytes() {
        Roster roster = MadeRosters.of("r", viewer("ana", State.ACTIVE, false), viewer("bo", State.AWAY, false));
        Frames.Frame frame = frames.of(roster, "ana");
        assertSame(frame, frames.of(roster, "bo"));
        assertTrue(
                text(frame)
                        .startsWith("event: presence\nid: " + roster.hash() + "\ndata: {\"room\":\"r\",\"total\":2,"),
                () -> text(frame));
        assertEquals(Set.of("bo"), frame.away());
    }

    @Test
    @DisplayName("Hidden users see themselves, and nobody else does")
    void hiddenUsersHaveTheirOwn() {
        Roster roster = MadeRosters.of("r", viewer("ana", State.ACTIVE, false), viewer("bo", State.AWAY, true));
        Frames.Frame own = frames.of(roster, "bo");
        Frames.Frame shared = frames.of(roster, "ana");
        assertTrue(text(own).contains("\"viewerId\":\"bo\""), () -> text(own));
        assertFalse(text(shared).contains("bo"), () -> text(shared));
        assertEquals(Set.of("bo"), own.away());
        assertEquals(Set.of(), shared.away());
    }

    @Test
    void aRosterThatNobodyKnowsHasNoId() {
        assertTrue(
                text(frames.of(MadeRosters.unknown("r"), "ana")).startsWith("event: presence\ndata: {\"room\":\"r\","));
    }
}
