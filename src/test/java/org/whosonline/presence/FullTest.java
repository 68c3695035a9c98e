package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullTest {

    private static final String TEXTS = "ab \"\\,[]'é你\ud83d\u0000\n";

    private static String text(Random random) {
        int length = random.nextInt(6);
        return length == 5
                ? null
                : random.ints(length, 0, TEXTS.length())
                        .collect(StringBuilder::new, (text, i) -> text.append(TEXTS.charAt(i)), StringBuilder::append)
                        .toString();
    }

    @Test
    @DisplayName("what a connection says of itself comes back as it was, whatever is in the name")
    void comesBackAsItWas() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            Full full = new Full(
                    text(random),
                    text(random),
                    State.values()[random.nextInt(3)],
                    random.nextBoolean(),
                    random.nextInt(2) * 1_764_500_000L,
                    1_764_500_000L + random.nextInt(100),
                    random.nextInt(200),
                    random.nextInt(2),
                    random.nextBoolean());
            Full read = Full.decode(full.encode());
            assertNotNull(read, full.encode());
            assertEquals(full.name(), read.name());
            assertEquals(full.encode(), read.encode());
        }
    }

    @ParameterizedTest
    @DisplayName("other spellings of the same are read as well, and fields that come behind are left alone")
    @ValueSource(
            strings = {
                "[ \"Ana\", null, \"active\", 0, 0, 1764500000, 30, 1764500000, 0 ]",
                "[\"\\u0041na\",null,\"active\",0,0,1764500000,30,1764500000,0]",
                "[\"Ana\",null,\"active\",0,0,1764500000,30,1764500000,0,\"more\"]"
            })
    void otherSpellingsAreRead(String value) {
        assertEquals(
                "[\"Ana\",null,\"active\",0,0,1764500000,30,1764500000,0]",
                Full.decode(value).encode());
    }

    @ParameterizedTest
    @DisplayName("what makes no sense is nothing")
    @ValueSource(
            strings = {
                "",
                "false",
                "[]",
                "[\"Ana",
                "[\"Ana\",null,\"asleep\",0,0,1764500000,30,1764500000,0]",
                "[\"Ana\",null,null,0,0,1764500000,30,1764500000,0]",
                "[\"Ana\",null,\"active\",0,0,1764500000,30,1764500000]",
                "[\"Ana\",null,\"active\",0,0,\"soon\",30,1764500000,0]",
                "[\"Ana\",null,\"active\",0,0,,30,1764500000,0]",
                "{\"name\":\"Ana\"}"
            })
    void whatMakesNoSenseIsNothing(String value) {
        assertNull(Full.decode(value));
    }
}
