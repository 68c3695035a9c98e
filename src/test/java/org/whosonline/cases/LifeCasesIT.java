package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Tomcat;

/** Applications that come and go on one running Tomcat, beside another one that must not notice. */
class LifeCasesIT {

    private static final int INTERVAL_SECONDS = 2;

    private static final MemcachedProcess MEMCACHED = MemcachedProcess.running();

    @TempDir
    static Path wars;

    private static Tomcat tomcat;

    private static Leftovers leftovers;

    @BeforeAll
    static void start() throws Exception {
        tomcat = new Tomcat();
        tomcat.deploy("/other", otherApplication());
        tomcat.start();
        leftovers = new Leftovers(tomcat);
    }

    @AfterAll
    static void end() throws Exception {
        tomcat.close();
        MEMCACHED.close();
    }

    /** A small application that has nothing to do with ours. */
    private static Path otherApplication() throws IOException {
        Path war = wars.resolve("plain.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("index.jsp"));
            zip.write("<%= 6 * 7 %>".getBytes());
        }
        return war;
    }

    private static Path war(String... options) throws IOException {
        return Apps.war(wars.resolve("app.war"), Apps.with(options));
    }

    private static Path usualWar() throws IOException {
        return war("memcached.servers", MEMCACHED.address(), "cleanup.interval", INTERVAL_SECONDS + "s");
    }

