package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Two nodes, a Tomcat and a Jetty in JVMs of their own, on one Memcached. */
class ClusterIT {

    private static final int THREADS = 32;
    private static final int VISITORS = 20_000;
    private static final int ROUNDS = 20;
    private static final int TOGETHER = 50;

    private static final MemcachedProcess MEMCACHED = MemcachedProcess.running();
    private static final MemcachedConsole CONSOLE = new MemcachedConsole(MEMCACHED);

    /** For the application whose operations are counted, and nobody else. */
    private static final MemcachedProcess QUIET = MemcachedProcess.running();

    private static final List<Server> SERVERS = new ArrayList<>();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(TOGETHER);

    @BeforeAll
    static void start() throws Exception {
        SERVERS.addAll(List.of(new Tomcat(), new Jetty()));
        for (Server server : SERVERS) {
            deploy(server, "/storm", MEMCACHED, "demo.auto-login", "true", "prefix", "storm:");
            deploy(server, "/rounds", MEMCACHED, "prefix", "rounds:");
            deploy(server, "/alternate", MEMCACHED, "prefix", "alternate:");
            // On a busy machine an answer may be late, and then its record is made again.
            deploy(
                    server,
                    "/quiet",
                    QUIET,
                    "cleanup.enabled",
                    "false",
                    "record.exclude",
                    "/as.jsp",
                    "memcached.timeout",
                    "5s");
            server.start();
        }
    }

