package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** Somebody in a room without a browser, for one lease from each {@link #beat} on. */
final class Guest {

    private final Client client;
    private final String room;
    private final String conn = UUID.randomUUID().toString();

    /** Enters {@code room}. */
    Guest(Server node, String contextPath, String name, String room) throws Exception {
        this.room = room;
        client = new Client(node, contextPath);
        client.post("/login", "user", name.toLowerCase(), "name", name);
        beat("state", "active");
    }

    /** A sign of life, with what has changed: names and values in turn. */
    void beat(String... changes) throws Exception {
        String[] form = Stream.concat(Stream.of("room", room, "conn", conn), Arrays.stream(changes))
                .toArray(String[]::new);
        assertEquals(200, client.post("/whosonline/presence", form).statusCode());
    }

    void leave() throws Exception {
        assertEquals(
                204,
                client.post("/whosonline/presence/leave", "room", room, "conn", conn)
                        .statusCode());
    }
}
