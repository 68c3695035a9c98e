package org.whosonline.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Very many streams on one node. */
class StreamLoadIT {

    private static final int STREAMS = 5_000;
    private static final int USERS = 10;

    @ParameterizedTest
    @EnumSource(Container.class)
    @DisplayName(
            "5,000 open streams on one node in a heap of 512 MB: all get a change, and threads do not grow with them")
    void allOfThemGetAChange(Container container) throws Exception {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                Server server = container.create();
                Crowd crowd = new Crowd()) {
            server.option("whosonline.memcached.servers", memcached.address());
            server.option("whosonline.presence.rate", "10000");
            server.option("whosonline.presence.max-connections", "1000");
            // Nobody sends heartbeats here, so that only the streams are at work.
            server.option("whosonline.presence.lease", "10m");
            server.option("whosonline.presence.heartbeat", "4m");
            server.option("whosonline.presence.away-lease", "10m");
            server.heap("512m");
            if (server instanceof Tomcat tomcat) {
                // As it comes, Tomcat keeps 92 KB of buffers for each connection, whatever it is for.
                tomcat.connector("maxHttpHeaderSize=\"4096\" socket.appReadBufSize=\"2048\""
                        + " socket.appWriteBufSize=\"2048\"");
            }
            server.deploy("", Server.war());
            server.start();
            List<String> cookies = new ArrayList<>();
            for (int i = 0; i < USERS; i++) {
                cookies.add(Nodes.cookie(Nodes.user(server, "user" + i))[1]);
            }
            URI uri = server.uri(Nodes.STREAM + "?room=r");
            open(crowd, uri, cookies, 200);
            crowd.want("presence");
            crowd.awaitAll("the first have their rosters");
            int threads = threads(server);
            open(crowd, uri, cookies, STREAMS);
            Client late = Nodes.user(server, "late");
            crowd.want("\"viewerName\":\"late\"");
            assertEquals(200, Nodes.say(late, "room", "r"));
            crowd.awaitAll("a change comes to all");
            assertEquals(STREAMS, crowd.size());
            int now = threads(server);
            // The container's pool may have grown to its 200 for the rush.
            assertTrue(now < threads + 200, threads + " threads have become " + now);
            assertFalse(server.log().contains("OutOfMemoryError"), server::log);
        }
    }

    private static void open(Crowd crowd, URI uri, List<String> cookies, int upTo) throws Exception {
        while (crowd.size() < upTo) {
            crowd.add(uri, cookies.get(crowd.size() % USERS));
            crowd.read();
        }
    }

    private static int threads(Server server) throws Exception {
        return server.jcmd("Thread.print").split("\n\"", -1).length - 1;
    }
}
