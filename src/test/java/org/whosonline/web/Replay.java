package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.whosonline.CleanupReport;
import org.whosonline.Rarely;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

/**
 * 30,969 requests that a public web server got in 12.9 hours of 1995 (NASA Kennedy Space Center, from the Internet
 * Traffic Archive), through the filter, with a cleanup each minute. After each the map must hold exactly the users that
 * an independent computation found, and must have been written to exactly as often.
 */
final class Replay {

    private static final long START = 1_764_500_000L;

    /** So long are three nodes in turn in charge when the number of buckets changes on the way: a third of the day. */
    private static final int SHIFT = 15_600;

    private final Store store;
    private final int[] buckets;
    private final AtomicInteger writes = new AtomicInteger();
    private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private final Map<String, Session> sessions = new HashMap<>();
    private volatile long now = START;
    private UsersOnline users;
    private Recorder recorder;

    /**
     * @param store empty
     * @param buckets the number of buckets, or three that follow each other
     */
    Replay(Store store, int... buckets) {
        this.store = watched(store);
        this.buckets = buckets;
    }

    /** The store by the replay's clock, counting the lines that records append, and telling what is not answered yet. */
    private Store watched(Store real) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, arguments) -> {
                    if (method.getName().equals("time")) {
                        return CompletableFuture.completedFuture(Instant.ofEpochSecond(now));
                    }
                    Object answer = method.invoke(real, arguments);
                    if (answer instanceof CompletableFuture<?> future) {
                        boolean record = Set.of("add", "append").contains(method.getName())
                                && ((String) arguments[0]).matches("usersOnline(:[0-9]+:[0-9]+)?");
                        CompletableFuture<?> seen = future.thenApply(result -> {
                            if (record && result.equals(true)) {
                                writes.incrementAndGet();
                            }
                            return result;
                        });
                        underWay.add(seen);
                        seen.whenComplete((result, fault) -> underWay.remove(seen));
                        return seen;
                    }
                    return answer;
                });
    }

    void run() throws Exception {
        startNode(buckets[0]);
        try (BufferedReader requests = open("replay.tsv");
                BufferedReader expected = open("replay-expected.tsv")) {
            requests.readLine();
            expected.readLine();
            String[] request = fields(requests);
            for (String[] minute = fields(expected); minute != null; minute = fields(expected)) {
                int second = Integer.parseInt(minute[0]);
                while (request != null && Integer.parseInt(request[0]) <= second) {
                    passUntil(Integer.parseInt(request[0]));
                    view(request[1], request[2]);
                    request = fields(requests);
                }
                passUntil(second);
                CleanupReport report = users.cleanUp();
                assertEquals(
                        List.of(minute[0], minute[1], minute[2]),
                        List.of(minute[0], Integer.toString(report.now()), writes.toString()));
                assertEquals(true, report.saved());
            }
        }
        assertEquals(6_084, writes.get());
    }

    /** Time goes on second by second, and so does the node's work besides requests. */
    private void passUntil(int second) throws Exception {
        while (now < START + second) {
            now++;
            long passed = now - START;
            if (passed % SHIFT == 0 && passed / SHIFT < buckets.length) {
                startNode(buckets[(int) (passed / SHIFT)]);
            }
            users.tend();
            settle();
        }
    }

    /** Another node takes over, with the sessions and the store of the last one. */
    private void startNode(int wanted) throws Exception {
        StoreClock clock = new StoreClock(store, () -> Instant.ofEpochSecond(now), () -> TimeUnit.SECONDS.toNanos(now));
        var options = new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                Duration.ofSeconds(300),
                Duration.ofSeconds(120),
                Duration.ofSeconds(60),
                wanted,
                Duration.ofMillis(250));
        users = new UsersOnline(store, clock, options, Runnable::run, new Random(1));
        clock.learn().join();
        users.tend();
        settle();
        Identity identity = new Identity(new ContainerUserResolver("", ""), Set.of());
        recorder = new Recorder(
                List.of(new MapRecorder(
                        new RecordedMap("", users, List.of("/*")),
                        identity,
                        new Exclusions("/whosonline", List.of()),
                        new Departures(users::remove, Runnable::run))),
                identity,
                new Hiding((request, user) -> false, new Rarely(System::nanoTime)),
                session -> {},
                new Rarely(System::nanoTime));
    }

    private void view(String user, String path) throws Exception {
        Session session = sessions.computeIfAbsent(user, id -> new Session(id, null));
        Request request = new Request(session, user);
        request.servletPath = path;
        OnlineFilter.pass(recorder, request.api, Browser.response(), (in, out) -> {});
        settle();
    }

    /** Waits for the store to answer everything: the traffic of hours passes in seconds, a store keeps its own pace. */
    private void settle() throws Exception {
        while (!underWay.isEmpty()) {
            for (CompletableFuture<?> future : underWay) {
                future.get(10, TimeUnit.SECONDS);
                // Its dependents, which take it off, may still run on the store's thread.
                Thread.onSpinWait();
            }
        }
    }

    private static String[] fields(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        return line == null ? null : line.split("\t", -1);
    }

    private static BufferedReader open(String name) {
        return new BufferedReader(
                new InputStreamReader(Replay.class.getResourceAsStream("/" + name), StandardCharsets.UTF_8));
    }
}
