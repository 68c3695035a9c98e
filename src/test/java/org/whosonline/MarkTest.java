package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarkTest {

    /** A mark as it was written to sessions before users could hide: user and time, and nothing else. */
    private static final String OLD =
            "rO0ABXNyABNvcmcud2hvc29ubGluZS5NYXJrAAAAAAAAAAACAAJKAAR0aW1lTAAEdXNlcnQAEkxqYXZhL2xh"
                    + "bmcvU3RyaW5nO3hwAAAAAAAAA+h0AANhbmE=";

    @Test
    @DisplayName("SESS-H06: a mark outlives the restart, also into a release in which users can hide")
    void isKeptWithItsSession() throws Exception {
        assertEquals(new Mark("ana", 1000, false), read(Base64.getDecoder().decode(OLD)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Mark("ana", 1000, true));
        }
        assertEquals(new Mark("ana", 1000, true), read(bytes.toByteArray()));
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @Test
    void whoHidesIsAnotherRecord() {
        assertNotEquals(new Mark("ana", 1000), new Mark("ana", 1000, true));
        assertEquals(new Mark("ana", 1000), new Mark("ana", 1000, false));
        assertEquals(new Mark("ana", 1000, true).hashCode(), new Mark("ana", 1000, true).hashCode());
    }
}
