package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whosonline.store.Keys;

class RoomKeysTest {

    private final RoomKeys keys = new RoomKeys("a prefix of the longest kind, é ".repeat(3));

    @Test
    void everyIdHasAKeyOfItsOwnWithRoomForBuckets() {
        Set<String> seen = new HashSet<>();
        for (String sign : List.of("a", "é", "ж", "ก", "会", "😀", " ", "%", "/")) {
            for (int length = 1; length <= 1_024 / 4; length++) {
                String room = sign.repeat(length);
                String key = keys.leases(room);
                assertTrue(Keys.encode(key + ":1024:1023").length() <= Keys.MAX_LENGTH, room);
                assertTrue(Keys.encode(keys.version(room)).length() <= Keys.MAX_LENGTH, room);
                assertTrue(seen.add(key), room);
                assertTrue(seen.add(keys.version(room)), room);
                assertTrue(seen.add(keys.stay(room, "ana")), room);
            }
        }
    }

    @Test
    void shortOnesCanBeReadAndNoneIsTakenForAKeyBesideAnother() {
        RoomKeys plain = new RoomKeys("");
        assertEquals("room:/docs/42", plain.leases("/docs/42"));
        assertEquals("roomVersion:/docs/42", plain.version("/docs/42"));
        assertTrue(plain.leases("a:layout").startsWith("room:#"));
        assertNotEquals(plain.leases("#x"), plain.leases("x"));
        assertTrue(plain.leases("#x").length() > 20);
    }
}
