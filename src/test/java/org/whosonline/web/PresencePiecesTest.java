package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.Rarely;

/** The small parts of the addresses of presence. */
class PresencePiecesTest {

    private long now;

    @ParameterizedTest(name = "address: {0}")
    @ValueSource(
            strings = {"/a.png", "a/b:c", "?a:b", "//cdn.example/a.png", "https://x/é?q=a,b", "HTTP://x/", "a\\b:c"})
    void anAvatarMayBeRelativeOrOfTheWeb(String address) {
        assertEquals(address, Avatars.checked(address));
    }

    @ParameterizedTest(name = "address: {0}")
    @ValueSource(
            strings = {
                "",
                "javascript:alert(1)",
                "JaVaScRiPt:x",
                "java\tscript:x",
                " javascript:x",
                "\u0001javascript:x",
                "data:image/png;base64,AA",
                "ftp://x/",
                "http:x y",
                "https:relative"
            })
    void noOtherAvatarIsShown(String address) {
        assertNull(Avatars.checked(address));
    }

    @Test
    void anAvatarHasAtMost512Bytes() {
        assertEquals("é".repeat(256), Avatars.checked("é".repeat(256)));
        assertNull(Avatars.checked("é".repeat(256) + "a"));
        assertNull(Avatars.checked(null));
    }

