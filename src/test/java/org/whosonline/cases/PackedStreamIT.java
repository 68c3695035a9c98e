package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Client;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Streams where everything is packed. */
class PackedStreamIT {

    private static final String FILTER = """
            <filter>
              <filter-name>gzip</filter-name>
              <filter-class>org.whosonline.cases.host.GzipFilter</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <filter-mapping><filter-name>gzip</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;

    @ParameterizedTest
    @EnumSource(Container.class)
    @DisplayName("STREAM-H02: with a connector, and with a filter, that pack everything, events arrive within a second")
    void nothingHoldsEventsBack(Container container) throws Exception {
        try (Server server = container.create()) {
            if (server instanceof Tomcat tomcat) {
                tomcat.connector("compression=\"force\"");
            }
            Host.withSessions("/bare").deployOn(server);
            Host.withSessions("/packed").webXml(FILTER).deployOn(server);
            server.start();
            assertArrivesSoon(server, "/bare");
            EventSource packed = assertArrivesSoon(server, "/packed");
            assertEquals("kept", packed.header("X-Host"));
            assertFalse(server.log().contains("Exception"), server::log);
        }
    }

    private static EventSource assertArrivesSoon(Server server, String contextPath) throws Exception {
        Client ana = new Client(server, contextPath);
        Client bo = new Client(server, contextPath);
        ana.login("ana");
        bo.login("bo");
        String cookie = "JSESSIONID=" + ana.session().orElseThrow();
        try (EventSource stream = new EventSource(
                server.uri(contextPath + "/whosonline/presence/stream?room=r"),
                "Cookie",
                cookie,
                "Accept-Encoding",
                "gzip")) {
            stream.await(
                    "ana is there", Duration.ofSeconds(5), event -> event.data().contains("\"ana\""));
            long begun = System.nanoTime();
            assertEquals(200, bo.post("/whosonline/presence", "room", "r").statusCode());
            long seen = stream.await(
                            "bo is there",
                            Duration.ofSeconds(5),
                            event -> event.data().contains("\"bo\""))
                    .nanos();
            assertTrue(seen - begun < 1_000_000_000, (seen - begun) / 1_000_000 + " ms");
            if (!(server instanceof Tomcat)) {
                assertNull(stream.header("Content-Encoding"));
            }
            return stream;
        }
    }
}
