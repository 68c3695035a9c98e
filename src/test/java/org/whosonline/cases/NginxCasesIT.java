package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Nginx;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Behind an nginx that keeps pages for ten minutes. Fails where there is no nginx. */
class NginxCasesIT {

    private static final int LOADS = 100;

    private static Server server;
    private static Nginx nginx;

    @BeforeAll
    static void start() throws Exception {
        server = new Tomcat();
        Host.withPrincipals("/host").option("list.public", "true").deployOn(server);
        Host.withPrincipals("/late").deployOn(server);
        Host.withPrincipals("/bare").deployWithoutUsOn(server);
        server.deploy("/demo", Server.war());
        server.start();
        nginx = new Nginx(server);
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.close();
        server.close();
    }

    @Test
    @DisplayName("SESS-H08: pages of anonymous visitors stay as cacheable as without WhosOnline")
    void anonymousPagesStayCacheable() throws Exception {
        List<String> without = loads("/bare", "/plain.jsp");
        assertEquals("MISS", without.get(0));
        assertEquals(LOADS - 1, without.stream().filter("HIT"::equals).count());
        assertEquals(without, loads("/host", "/page.jsp"));
        assertEquals(without, loads("/host", "/plain.jsp"));
    }

    /** What the cache says of each load. */
    private static List<String> loads(String contextPath, String path) throws Exception {
        List<String> cache = new ArrayList<>();
        for (int i = 0; i < LOADS; i++) {
            HttpResponse<String> page = new Client(nginx::uri, contextPath).get(path);
            assertEquals(200, page.statusCode());
            for (String header : List.of("Set-Cookie", "Cache-Control", "Pragma", "Expires", "Vary")) {
                assertEquals(Optional.empty(), page.headers().firstValue(header), header);
            }
            cache.add(cacheOf(page));
        }
        return cache;
    }

    @Test
    @DisplayName("COUNT-H03: where the page comes from the cache, the number that it asks for is right all the same")
    void theNumberIsRightOnCachedPages() throws Exception {
        Client visitor = new Client(nginx::uri, "/late");
        assertTrue(visitor.get("/page.jsp").body().contains("<p id=\"count\">0</p>"));
        for (int users = 1; users <= 3; users++) {
            new Client(nginx::uri, "/late")
                    .header("X-Remote-User", "late" + users)
                    .get("/plain.jsp?" + users);
            Look.awaitCount(users, visitor);
        }
        HttpResponse<String> page = visitor.get("/page.jsp");
        assertEquals("HIT", cacheOf(page));
        assertTrue(page.body().contains("<p id=\"count\">0</p>"), page::body);
    }

    @Test
    @DisplayName("PRIV-H08: what is personal on the demo's page, and the list, never come from a cache")
    void nobodySeesThePageOfSomebodyElse() throws Exception {
        Client ana = new Client(nginx::uri, "/demo");
        Client bo = new Client(nginx::uri, "/demo");
        ana.login("ana");
        bo.login("bo");
        for (int round = 1; round <= 2; round++) {
            assertTrue(ana.get("/").body().contains("Logged in as </span><bdi>ana</bdi>"));
            assertTrue(bo.get("/").body().contains("Logged in as </span><bdi>bo</bdi>"));
        }
        Client open = new Client(nginx::uri, "/host");
        for (Client client : List.of(ana, bo, open)) {
            for (int round = 1; round <= 2; round++) {
                assertEquals("MISS", cacheOf(client.get("/whosonline/online")));
            }
        }
        assertEquals(
                401, new Client(nginx::uri, "/demo").get("/whosonline/online").statusCode());
    }

    @Test
    @DisplayName("COUNT-H12: three users behind one address are three, one user with two addresses is one")
    void addressesDoNotMatter() throws Exception {
        Client reader = new Client(server, "/host");
        Await.until("the number is known", Look.SOON, () -> Look.count(reader) >= 0);
        int before = Look.count(reader);
        for (String user : List.of("one", "two", "three")) {
            Client behindProxy = new Client(nginx::uri, "/host").header("X-Remote-User", user);
            assertEquals("MISS", cacheOf(behindProxy.get("/plain.jsp?" + user)));
        }
        Look.awaitCount(before + 3, reader);
        new Client(server, "/host").header("X-Remote-User", "three").get("/plain.jsp");
        assertEquals("HTTP/1.1 200 ", statusFromAnotherAddress(server.uri("/host/plain.jsp"), "three"));
        Client other = new Client(server, "/host").header("X-Remote-User", "four");
        other.get("/plain.jsp");
        Look.awaitCount(before + 4, reader);
    }

    /** Asks as {@code user} from 127.0.0.2, and answers the status line. */
    private static String statusFromAnotherAddress(URI uri, String user) throws Exception {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0));
            socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), 5_000);
            String request = "GET " + uri.getPath() + " HTTP/1.1\r\nHost: localhost\r\nX-Remote-User: " + user
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    private static String cacheOf(HttpResponse<String> response) {
        return response.headers().firstValue("X-Cache").orElse("none");
    }
}