    /** A request with headers and nothing else. */
    private static HttpServletRequest headers(String... pairs) {
        Browser.Request request = new Browser.Request();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null && !pairs[i + 1].isEmpty()) {
                request.headers.put(pairs[i], pairs[i + 1]);
            }
        }
        return request.api;
    }

    @ParameterizedTest(name = "site {0}, origin {1}, header {2}: {3}")
    @DisplayName("Whose page a request comes from is told by what browsers add")
    @CsvSource({
        "same-origin, https://evil.example,, true",
        "none,,, true",
        "cross-site, https://evil.example, 1, false",
        "same-site, https://host.example, 1, false",
        "cross-site, https://partner.example,, true",
        "cross-site, HTTPS://Partner.Example:443,, true",
        "cross-site,,, false",
        "strange,,, false",
        ", https://evil.example, 1, true",
        ",,, true",
        ", http://host.example,, true",
        ", https://HOST.example,, true",
        ", http://host.example:80,, true",
        ", http://host.example:8080,, false",
        ", http://host.example.evil.example,, false",
        ", null,, false",
        ", https://evil.example,, false"
    })
    void origins(String site, String origin, String ours, boolean allowed) {
        Origins origins = new Origins(List.of("https://partner.example"));
        assertEquals(
                allowed,
                origins.allow(headers(
                        "Sec-Fetch-Site", site, "Origin", origin, "X-WhosOnline", ours, "Host", "host.example")));
    }

    @Test
    @DisplayName("Three seconds' worth may come at once, then so many a second, each sender on its own")
    void rates() {
        Rates rates = new Rates(2, () -> now, 2);
        for (int i = 0; i < 6; i++) {
            assertEquals(0, rates.take("a"));
        }
        assertEquals(1, rates.take("a"));
        assertEquals(0, rates.take("b"));
        now += TimeUnit.MILLISECONDS.toNanos(500);
        assertEquals(0, rates.take("a"));
        assertEquals(1, rates.take("a"));
        now += TimeUnit.MINUTES.toNanos(1);
        for (int i = 0; i < 6; i++) {
            assertEquals(0, rates.take("a"));
        }
        assertEquals(1, rates.take("a"));
    }

    private PresenceGuard guard(RoomAccess access) {
        PresenceRules rules = new PresenceRules(
                List.of(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(50),
                40,
                Duration.ofMinutes(30),
                true,
                3,
                140,
                1024,
                20);
        Identity identity = new Identity(HttpServletRequest::getRemoteUser, Set.of("ghost"));
        Hiding hiding = new Hiding((request, user) -> user.equals("shy"), new Rarely(() -> now));
        return new PresenceGuard(identity, hiding, access, rules, () -> now);
    }

    @Test
    @DisplayName("PRIV-H03: who sends a request is who the container says, and without one nobody is")
    void senders() throws Exception {
        PresenceGuard guard = guard(new RoomAccess() {});
        Sender shy = guard.sender(new Browser.Request(null, "shy").api);
        assertEquals("shy", shy.user());
        assertTrue(shy.hidden());
        assertNull(shy.session());
        assertEquals(1800, shy.stopAfterSeconds());
        for (String nobody : new String[] {null, "", "ghost"}) {
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> guard.sender(new Browser.Request(null, nobody).api));
            assertEquals(401, refused.status());
        }
    }

    @Test
    @DisplayName("A room access that breaks refuses")
    void access() throws Exception {
        PresenceGuard open = guard(new RoomAccess() {});
        open.checkSee(headers(), "a", List.of("x", "y"));
        open.checkJoin(headers(), "a", List.of("x", "y"));
        PresenceGuard broken = guard(new RoomAccess() {
            @Override
            public boolean maySee(HttpServletRequest request, String userId, String room) {
                throw new IllegalStateException("test");
            }

            @Override
            public boolean mayJoin(HttpServletRequest request, String userId, String room) {
                return room.equals("x");
            }
        });
        assertFalse(broken.maySee(headers(), "a", "x"));
        broken.checkJoin(headers(), "a", List.of("x"));
        assertEquals(
                403,
                assertThrows(RefusedException.class, () -> broken.checkJoin(headers(), "a", List.of("x", "y")))
                        .status());
    }

    @Test
    @DisplayName("Connections that nobody named are made up of at least 128 random bits, and never twice")
    void mintedConnections() throws Exception {
        PresenceGuard guard = guard(new RoomAccess() {});
        String first = guard.conns(List.of(), 2).get(0);
        assertTrue(PresenceGuard.isConn(first), first);
        assertFalse(guard.conns(List.of(), 1).contains(first));
        assertEquals(2, guard.conns(List.of(), 2).size());
    }

    private static Fields form(String text) throws RefusedException {
        Fields fields = new Fields();
        FormText.read(text, fields);
        return fields;
    }

    @Test
    void formsAreUtf8WhateverTheContainerAssumes() throws Exception {
        Fields fields = form("a=%F0%9F%98%80+%26&a=2&&b&é=ü");
        assertEquals(List.of("😀 &", "2"), fields.all("a"));
        assertEquals("", fields.single("b"));
        assertEquals("ü", fields.single("é"));
        assertNull(fields.single("c"));
        for (String bad : List.of("a=%", "a=%4", "a=%zz", "a=%C3%28", "a=%ED%A0%80")) {
            assertEquals(
                    400, assertThrows(RefusedException.class, () -> form(bad)).status(), bad);
        }
        assertThrows(RefusedException.class, () -> form("a=1&a=2").single("a"));
    }

    private static Fields json(String text) throws RefusedException {
        Fields fields = new Fields();
        JsonFields.read(text, fields);
        return fields;
    }

    @Test
    void jsonSaysTheSameAsForms() throws Exception {
        Fields fields =
                json("{\"room\":[\"a\",\"b\"],\"editing\":true,\"n\":null,\"deep\":{\"room\":[1]},\"x\":[[1],2]}");
        assertEquals(List.of("a", "b"), fields.all("room"));
        assertEquals(Boolean.TRUE, fields.flag("editing"));
        assertNull(fields.flag("n"));
        assertEquals(List.of("2"), fields.all("x"));
        for (String bad : List.of("", "[]", "1", "{", "{}x", "{'a':1}", "{\"a\":[}", "[".repeat(900))) {
            assertEquals(
                    400, assertThrows(RefusedException.class, () -> json(bad)).status(), bad);
        }
    }

    private static Fields multipart(String type, String body) throws RefusedException {
        Fields fields = new Fields();
        Multipart.read(type, body.getBytes(StandardCharsets.UTF_8), fields);
        return fields;
    }

    @Test
    void multipartFormsAreReadWithoutFiles() throws Exception {
        String part = "--b c\r\nContent-Disposition: form-data; name=\"room\"\r\n\r\n/ü\r\n--b\r\n\r\n";
        Fields fields = multipart("multipart/form-data; boundary=\"b c\"", "preamble\r\n" + part + "--b c--\r\n");
        assertEquals("/ü\r\n--b\r\n", fields.single("room"));
        for (Map.Entry<String, String> bad : Map.of(
                        "multipart/form-data", part,
                        "multipart/form-data; boundary=b", "--b\r\n\r\n\r\n--b--",
                        "multipart/form-data; boundary=c", "--c\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
                        "multipart/form-data; boundary=d", "",
                        "multipart/form-data; boundary=e",
                                "--e\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n1\r\n--e--")
                .entrySet()) {
            assertEquals(
                    400,
                    assertThrows(RefusedException.class, () -> multipart(bad.getKey(), bad.getValue()))
                            .status(),
                    bad.getKey());
        }
    }

    @Test
    @DisplayName(
            "a room's id is text of 1 to 1,024 bytes; halves of surrogate pairs are none, for two of them would be one room")
    void roomIds() {
        assertTrue(PresenceGuard.isRoom("/docs/42"));
        assertTrue(PresenceGuard.isRoom("会".repeat(341)));
        assertFalse(PresenceGuard.isRoom("会".repeat(342)));
        assertFalse(PresenceGuard.isRoom(""));
        assertFalse(PresenceGuard.isRoom("/secret\ud800id=5"));
        assertFalse(PresenceGuard.isRoom("\udc00"));
        assertTrue(PresenceGuard.isRoom("😀"));
    }
}
