package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedConsole;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.SilentProxy;
import org.whosonline.testing.Tomcat;

/** A Tomcat whose Memcached comes back with other data than it had, or whose connection has died without a word. */
@Tag("waiting")
class ReturnIT {

    /** What one page may wait for the store, and what a busy machine adds. */
    private static final Duration BOUND = Duration.ofMillis(250 + 750);

    /** Until the store is known to be back, each user has made a request, and five seconds have passed. */
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    private final MemcachedProcess first = MemcachedProcess.running();
    private final MemcachedProcess second = MemcachedProcess.running();
    private final SilentProxy proxy = new SilentProxy(first);
    private Tomcat tomcat;

    @BeforeEach
    void start() throws Exception {
        tomcat = new Tomcat();
        tomcat.deploy("/proxied", Server.war(), Apps.with("memcached.servers", proxy.address(), "prefix", "proxied:"));
        tomcat.deploy("/two", Server.war(), Apps.with("memcached.servers", first.address() + "," + second.address()));
        tomcat.deploy(
                "/views",
                Server.war(),
                Apps.with("memcached.servers", first.address(), "prefix", "views:", "demo.auto-login", "true"));
        tomcat.start();
    }

    @AfterEach
    void end() throws Exception {
        tomcat.close();
        proxy.close();
        first.close();
        second.close();
    }

    @Test
    @DisplayName("CONN-H02: a connection that has died without a word delays one page by its bound, and is replaced")
    void aConnectionThatDiedSilentlyIsReplaced() throws Exception {
        Site site = new Site(tomcat, "/proxied");
        Client ana = site.user("ana");
        site.awaitIds(Set.of("ana"));
        assertEquals(1, proxy.connections());
        proxy.silence();
        for (int i = 0; i < 20; i++) {
            long begin = System.nanoTime();
            assertEquals(200, ana.get("/").statusCode());
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(took.compareTo(BOUND) < 0, () -> took.toString());
        }
        Await.until("a fresh connection is used", Duration.ofSeconds(10), () -> {
            assertEquals(200, ana.get("/").statusCode());
            return proxy.connections() > 1
                    && site.health().get("status").getAsString().equals("up");
        });
        site.user("bo");
        site.awaitIds(Set.of("ana", "bo"));
    }

    @Test
    @DisplayName(
            "RACE-H01, STOR-H02: 2,000 people look at one page each, Memcached halts meanwhile, and all are listed")
    void whoLooksAtOnePageWhileMemcachedHaltsIsListed() throws Exception {
        Site site = new Site(tomcat, "/views");
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Set<String> seen = new ConcurrentSkipListSet<>();
        AtomicInteger next = new AtomicInteger();
        List<Callable<Void>> threads = Collections.nCopies(8, () -> {
            for (int i = next.incrementAndGet(); i <= 2_000; i = next.incrementAndGet()) {
                if (i == 500) {
                    first.suspend();
                } else if (i == 1_500) {
                    first.resume();
                }
                seen.add(site.firstView(http));
            }
            return null;
        });
        ExecutorService pool = Executors.newFixedThreadPool(threads.size());
        try {
            for (Future<Void> thread : pool.invokeAll(threads, 2, TimeUnit.MINUTES)) {
                thread.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertEquals(2_000, seen.size());
        site.awaitIds(seen, RECOVERY);
    }

    @Test
    @DisplayName(
            "CONN-H01: a server that comes back with old data, then one with other data: nobody is lost, nobody rises again")
    void aServerComesBackWithOtherData() throws Exception {
        Site site = new Site(tomcat, "/two");
        List<Client> users = new ArrayList<>(site.users("user", 10));
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            expected.add("user" + i);
        }
        site.awaitIds(expected);
        MemcachedProcess home = holds(first) ? first : second;
        String oldLog = log(home);

        home.suspend();
        Await.until("the other server takes over", RECOVERY, () -> {
            browse(users);
            return holds(home == first ? second : first) && site.ids().equals(expected);
        });
        leave(users, expected, 3);
        users.addAll(site.users("new", 3));
        expected.addAll(List.of("new0", "new1", "new2"));
        site.awaitIds(expected);
        home.resume();
        awaitLog(home, site, users, expected);

        home.kill();
        Await.until("the other server takes over again", RECOVERY, () -> {
            browse(users);
            return !site.list().get("stale").getAsBoolean() && site.ids().equals(expected);
        });
        leave(users, expected, 1);
        home.start();
        // As if it had come up with what it once saved: people who have logged out since.
        try (MemcachedConsole console = new MemcachedConsole(home)) {
            console.store("set", "usersOnline", oldLog);
        }
        awaitLog(home, site, users, expected);
    }

    /** The first {@code count} log out. */
    private static void leave(List<Client> users, Set<String> expected, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            users.remove(0).logout();
            expected.remove(expected.stream()
                    .filter(id -> id.startsWith("user"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    /** Waits until everybody is in the log of {@code home}, and for some seconds more sees exactly them. */
    private static void awaitLog(MemcachedProcess home, Site site, List<Client> users, Set<String> expected)
            throws Exception {
        Await.until("all are back at home", RECOVERY, () -> {
            browse(users);
            String log = log(home);
            return log != null
                    && expected.stream().allMatch(id -> log.contains("[\"" + id + "\","))
                    && site.ids().equals(expected);
        });
        long end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
        Await.until("six seconds have passed", () -> {
            browse(users);
            assertEquals(expected, site.ids());
            return System.nanoTime() > end;
        });
    }

    private static void browse(List<Client> users) throws Exception {
        for (Client user : users) {
            assertEquals(200, user.get("/").statusCode());
        }
    }

    private static boolean holds(MemcachedProcess memcached) {
        return log(memcached) != null;
    }

    private static String log(MemcachedProcess memcached) {
        try (MemcachedConsole console = new MemcachedConsole(memcached)) {
            return console.value("usersOnline");
        }
    }
}
