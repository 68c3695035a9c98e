package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitialsTest {

    @ParameterizedTest
    @DisplayName("SHOW-H01, SHOW-H07: whole signs of up to two words, whatever the name begins with")
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Ana,A",
                "ana maria lopez,AM",
                "Ana (Team),AT",
                "\ud83d\ude04 Ada,\ud83d\ude04A",
                "\ud83d\ude04,\ud83d\ude04",
                "\ud83c\udde9\ud83c\uddea flag,\ud83c\udde9\ud83c\uddeaF",
                "e\u0301lodie,E\u0301",
                "\u0645\u062d\u0645\u062f,\u0645",
                "\u674e\u5c0f\u9f8d,\u674e",
                "\u00dftra\u00dfe,\u00df",
                "@ann,A",
                "  ann,A",
                "123,1",
                "-,-",
                "- bo,B",
                "_x_,X",
                "\ud83d\udc69\u200d\ud83d\udc67 x,\ud83d\udc69\u200d\ud83d\udc67X",
                "\u09b6\u09cd\u09b0\u09be\u09ac\u09a3\u09c0 \u09b0\u09be\u09af\u09bc,\u09b6\u09cd\u09b0\u09be\u09b0\u09be",
                "\u0915\u094d\u200d\u0937\u092e\u093e,\u0915\u094d\u200d\u0937",
                "\u202e\u0007,?",
                "\ud83d,?",
                "\ud83d ann \ude04,A"
            })
    void showsTheFirstSignsAsAWhole(String name, String initials) {
        assertEquals(initials, Initials.of(name));
    }

    @Test
    void showsSomethingForNothing() {
        assertEquals("?", Initials.of(""));
        assertEquals("?", Initials.of(" \r\n"));
    }

    @Test
    void theColourIsTheUsersOwn() {
        assertEquals(1, Initials.colour("1"));
        assertEquals(6, Initials.colour("42"));
        for (String id : new String[] {"", "polygenelubricants", "\ud83d\ude04"}) {
            assertTrue(Initials.colour(id) >= 0 && Initials.colour(id) < 8, id);
        }
    }

    @Test
    void theScriptHasTheSameInitialsAndColours() throws IOException {
        JsonObject faces = JsonParser.parseString(Files.readString(Path.of("src/test/browser/faces.json")))
                .getAsJsonObject();
        for (JsonElement row : faces.getAsJsonArray("initials")) {
            String name = row.getAsJsonArray().get(0).getAsString();
            assertEquals(row.getAsJsonArray().get(1).getAsString(), Initials.of(name), name);
        }
        for (JsonElement row : faces.getAsJsonArray("colours")) {
            String id = row.getAsJsonArray().get(0).getAsString();
            assertEquals(row.getAsJsonArray().get(1).getAsInt(), Initials.colour(id), id);
        }
    }

    @Test
    void aLetterUnderAPileOfMarksIsShownWithoutThem() {
        assertEquals("E", Initials.of("e" + "\u0301".repeat(400)));
    }
}
