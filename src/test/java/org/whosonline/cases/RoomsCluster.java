package org.whosonline.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.whosonline.cases.host.Bell;
import org.whosonline.presence.PresenceListener;
import org.whosonline.testing.Await;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/**
 * A Tomcat and a Jetty, in JVMs of their own, on one Memcached, with two applications that differ in their times: those of
 * {@link #calm} are the defaults, those of {@link #quick} shorter.
 */
final class RoomsCluster implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(6);
    static final Duration HEARTBEAT = Duration.ofSeconds(2);
    static final Duration AWAY_LEASE = Duration.ofSeconds(8);

    /** How long after a lease everybody has to know that it has run out. */
    static final Duration LATE = Duration.ofSeconds(5);

    /** How long after a release everybody has to know. */
    static final Duration RELEASE = Duration.ofMillis(1_500);

    /** The same where nobody follows the room: the stamp, which is of whole seconds, and three of them. */
    static final Duration RELEASE_UNSEEN = Duration.ofMillis(4_500);

    private static final String PAINT = """
            <%@ page contentType="text/html;charset=UTF-8" session="false" %>
            <%@ taglib prefix="w" uri="whosonline" %>
            <p><w:viewers room="${param.r}"/></p>
            """;

    final MemcachedProcess memcached = MemcachedProcess.running();
    final List<Server> nodes = List.of(new Tomcat(), new Jetty());
    final RoomsSite quick = new RoomsSite(nodes, "/quick");
    final RoomsSite calm = new RoomsSite(nodes, "/calm");
    private final AtomicInteger early = new AtomicInteger();
    private final Path bell = Files.createTempFile("whosonline-bell", ".txt");

    RoomsCluster() throws Exception {
        for (Server node : nodes) {
            node.option("whosonline.memcached.servers", memcached.address());
            node.option("whosonline.presence.rate", "10000");
            node.option(Bell.FILE, bell.toString());
            host(quick)
                    .option("presence.lease", LEASE.toSeconds() + "s")
                    .option("presence.heartbeat", HEARTBEAT.toSeconds() + "s")
                    .option("presence.away-lease", AWAY_LEASE.toSeconds() + "s")
                    .option("presence.grace", "3s")
                    .option("presence.sample", "1000")
                    .deployOn(node);
            host(calm).deployOn(node);
            node.start();
        }
        early(quick);
        early(calm);
    }

    /**
     * Waits until arrivals are reported at once: the store, which is new, might have lost who was there before, and so for a
     * while nobody who comes is taken for new.
     */
    void awaitReporting(RoomsSite site) throws Exception {
        OpenPage early = early(site);
        Await.until("arrivals are reported", Duration.ofSeconds(40), () -> {
            early.beat(0);
            return reports().containsKey("joined " + early.room + ' ' + early.user.id);
        });
        early.leave(0);
    }

    /** Somebody in a room that nobody else is in, with whom the while begins. */
    private OpenPage early(RoomsSite site) throws Exception {
        String id = "early" + early.incrementAndGet();
        return site.login(id).page('/' + id).beat(0);
    }

    private static Host host(RoomsSite site) {
        return Host.withSessions(site.contextPath)
                .file("paint.jsp", PAINT)
                .file("WEB-INF/classes/META-INF/services/" + PresenceListener.class.getName(), Bell.class.getName());
    }

    /**
     * How often the application was told, on whatever node, of what: {@code joined ROOM USER} or {@code left ROOM USER}.
     */
    Map<String, Long> reports() throws IOException {
        return Files.readAllLines(bell).stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    void awaitReports(String report, long times) {
        Await.until(times + " times " + report, () -> reports().getOrDefault(report, 0L) == times);
    }

    @Override
    public void close() throws IOException {
        for (Server node : nodes) {
            node.close();
        }
        memcached.close();
        Files.delete(bell);
    }
}