    @Test
    @DisplayName(
            "LIFE-H01, LIFE-H05, LIFE-H06: deployed 10 times, Memcached up, killed or halted, it leaves nothing behind "
                    + "and its neighbour loses no request")
    void comingAndGoingLeavesNothingAndDisturbsNobody() throws Exception {
        Path war = usualWar();
        assertEquals("42", new Client(tomcat, "/other").get("/").body().strip());
        Set<String> threads = leftovers.threads();
        ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger requests = new AtomicInteger();
        ExecutorService load = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            load.execute(() -> disturb(failures, requests));
        }
        try {
            for (int i = 0; i < 10; i++) {
                tomcat.deployNow("/app", war);
                Client ana = new Client(tomcat, "/app");
                ana.login("ana");
                assertEquals(200, ana.get("/").statusCode());
                assertEquals(200, ana.get("/whosonline/metrics").statusCode());
                switch (i % 3) {
                    case 1 -> MEMCACHED.kill();
                    case 2 -> MEMCACHED.suspend();
                    default -> {}
                }
                assertEquals(200, ana.get("/").statusCode());
                tomcat.undeploy("/app");
                switch (i % 3) {
                    case 1 -> MEMCACHED.start();
                    case 2 -> MEMCACHED.resume();
                    default -> {}
                }
            }
        } finally {
            load.shutdownNow();
            assertTrue(load.awaitTermination(20, TimeUnit.SECONDS));
        }
        assertEquals(List.of(), List.copyOf(failures));
        assertTrue(requests.get() > 100, () -> requests + " requests");
        leftovers.assertNone();
        Set<String> left = leftovers.threads();
        assertTrue(left.containsAll(threads), () -> left + " lack some of " + threads);
        assertTrue(left.stream().noneMatch(name -> name.startsWith("whosonline")), left::toString);
    }

    /** Asks the neighbour for its page until interrupted. */
    private static void disturb(ConcurrentLinkedQueue<String> failures, AtomicInteger requests) {
        Client client = new Client(tomcat, "/other");
        while (!Thread.currentThread().isInterrupted()) {
            try {
                var answer = client.get("/");
                if (answer.statusCode() != 200 || !answer.body().strip().equals("42")) {
                    failures.add(answer.statusCode() + " " + answer.body());
                }
                requests.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                failures.add(e.toString());
            }
        }
    }

    @Test
    @DisplayName(
            "LIFE-H03: taken away in the middle of a slow cleanup, the job runs on nowhere and the map stays valid")
    void takenAwayInTheMiddleOfASlowCleanup() throws Exception {
        tomcat.deployNow(
                "/slow",
                war(
                        "memcached.servers",
                        MEMCACHED.address(),
                        "memcached.timeout",
                        "5s",
                        "cleanup.interval",
                        "1s",
                        "prefix",
                        "slow:"));
        Site site = new Site(tomcat, "/slow");
        site.users("slow", 5);
        site.awaitIds(Set.of("slow0", "slow1", "slow2", "slow3", "slow4"));
        MEMCACHED.suspend();
        Await.until("a cleanup hangs", () -> cleanupRuns(tomcat.jcmd("Thread.print")));
        long begin = System.nanoTime();
        tomcat.undeploy("/slow");
        assertTrue(System.nanoTime() - begin < Duration.ofSeconds(10).toNanos(), tomcat::log);
        MEMCACHED.resume();
        leftovers.assertNone();
        try (MemcachedConsole console = new MemcachedConsole(MEMCACHED)) {
            String map = console.value("slow:usersOnline");
            assertTrue(map.matches("\\[1,\"[0-9a-f]{16}\"]\\n(\\[\"[^\"]+\",\\d+(,false)?]\\n)+"), map);
            assertTrue(map.contains("slow4"), map);
        }
    }

    private static boolean cleanupRuns(String dump) {
        int job = dump.indexOf("\"whosonline-cleanup/slow-job\"");
        return job >= 0
                && dump.substring(job, dump.indexOf("\n\n", job)).contains("org.whosonline.UsersOnline.cleanUp");
    }

    @Test
    @DisplayName(
            "CRON-H02: redeployed three times it cleans up once an interval, and a halted JVM makes up for one run at most")
    void redeployedItCleansUpOnceAnInterval() throws Exception {
        for (int i = 0; i < 2; i++) {
            tomcat.deployNow("/cron", usualWar());
            tomcat.undeploy("/cron");
        }
        tomcat.deployNow("/cron", usualWar());
        assertEquals(1, schedulers());
        Site site = new Site(tomcat, "/cron");
        Await.until("it cleans up", () -> runs(site) > 0);
        int first = runs(site);
        long begin = System.nanoTime();
        Await.until("three more runs", () -> runs(site) >= first + 3);
        long took = Duration.ofNanos(System.nanoTime() - begin).toMillis();
        assertTrue(took > (2 * INTERVAL_SECONDS - 1) * 1_000, () -> "three runs in " + took + " ms");

        int before = runs(site);
        tomcat.suspend();
        pass(Duration.ofSeconds(3 * INTERVAL_SECONDS));
        tomcat.resume();
        pass(Duration.ofSeconds(2 * INTERVAL_SECONDS));
        int runs = runs(site) - before;
        // Two in the time that was watched, one to make up, one at the edge.
        assertTrue(runs >= 2 && runs <= 4, () -> runs + " runs");
        assertEquals(1, schedulers());
        tomcat.undeploy("/cron");
        assertEquals(0, schedulers());
    }

    private static int runs(Site site) {
        return site.logged("[whosonline-cleanup/cron-job] org.whosonline.cleanup.Cleanup.report Cleanup: ");
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        Await.until("time passes", time.plusSeconds(5), () -> System.nanoTime() >= end);
    }

    private static long schedulers() throws Exception {
        return leftovers.threads().stream()
                .filter("whosonline-cleanup/cron"::equals)
                .count();
    }

    @Test
    @DisplayName("STOR-H03: wrong options refuse the start and say which, what and what would be right; others go on")
    void wrongOptionsRefuseTheStart() throws Exception {
        Map<String, String> wrong = Map.of(
                "window=2592001s", "from 2s to 24h",
                "cleanup.interval=soon", "from 1s to 1h",
                "memcached.servers=host:70000", "has no port from 1 to 65535",
                "memcached.server=127.0.0.1:11211", "memcached.servers");
        for (Map.Entry<String, String> option : wrong.entrySet()) {
            String[] pair = option.getKey().split("=");
            Path war = war(pair[0], pair[1]);
            assertThrows(AssertionError.class, () -> tomcat.deployNow("/wrong", war));
            String log = tomcat.log();
            assertTrue(log.contains(pair[0]), log);
            assertTrue(log.contains(pair[1]), () -> pair[1] + " in " + log);
            assertTrue(log.contains(option.getValue()), () -> option.getValue() + " in " + log);
            assertEquals(404, new Client(tomcat, "/wrong").get("/").statusCode());
            assertEquals("42", new Client(tomcat, "/other").get("/").body().strip());
            tomcat.undeploy("/wrong");
        }
        leftovers.assertNone();
        tomcat.deployNow("/right", usualWar());
        assertEquals(200, new Client(tomcat, "/right").get("/").statusCode());
        tomcat.undeploy("/right");
    }
}
