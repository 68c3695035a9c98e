package org.whosonline.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.whosonline.cases.Host;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/**
 * A Tomcat and a Jetty on one Memcached with the same two applications of somebody else: one below {@link #QUICK} with short
 * times, and one at the root with the defaults. Neither lets a page run or load anything but files of the same site. Both have
 * the pages {@code /cached/NAME/ROOM}, of a page cache, and {@code /NAME.jsp?room=ROOM}, made for each request.
 */
final class BrowserSite implements AutoCloseable {

    /** Context paths. */
    static final String QUICK = "/quick";

    static final String CALM = "";

    /** Times of the quick application. */
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    static final Duration LEASE = Duration.ofSeconds(6);
    static final Duration AWAY_LEASE = Duration.ofSeconds(8);
    static final Duration GRACE = Duration.ofSeconds(3);

    /** How long after the lease of somebody silent everybody has to know, at most. */
    static final Duration LATE = Duration.ofSeconds(5);

    private static final String WEB_XML = """
            <filter>
              <filter-name>policy</filter-name>
              <filter-class>org.whosonline.cases.host.PolicyFilter</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <filter-mapping>
              <filter-name>policy</filter-name>
              <url-pattern>/*</url-pattern>
            </filter-mapping>
            <servlet>
              <servlet-name>cached</servlet-name>
              <servlet-class>org.whosonline.cases.host.CachedServlet</servlet-class>
            </servlet>
            <servlet-mapping>
              <servlet-name>cached</servlet-name>
              <url-pattern>/cached/*</url-pattern>
            </servlet-mapping>
            """;

    final MemcachedProcess memcached = MemcachedProcess.running();
    final Server tomcat = new Tomcat();
    final Server jetty = new Jetty();
    private final AtomicInteger rooms = new AtomicInteger();

    BrowserSite() throws Exception {
        for (Server node : List.of(tomcat, jetty)) {
            node.option("whosonline.memcached.servers", memcached.address());
            host(CALM).deployOn(node);
            host(QUICK)
                    .option("presence.heartbeat", HEARTBEAT.toSeconds() + "s")
                    .option("presence.lease", LEASE.toSeconds() + "s")
                    .option("presence.away-lease", AWAY_LEASE.toSeconds() + "s")
                    .option("presence.grace", GRACE.toSeconds() + "s")
                    .deployOn(node);
        }
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> start(tomcat));
        start(jetty);
        first.get();
        early();
    }

    private static Host host(String contextPath) throws IOException {
        return Host.withSessions(contextPath)
                .option("user.name-attribute", "name")
                .option("presence.rate", "1000")
                .webXml(WEB_XML)
                .files(Path.of("src/test/webapp/browser"));
    }

    private static void start(Server node) {
        try {
            node.start();
        } catch (Exception e) {
            throw new AssertionError("A node does not start", e);
        }
    }

    /** Waits until both nodes know who is where: at first, with a store that is new, they leave open whether they do. */
    private void early() throws Exception {
        for (String contextPath : List.of(CALM, QUICK)) {
            for (Server node : List.of(tomcat, jetty)) {
                Client client = login(node, contextPath, "early", "Early");
                Await.until(
                        "the node knows",
                        Duration.ofSeconds(60),
                        () -> !client.json("/whosonline/presence?room=/early")
                                .get("stale")
                                .getAsBoolean());
            }
        }
    }

    /** A visitor without a browser, logged in. */
    Client login(Server node, String contextPath, String id, String name) throws Exception {
        Client client = new Client(node, contextPath);
        client.post("/login", "user", id, "name", name);
        return client;
    }

    /** The name of a room that no other test has: letters and digits, to be part of a path. */
    String room() {
        return "room" + rooms.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        tomcat.close();
        jetty.close();
        memcached.close();
    }
}
