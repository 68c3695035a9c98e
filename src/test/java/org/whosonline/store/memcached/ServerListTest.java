package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerListTest {

    @ParameterizedTest
    @DisplayName("CONN-H05 CONN-H08: a server is read as intended")
    @CsvSource({
        "localhost, localhost, 11211",
        "localhost:11211, localhost, 11211",
        "cache-1.example.org:11212, cache-1.example.org, 11212",
        "127.0.0.1:1, 127.0.0.1, 1",
        "a:65535, a, 65535",
        "::1, ::1, 11211",
        "2001:db8::2, 2001:db8::2, 11211",
        "[2001:db8::2], 2001:db8::2, 11211",
        "[::1]:11212, ::1, 11212",
        "[fe80::1%lo]:11211, fe80::1%lo, 11211",
        "::ffff:10.0.0.1, ::ffff:10.0.0.1, 11211"
    })
    void aServerIsReadAsIntended(String text, String host, int port) {
        assertEquals(
                List.of(new ServerAddress(host, port)), ServerList.parse(text).servers());
    }

    @Test
    @DisplayName("CONN-H08: blanks and a trailing comma do no harm")
    void blanksAndATrailingCommaDoNoHarm() {
        assertEquals(
                List.of(new ServerAddress("a", 1), new ServerAddress("b", 2)),
                ServerList.parse("a:1, b:2 ,").servers());
    }

    @ParameterizedTest
    @DisplayName("CONN-H08: what cannot be read is refused by name")
    @ValueSource(
            strings = {
                "host:notaport",
                "host:70000",
                "host:0",
                "host:",
                ":11211",
                "host:1:2",
                "[::1",
                "::1]:11211",
                "[host]:1",
                "[::1]11211",
                "[]:1",
                "a b",
                "http://a:1",
                "host:-1",
                "host:+1",
                "a;b",
                "::1:notaport"
            })
    void whatCannotBeReadIsRefusedByName(String item) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> ServerList.parse("good:1," + item));
        assertTrue(refusal.getMessage().contains("\"" + item + "\""), refusal.getMessage());
    }

    @ParameterizedTest
    @DisplayName("CONN-H08: an empty list is refused")
    @ValueSource(strings = {"", " ", ",", " , "})
    void anEmptyListIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> ServerList.parse(text));
    }

    @Test
    void aServerNamedTwiceIsRefused() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> ServerList.parse("a,b:2,a:11211"));
        assertTrue(refusal.getMessage().contains("\"a:11211\""), refusal.getMessage());
    }

    @Test
    void itIsWrittenAsItIsUnderstood() {
        assertEquals("a:11211, [::1]:11211, b:2", ServerList.parse("a,::1,b:2").toString());
        ServerList list = ServerList.parse("a,::1,b:2");
        assertEquals(list, ServerList.parse(list.toString()));
    }
}
