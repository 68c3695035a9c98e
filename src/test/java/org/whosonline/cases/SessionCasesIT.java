package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** What WhosOnline does to the sessions of an application, and what it costs the store. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("waiting")
class SessionCasesIT {

    private static final int VISITS = 100;

    private static MemcachedProcess memcached;
    private static Server server;

    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        server = container.create();
        server.option("whosonline.memcached.servers", memcached.address());
        Host.withSessions("/host").option("cleanup.enabled", "false").deployOn(server);
        Host.withSessions("/often").option("record-after", "2s").deployOn(server);
        Host.withPrincipals("/known").deployOn(server);
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page.jsp", "/plain.jsp"})
    @DisplayName("SESS-H01: visitors without cookies get none, make no session and do not count")
    void visitorsWithoutCookiesGetNone(String page) throws Exception {
        Client observer = new Client(server, "/host");
        int sessions = Look.observed(observer, "sessions");
        int count = Look.count(observer);
        for (int i = 0; i < VISITS; i++) {
            for (String method : List.of("GET", "HEAD")) {
                assertNoCookie(new Client(server, "/host").send(method, page), 200);
            }
        }
        new Client(server, "/host").send("OPTIONS", page);
        assertNoCookie(new Client(server, "/host").get("/nothing"), 404);
        assertEquals(sessions, Look.observed(observer, "sessions"));
        assertEquals(count, Look.count(observer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/app.css",
                "/nothing",
                "/whosonline/online",
                "/whosonline/online/count",
                "/whosonline/health",
                "/whosonline/nothing"
            })
    @DisplayName("SESS-H02: files, unknown paths and WhosOnline's own addresses make no session, logged in or not")
    void nothingMakesASession(String path) throws Exception {
        Client observer = new Client(server, "/known");
        int sessions = Look.observed(observer, "sessions");
        for (String user : List.of("", "ana")) {
            Client visitor = new Client(server, "/known").header("Cookie", "remember=" + user);
            HttpResponse<String> response = visitor.get(path);
            assertEquals(Optional.empty(), response.headers().firstValue("Set-Cookie"));
        }
        assertEquals(sessions, Look.observed(observer, "sessions"));
    }

    @Test
    @DisplayName("SESS-H02: with a login, a file is a page view like any other, recorded once in two minutes")
    void filesOfAUserAreRecordedByTheThrottle() throws Exception {
        Client css = new Client(server, "/known").header("Cookie", "remember=css");
        for (int i = 0; i < 10; i++) {
            assertEquals(200, css.get("/app.css").statusCode());
        }
        Await.until("the user is listed", Look.SOON, () -> Look.users(css).contains("css"));
        assertEquals(1, Look.records(memcached, "/known", "css"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/host", "/known"})
    @DisplayName("SESS-H03: pages that send early, redirect, or end the session and forward stay whole")
    void pagesStayWhole(String contextPath) throws Exception {
        Client ana = new Client(server, contextPath).header("X-Remote-User", "whole");
        for (int round = 1; round <= 2; round++) {
            assertWhole(ana);
            ana.login("whole");
            assertWhole(ana);
            HttpResponse<String> ended = ana.post("/logout", "how", "invalidate");
            assertEquals(200, ended.statusCode());
            assertEquals("<i>part</i>", ended.body().trim());
            // From here on with the cookie of a session that is dead.
        }
        assertFalse(server.log().contains("IllegalState"), server::log);
    }

    private static void assertWhole(Client client) throws Exception {
        HttpResponse<String> early = client.get("/flush.jsp");
        assertEquals(200, early.statusCode());
        assertEquals("<h1>Early</h1> <p>Late</p>", early.body().trim().replaceAll("\\s+", " "));
        HttpResponse<String> redirect = client.get("/pages/redirect");
        assertEquals(302, redirect.statusCode());
        assertTrue(redirect.headers().firstValue("Location").orElseThrow().endsWith("/plain.jsp"), redirect::toString);
    }

    @Test
    @DisplayName("SESS-H05, LOAD-H01: 50 requests of a session write one attribute and one line")
    void fiftyRequestsWriteOnce() throws Exception {
        Client ana = new Client(server, "/host");
        int before = Look.observed(ana, "writes");
        ana.login("fifty");
        for (int i = 0; i < 50; i++) {
            assertEquals(200, ana.get("/page.jsp").statusCode());
        }
        assertEquals(before + 1, Look.observed(ana, "writes"));
        assertEquals(1, Look.records(memcached, "/host", "fifty"));
    }

    @Test
    @DisplayName("SESS-H05: two writes of our attribute are never nearer than the throttle")
    void writesKeepTheirDistance() throws Exception {
        Client ana = new Client(server, "/often");
        ana.login("often");
        int seen = Look.observed(ana, "writes");
        List<Long> times = new ArrayList<>();
        for (int write = 1; write <= 3; write++) {
            int last = seen;
            Await.until("another write", Look.SOON, () -> Look.observed(ana, "writes") > last);
            times.add(System.nanoTime());
            seen = Look.observed(ana, "writes");
            assertEquals(last + 1, seen);
        }
        for (int i = 1; i < times.size(); i++) {
            Duration distance = Duration.ofNanos(times.get(i) - times.get(i - 1));
            assertTrue(distance.compareTo(Duration.ofMillis(1_800)) > 0, distance::toString);
        }
    }

    @Test
    @DisplayName("LOAD-H01: a thousand page views of ten sessions are ten lines, and readings by time, not by view")
    void aThousandViewsAreTenWrites() throws Exception {
        List<Client> users = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            users.add(new Client(server, "/host"));
            users.get(i).login("load" + i);
        }
        Await.until(
                "all are stored",
                Look.SOON,
                () -> Stream.iterate(0, i -> i + 1)
                        .limit(10)
                        .allMatch(i -> Look.records(memcached, "/host", "load" + i) == 1));
        long begin = System.nanoTime();
        long written = Long.parseLong(memcached.stat("cmd_set"));
        long read = Long.parseLong(memcached.stat("cmd_get"));
        for (int view = 0; view < 1_000; view++) {
            assertEquals(200, users.get(view % 10).get("/page.jsp").statusCode());
        }
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds() + 1;
        long writes = Long.parseLong(memcached.stat("cmd_set")) - written;
        long readings = Long.parseLong(memcached.stat("cmd_get")) - read;
        // The other applications on this server read now and then, too; each reading asks for the map and its layout.
        assertTrue(readings <= 12 + 8 * seconds, readings + " readings in " + seconds + " s");
        assertTrue(writes <= 3, writes + " writes");
        for (int i = 0; i < 10; i++) {
            assertEquals(1, Look.records(memcached, "/host", "load" + i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain.jsp", "/page.jsp", "/pages/redirect", "/nothing"})
    @DisplayName("LOAD-H02: recording needs no display on the page")
    void recordingNeedsNoDisplay(String path) throws Exception {
        String user = "on" + path.replace('/', '-');
        Client ana = new Client(server, "/known").header("X-Remote-User", user);
        ana.get(path);
        Await.until("the user is recorded", Look.SOON, () -> Look.records(memcached, "/known", user) == 1);
    }

    @Test
    @DisplayName("LOAD-H02, COUNT-H09: reading WhosOnline's own addresses records nobody")
    void displaysRecordNobody() throws Exception {
        Client watcher = new Client(server, "/known").header("X-Remote-User", "watcher");
        for (String path : List.of("/whosonline/online", "/whosonline/online/count", "/whosonline/health")) {
            assertEquals(200, watcher.get(path).statusCode());
        }
        assertEquals(0, Look.records(memcached, "/known", "watcher"));
        assertFalse(Look.users(watcher).contains("watcher"));
    }

    private static void assertNoCookie(HttpResponse<String> response, int status) {
        assertEquals(status, response.statusCode());
        assertEquals(Optional.empty(), response.headers().firstValue("Set-Cookie"));
    }
}
