package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvatarTest {

    /** SHOW-H01, SHOW-H07. */
    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Ana,A",
                "ana,A",
                "\ud83d\ude04 Ada,\ud83d\ude04",
                "\ud83c\udde9\ud83c\uddea flag,\ud83c\udde9\ud83c\uddea",
                "e\u0301lodie,E\u0301",
                "\u0645\u062d\u0645\u062f,\u0645",
                "\u674e\u5c0f\u9f8d,\u674e",
                "\u00dftra\u00dfe,\u00df",
                "@ann,A",
                "  ann,A",
                "123,1",
                "-,-",
                "_x_,X",
                "\ud83d\udc69\u200d\ud83d\udc67,\ud83d\udc69\u200d\ud83d\udc67",
                "\u202e\u0007,?",
                "\ud83d,?"
            })
    void showsTheFirstSignAsAWhole(String name, String sign) {
        assertEquals(sign, Avatar.sign(name));
    }

    @Test
    void showsSomethingForNothing() {
        assertEquals("?", Avatar.sign(""));
        assertEquals("?", Avatar.sign(" \r\n"));
    }

    @Test
    void theColourIsTheUsersOwn() {
        assertEquals(Avatar.colour("42"), Avatar.colour("42"));
        for (String id : new String[] {"", "a", "polygenelubricants", "\ud83d\ude04"}) {
            assertTrue(Avatar.colour(id) >= 0 && Avatar.colour(id) < 8);
        }
    }
}
