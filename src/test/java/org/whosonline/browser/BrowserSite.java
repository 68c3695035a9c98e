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
 * A Tomcat and a Jetty on one Memcached with applications of somebody else: {@link #CALM}, at the root, with the default times,
 * {@link #QUICK} with shorter ones, and {@link #IDLE}, which soon takes its users for absent. None lets a page run or load
 * anything but files of the same site. All have the pages {@code /cached/NAME/ROOM}, as from a page cache, and
 * {@code /NAME.jsp?room=ROOM}, made for each request.
 */
final class BrowserSite implements AutoCloseable {

    /** Context paths. */
    static final String QUICK = "/quick";

    static final String CALM = "";

    static final String IDLE = "/idle";

    /** Times of the quick and the idle application. */
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    static final Duration LEASE = Duration.ofSeconds(6);
    static final Duration AWAY_LEASE = Duration.ofSeconds(8);
    static final Duration GRACE = Duration.ofSeconds(3);

    /** Times without input, of the idle application, which has those above as well. */
    static final Duration IDLE_AFTER = Duration.ofSeconds(4);

    static final Duration AWAY_AFTER = Duration.ofSeconds(8);
    static final Duration STOP_AFTER = Duration.ofSeconds(14);

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
    /** Its sessions outlive a restart in good order. */
    final Server tomcat = new Tomcat();

    final Server jetty = new Jetty();
    private final AtomicInteger rooms = new AtomicInteger();

    BrowserSite() throws Exception {
        List<String> contextPaths = List.of(CALM, QUICK, IDLE);
        for (Server node : List.of(tomcat, jetty)) {
            node.option("whosonline.memcached.servers", memcached.address());
            for (String contextPath : contextPaths) {
                host(contextPath).deployOn(node);
            }
        }
        tomcat.configure("conf/context.xml", "<Context><Manager pathname=\"sessions.ser\"/></Context>");
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> start(tomcat));
        start(jetty);
        first.get();
        for (String contextPath : contextPaths) {
            early(contextPath);
        }
    }

    private static Host host(String contextPath) throws IOException {
        Host host = Host.withSessions(contextPath)
                .option("user.name-attribute", "name")
                .option("presence.rate", "1000")
                .webXml(WEB_XML)
                .files(Path.of("src/test/webapp/browser"));
        if (contextPath.equals(CALM)) {
            return host;
        }
        host.option("presence.heartbeat", HEARTBEAT.toSeconds() + "s")
                .option("presence.lease", LEASE.toSeconds() + "s")
                .option("presence.away-lease", AWAY_LEASE.toSeconds() + "s")
                .option("presence.grace", GRACE.toSeconds() + "s");
        return contextPath.equals(QUICK)
                ? host
                : host.option("presence.idle-after", IDLE_AFTER.toSeconds() + "s")
                        .option("presence.away-after", AWAY_AFTER.toSeconds() + "s")
                        .option("presence.stop-after", STOP_AFTER.toSeconds() + "s");
    }

    private static void start(Server node) {
        try {
            node.start();
        } catch (Exception e) {
            throw new AssertionError("A node does not start", e);
        }
    }

    /** Waits until both nodes know who is where: at first, with a store that is new, they leave open whether they do. */
    private void early(String contextPath) throws Exception {
        for (Server node : List.of(tomcat, jetty)) {
            Client client = new Client(node, contextPath);
            client.post("/login", "user", "early", "name", "Early");
            Await.until(
                    "the node knows",
                    Duration.ofSeconds(60),
                    () -> !client.json("/whosonline/presence?room=/early")
                            .get("stale")
                            .getAsBoolean());
        }
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