    private static void deploy(Server server, String path, MemcachedProcess memcached, String... options)
            throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("memcached.servers", memcached.address(), "cleanup.interval", "5s"));
        server.deploy(path, Server.war(), Apps.with(all.toArray(String[]::new)));
    }

    @AfterAll
    static void end() throws Exception {
        POOL.shutdownNow();
        for (Server server : SERVERS) {
            server.close();
        }
        CONSOLE.close();
        MEMCACHED.close();
        QUIET.close();
    }

    @Test
    @DisplayName("S1 1.11, 1.14, RACE-H01: 20,000 first page views by 32 threads on two nodes, and none is lost")
    void noneOfManyFirstPageViewsIsLost() throws Exception {
        List<Site> sites = sites("/storm");
        Set<String> seen = new ConcurrentSkipListSet<>();
        AtomicInteger next = new AtomicInteger();
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        List<Callable<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(() -> {
                for (int i = next.getAndIncrement(); i < VISITORS; i = next.getAndIncrement()) {
                    seen.add(sites.get(i % sites.size()).firstView(http));
                }
                return null;
            });
        }
        run(threads);
        assertEquals(VISITORS, seen.size());
        for (Site site : sites) {
            Await.until("all on " + site.server, Site.SOON, () -> site.count() == VISITORS);
            assertEquals(seen, site.ids());
            assertEquals(VISITORS, site.count());
        }
        Await.until(
                "the stored count is right",
                Duration.ofSeconds(12),
                () -> Integer.toString(VISITORS).equals(CONSOLE.value("storm:numUsersOnline")));
    }

    @Test
    @DisplayName("RACE-H01: 50 people log in at the same moment on two nodes, 20 times, and each time all are there")
    void allWhoLogInAtTheSameMomentAreThere() throws Exception {
        List<Site> sites = sites("/rounds");
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            sites.get(i % 2).user("early" + i);
            expected.add("early" + i);
        }
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            clients.add(sites.get(i % 2).visitor());
        }
        CyclicBarrier barrier = new CyclicBarrier(TOGETHER);
        for (int round = 0; round < ROUNDS; round++) {
            List<Callable<Void>> logins = new ArrayList<>();
            for (int i = 0; i < TOGETHER; i++) {
                String user = "round" + round + "-" + i;
                Client client = clients.get(i);
                expected.add(user);
                logins.add(() -> {
                    client.forget();
                    barrier.await(20, TimeUnit.SECONDS);
                    assertEquals(302, client.login(user).statusCode());
                    assertEquals(200, client.get("/").statusCode());
                    return null;
                });
            }
            run(logins);
            for (Site site : sites) {
                site.awaitIds(expected, Duration.ofSeconds(5));
            }
        }
    }

    /** Waits until a first record has been stored with all that belongs to it: pages show its user before. */
    private static void awaitStored(MemcachedConsole console, String user) {
        Await.until(user + " is stored", () -> {
            String map = console.value("usersOnline");
            return map != null && map.contains('"' + user + '"');
        });
        long[] last = {console.stat("cmd_set"), System.nanoTime()};
        Await.until("nothing more is stored", () -> {
            long sets = console.stat("cmd_set");
            if (sets != last[0]) {
                last[0] = sets;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > Duration.ofSeconds(1).toNanos();
        });
    }

    @Test
    @DisplayName("RACE-H04: twelve parallel first requests of one session make one write, for each of 30 sessions")
    void parallelFirstRequestsMakeOneWrite() throws Exception {
        Site site = new Site(SERVERS.get(0), "/quiet");
        site.user("somebody");
        try (MemcachedConsole console = new MemcachedConsole(QUIET)) {
            awaitStored(console, "somebody");
            long before = console.stat("cmd_set");
            for (int session = 0; session < 30; session++) {
                String user = "parallel" + session;
                Client client = site.visitor();
                // A login that is no page view, so that the views are the first to be recorded.
                assertEquals(200, client.post("/as.jsp", "user", user).statusCode());
                assertEquals(session, console.stat("cmd_set") - before);
                viewTwelveTimesAtOnce(client);
                Await.until(
                        user + " is stored", () -> console.value("usersOnline").contains('"' + user + '"'));
                assertEquals(session + 1, console.stat("cmd_set") - before);
            }
        }
    }

    private static void viewTwelveTimesAtOnce(Client client) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(12);
        List<Callable<Void>> views = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            views.add(() -> {
                barrier.await(20, TimeUnit.SECONDS);
                assertEquals(200, client.get("/").statusCode());
                return null;
            });
        }
        run(views);
    }

    @Test
    @DisplayName("2,000 page views of one session, each with count and list, make no store operation of their own")
    void aPageMakesNoStoreOperationOfItsOwn() throws Exception {
        Site site = new Site(SERVERS.get(0), "/quiet");
        Client user = site.user("viewer");
        try (MemcachedConsole console = new MemcachedConsole(QUIET)) {
            awaitStored(console, "viewer");
            long gets = console.stat("cmd_get");
            long sets = console.stat("cmd_set");
            long begin = System.nanoTime();
            for (int i = 0; i < 2_000; i++) {
                String page = user.get("/").body();
                assertTrue(page.contains("<bdi>viewer</bdi>") && page.contains("online"), page);
            }
            long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds() + 1;
            assertEquals(sets, console.stat("cmd_set"));
            // A node reads the map, which is two keys, at most once a second, however many pages are seen.
            long most = 2 * 2 * (seconds + 1);
            long made = console.stat("cmd_get") - gets;
            assertTrue(made <= most && made < 1_000, () -> made + " reads in " + seconds + " s");
        }
    }

    @Test
    @DisplayName("NODE-H04: requests that alternate between the nodes see the same set each time")
    void requestsThatAlternateSeeTheSameSet() throws Exception {
        List<Site> sites = sites("/alternate");
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 30; i++) {
            sites.get(i % 2).user("user" + i);
            expected.add("user" + i);
        }
        sites.forEach(site -> site.awaitIds(expected));
        for (int i = 0; i < 50; i++) {
            Site site = sites.get(i % 2);
            assertEquals(expected, site.ids());
            assertEquals(30, site.count());
        }
    }

    private static List<Site> sites(String path) {
        return SERVERS.stream().map(server -> new Site(server, path)).toList();
    }

    private static void run(List<Callable<Void>> tasks) throws Exception {
        for (Future<Void> task : POOL.invokeAll(tasks, 4, TimeUnit.MINUTES)) {
            task.get();
        }
    }
}
