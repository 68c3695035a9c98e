package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whosonline.log.Line;

/** How users stand in the map. */
class UserLineTest {

    private static final Instant TIME = Instant.ofEpochSecond(1_764_500_000);

    private static OnlineUser user(String value) {
        return UserLine.user(new Line("42", TIME.getEpochSecond(), value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "42|false|",
                "Ana|false|\"Ana\"",
                "42|true|{\"hidden\":true}",
                "Ana|true|{\"name\":\"Ana\",\"hidden\":true}",
                "a \"b\" \\ 語|true|{\"name\":\"a \\\"b\\\" \\\\ 語\",\"hidden\":true}"
            })
    void aUserHasOneSpellingThatIsReadBack(String name, boolean hidden, String value) {
        OnlineUser user = new OnlineUser("42", name, TIME, hidden);
        Line line = new Line("42", TIME.getEpochSecond(), value);
        assertEquals(line, UserLine.of(user));
        assertEquals(user, UserLine.user(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ \"hidden\" : true, \"name\" : \"Ana\" }|Ana|true",
                "{\"name\":\"\\u0041na\",\"hidden\":true,\"since\":[1]}|Ana|true",
                "{\"name\":null,\"hidden\":true}|42|true",
                "{\"name\":7,\"hidden\":true}|42|true",
                "{\"hidden\":1}|42|true",
                "{\"hidden\":\"yes\"}|42|true",
                "{\"name\":\"Ana\"}|Ana|false",
                "{\"name\":\"Ana\",\"hidden\":false}|Ana|false",
                "{\"name\":\"Ana\",\"hidden\":null}|Ana|false",
                "{}|42|false"
            })
    void otherSpellingsAreReadToo(String value, String name, boolean hidden) {
        assertEquals(new OnlineUser("42", name, TIME, hidden), user(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\"hidden\":true", "{\"hidden\":true}}", "{:}", "[\"hidden\"]", "7", "true", "null", "\"Ana", "x"
            })
    void aValueWithoutSenseLeavesTheUserWithoutAName(String value) {
        assertEquals(new OnlineUser("42", "42", TIME), user(value));
    }

    @Test
    void aDeepValueFailsNobody() {
        assertEquals("42", user("{\"hidden\":" + "[".repeat(100_000)).name());
    }
}
