package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.whosonline.cases.host.Doors;
import org.whosonline.cases.host.Faces;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;
import org.whosonline.web.RoomAccess;
import org.whosonline.web.UserResolver;

/**
 * A Tomcat and a Jetty as two nodes of one site, with one Memcached and some applications: {@code /host} with a room
 * access, {@code /tight} with low limits, {@code /quick} with short times, {@code /header} whose users
 * have no sessions, {@code /members} whose users log in with the container, {@code /sync} with a filter that
 * reads all bodies and does not support asynchronous requests.
 */
final class TwoNodes {

    /** How long a change may take to be seen on the other node, on a busy machine. */
    static final Duration SOON = Duration.ofSeconds(6);

    private static final AtomicInteger NEXT = new AtomicInteger();

    final MemcachedProcess memcached = MemcachedProcess.running();
    final Server tomcat = new Tomcat();
    final Server jetty = new Jetty();
    final List<Server> both = List.of(tomcat, jetty);

    TwoNodes() throws Exception {
        for (Server node : both) {
            node.option("whosonline.memcached.servers", memcached.address());
            Host.withSessions("/host")
                    .option("presence.rate", "1000")
                    .option("origins", "https://partner.example")
                    .service(RoomAccess.class, Doors.class)
                    .service(UserResolver.class, Faces.class)
                    .deployOn(node);
            Host.withSessions("/tight")
                    .option("presence.rate", "2")
                    .option("presence.max-rooms", "2")
                    .option("presence.max-connections", "2")
                    .option("presence.status-length", "5")
                    .option("presence.max-body", "1024")
                    .deployOn(node);
            quick("/quick").deployOn(node);
            quick("/deaf").webXml("""
                    <security-constraint>
                      <web-resource-collection>
                        <web-resource-name>beacons</web-resource-name>
                        <url-pattern>/whosonline/presence/leave</url-pattern>
                        <http-method-omission>GET</http-method-omission>
                      </web-resource-collection>
                      <auth-constraint/>
                    </security-constraint>
                    """).deployOn(node);
            Host.withPrincipals("/header").option("presence.rate", "1000").deployOn(node);
            Host.withSessions("/sync")
                    .option("presence.rate", "1000")
                    .webXml("""
                    <filter>
                      <filter-name>token</filter-name>
                      <filter-class>org.whosonline.cases.host.TokenFilter</filter-class>
                    </filter>
                    <filter-mapping>
                      <filter-name>token</filter-name>
                      <url-pattern>/*</url-pattern>
                    </filter-mapping>
                    """)
                    .deployOn(node);
            Host.withPrincipals("/members")
                    .option("presence.rate", "1000")
                    .containerLogin(node, "FORM")
                    .deployOn(node);
            node.start();
        }
    }

    private static Host quick(String contextPath) {
        return Host.withSessions(contextPath)
                .option("presence.rate", "1000")
                .option("presence.heartbeat", "1s")
                .option("presence.lease", "3s")
                .option("presence.away-lease", "3s")
                .option("presence.grace", "1s")
                .option("presence.leave-grace", "200ms")
                .option("presence.typing", "1s")
                .option("presence.sweep", "1s")
                .option("presence.poll-hold", "5s")
                .option("window", "8s")
                .option("record-after", "3s")
                .option("cleanup.interval", "2s");
    }

    /** Somebody of a name that no other test has. */
    static String somebody(String name) {
        return name + NEXT.incrementAndGet();
    }

    /** A room that no other test has. */
    static String room() {
        return "/docs/" + NEXT.incrementAndGet();
    }

    static Client login(Server node, String contextPath, String user) throws Exception {
        Client client = new Client(node, contextPath);
        assertEquals(302, client.post("/login", "user", user).statusCode());
        return client;
    }

    /** Ends all of them. */
    void close() throws Exception {
        tomcat.close();
        jetty.close();
        memcached.close();
    }
}
