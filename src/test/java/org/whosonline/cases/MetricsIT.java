package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Exposition;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** The figures of the WAR that the build made, on real servers with a real Memcached, as Prometheus would read them. */
@ParameterizedClass
@EnumSource(Container.class)
class MetricsIT {

    private static final String METRICS = "/whosonline/metrics";

    /** What a scrape may take of a slow machine; far from the timeout, 2 s, that it would wait for if it did. */
    private static final Duration AT_ONCE = Duration.ofMillis(1_000);

    @TempDir
    private static Path wars;

    private static MemcachedProcess memcached;
    private static MemcachedProcess full;
    private static Server server;

    /** For the names of the tests. */
    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        full = MemcachedProcess.running("-m", "8");
        server = container.create();
        deploy("/app", "memcached.servers", memcached.address(), "memcached.timeout", "2s", "instances", "forum");
        deploy("/small", "memcached.servers", full.address());
        deploy("/off", "metrics.enabled", "false");
        Path bare = Apps.war(
                wars.resolve("bare.war"),
                Apps.with("metrics.enabled", "true"),
                library -> !library.matches("(micrometer|prometheus|HdrHistogram).*"));
        server.deploy("/bare", bare);
        Path half = Apps.war(
                wars.resolve("half.war"),
                Apps.with("metrics.enabled", "true"),
                library -> !library.matches("prometheus-metrics-model.*"));
        server.deploy("/half", half);
        server.start();
    }

    private static void deploy(String path, String... options) throws Exception {
        Map<String, String> files = Apps.with(options);
        files.merge("WEB-INF/classes/whosonline.properties", "whosonline.cleanup.interval=2s\n", String::concat);
        server.deploy(path, Server.war(), files);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
        full.close();
    }

    private final Site site = new Site(server, "/app");
    private final Client anybody = new Client(server, "/app");

    private Exposition scrape() throws Exception {
        HttpResponse<String> answer = anybody.get(METRICS);
        assertEquals(200, answer.statusCode(), answer::body);
        return new Exposition(answer.body());
    }

    @Test
    void figuresFollowWhatHappens() throws Exception {
        Exposition before = scrape();
        Client ana = site.user("ana");
        site.user("bob");
        site.awaitIds(Set.of("ana", "bob"));
        Exposition recorded = scrape();
        assertEquals(2, recorded.main("users_online"));
        assertEquals(2, recorded.main("records_total") - before.main("records_total"));
        assertTrue(recorded.main("store_operations_total", "append")
                >= before.main("store_operations_total", "append") + 2);
        assertTrue(recorded.main("snapshot_age_seconds") < 6);
        assertEquals(1, recorded.main("store_available"));
        assertEquals(0, recorded.value("whosonline_users_online{instance=\"forum\"}"));

        double cleanups = recorded.main("cleanup_duration_seconds_count");
        Await.until("a cleanup", () -> scrape().main("cleanup_duration_seconds_count") > cleanups);
        Exposition cleaned = scrape();
        assertTrue(cleaned.main("cleanup_duration_seconds_sum") > before.main("cleanup_duration_seconds_sum"));
        assertTrue(cleaned.main("cleanup_age_seconds") < 5);
        assertEquals(0, cleaned.main("records_failed_total") + cleaned.main("records_refused_total"));

        ana.logout();
        Await.until("the logout", () -> scrape().main("removals_total") == 1);
        String text = anybody.get(METRICS).body();
        assertFalse(text.contains("ana") || text.contains("bob"), text);
        assertEquals(Set.of("instance", "op"), scrape().labels().keySet());
    }

    @Test
    void theAnswerIsWhatPrometheusAsksFor() throws Exception {
        HttpResponse<String> answer = anybody.get(METRICS);
        assertEquals("text/plain;version=0.0.4;charset=utf-8", type(answer));
        assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElseThrow());
        assertTrue(answer.headers().firstValue("Set-Cookie").isEmpty());
        HttpResponse<String> head = anybody.send("HEAD", METRICS);
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(type(answer), type(head));
        assertEquals(405, anybody.send("POST", METRICS).statusCode());
        assertEquals(405, anybody.send("OPTIONS", METRICS).statusCode());
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Content-Type")
                .orElseThrow()
                .replace(" ", "")
                .toLowerCase();
    }

    @Test
    void whatTheServersEvictIsTold() throws Exception {
        Client small = new Client(server, "/small");
        assertEquals(0, evictions(small));
        try (MemcachedConsole console = new MemcachedConsole(full)) {
            for (int i = 0; i < 200; i++) {
                console.store("set", "other" + i, "x".repeat(100_000));
            }
            long evicted = console.stat("evictions");
            assertTrue(evicted > 0);
            Await.until("it is told", () -> evictions(small) >= evicted);
        }
    }

    private static double evictions(Client client) throws Exception {
        return new Exposition(client.get(METRICS).body()).main("store_evictions_total");
    }

    @Test
    void aStoreThatDoesNotAnswerDelaysNoScrape() throws Exception {
        double failures = failures(scrape());
        memcached.suspend();
        try {
            Await.until("the store is away", Duration.ofSeconds(10), () -> {
                long begun = System.nanoTime();
                Exposition now = scrape();
                assertTrue(System.nanoTime() - begun < AT_ONCE.toNanos());
                return now.main("store_available") == 0 && failures(now) > failures;
            });
        } finally {
            memcached.resume();
        }
        Await.until("the store is back", () -> scrape().main("store_available") == 1);
    }

    private static double failures(Exposition figures) {
        return figures.labels().get("op").stream()
                .mapToDouble(op -> figures.main("store_failures_total", op))
                .sum();
    }

    @Test
    void withoutTheOptionOrMicrometerAllElseWorks() throws Exception {
        for (String path : Set.of("/off", "/bare", "/half")) {
            Site other = new Site(server, path);
            other.user("eve");
            other.awaitIds(Set.of("eve"));
            assertEquals("up", other.health().get("status").getAsString());
            int expected = path.equals("/half") ? 503 : 404;
            assertEquals(expected, new Client(server, path).get(METRICS).statusCode(), path);
        }
        assertEquals(
                1, site.logged("No /whosonline/metrics: micrometer-registry-prometheus is not on the class path."));
        assertEquals(1, site.logged("of Micrometer's libraries one is missing or does not fit"), server::log);
    }
}
