package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Streams whose application ends. */
class StreamEndIT {

    private static final int STREAMS = 40;

    private final List<EventSource> streams = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (EventSource stream : streams) {
            stream.close();
        }
    }

    private void open(Server server, String contextPath) throws Exception {
        for (int i = 0; i < STREAMS; i++) {
            Client client = new Client(server, contextPath);
            client.login("user" + i);
            EventSource stream = new EventSource(
                    server.uri(contextPath + "/whosonline/presence/stream?room=r"),
                    "Cookie",
                    "JSESSIONID=" + client.session().orElseThrow());
            streams.add(stream);
        }
        for (EventSource stream : streams) {
            stream.await("all are there", Await.PATIENCE, event -> event.data().contains("\"total\":" + STREAMS));
        }
    }

    @Test
    @DisplayName("Streams end in good order with their application, to begin anew, and leave neither thread nor class")
    void nothingIsLeftBehind() throws Exception {
        try (Tomcat tomcat = new Tomcat()) {
            tomcat.start();
            Leftovers leftovers = new Leftovers(tomcat);
            tomcat.deployNow("/app", Server.war());
            open(tomcat, "/app");
            tomcat.undeploy("/app");
            for (EventSource stream : streams) {
                stream.awaitEnd(Duration.ofSeconds(2));
                assertEquals("in good order", stream.end());
                assertEquals("presence", stream.last().name());
            }
            assertFalse(tomcat.log().contains("Exception"), tomcat::log);
            leftovers.assertNone();
        }
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    @DisplayName(
            "S2 2.7, STREAM-H10: a server with open streams stops soon and quietly; their clients come back spread over seconds")
    void serversStopWithOpenStreams(Container container) throws Exception {
        try (Server server = container.create()) {
            server.deploy("", Server.war());
            server.start();
            open(server, "");
            Duration took = server.stop();
            assertTrue(took.compareTo(Duration.ofSeconds(10)) < 0, took::toString);
            Set<Long> seconds = new HashSet<>();
            for (EventSource stream : streams) {
                stream.awaitEnd(Duration.ofSeconds(2));
                assertEquals("presence", stream.last().name());
                seconds.add(stream.retryMillis() / 500);
            }
            assertEquals(6, seconds.size(), seconds::toString);
            assertFalse(server.log().contains("Exception"), server::log);
        }
    }
}
