package org.whosonline.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("KEY-H01, KEY-H03: any text goes through bytes and comes back as it was")
class JsonTextTest {

    @Test
    void hasOneSpelling() {
        assertEquals("\"Ana\"", JsonText.quote("Ana"));
        assertEquals("\"a\\\"b\\\\c\\u000a\\u0000/\"", JsonText.quote("a\"b\\c\n\0/"));
        assertEquals("\"你好-Ω-é 😄\"", JsonText.quote("你好-Ω-é 😄"));
        assertEquals("\"\\ud83d\"", JsonText.quote("\ud83d"));
        assertEquals("\"\\ude04x\"", JsonText.quote("\ude04x"));
    }

    @Test
    void anyTextComesBackFromUtf8AndGsonReadsTheSame() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            char[] chars = new char[random.nextInt(12)];
            for (int c = 0; c < chars.length; c++) {
                chars[c] = (char) (random.nextBoolean() ? random.nextInt(0x80) : random.nextInt(0x10000));
            }
            String text = new String(chars);
            byte[] bytes = JsonText.quote(text).getBytes(StandardCharsets.UTF_8);
            assertEquals(text, JsonText.unquote(bytes, 0, bytes.length));
            assertEquals(
                    text,
                    JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8))
                            .getAsString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "a", "5", "null", "\"a", "a\"", "\"a\"b\"", "\"\\\"", "\"\\x\"", "[\"\\\\\"]"})
    void whatIsNoStringIsNothing(String json) {
        assertNull(JsonText.unquote(json));
    }
}
