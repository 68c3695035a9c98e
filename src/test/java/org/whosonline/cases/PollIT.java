package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.cases.TwoNodes.SOON;
import static org.whosonline.cases.TwoNodes.login;
import static org.whosonline.cases.TwoNodes.room;
import static org.whosonline.cases.TwoNodes.somebody;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Nginx;
import org.whosonline.testing.Server;

/** Long polls, on a Tomcat and a Jetty as two nodes of one site, and behind an nginx with its default settings. */
@Tag("waiting")
class PollIT {

    private static final int ROUNDS = 100;

    private static TwoNodes nodes;
    private static Nginx nginx;

    @BeforeAll
    static void start() throws Exception {
        nodes = new TwoNodes();
        nginx = new Nginx(nodes.tomcat);
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.close();
        nodes.close();
    }

    /** Polls until the answer lists exactly {@code ids}; no poll may take longer than a change does. */
    private static void awaitPolled(Tab tab, String... ids) {
        List<String> expected = List.of(ids).stream().sorted().toList();
        List<List<String>> seen = new ArrayList<>();
        while (seen.isEmpty() || !seen.get(seen.size() - 1).equals(expected)) {
            CompletableFuture<HttpResponse<String>> poll = tab.poll();
            Await.until(expected + " is polled after " + seen, SOON, poll::isDone);
            JsonObject answer = tab.take(poll.join());
            if (answer.get("hasChanged").getAsBoolean()) {
                seen.add(Tab.ids(answer).stream().sorted().toList());
            }
        }
    }

    @Test
    @DisplayName("S2 2.2: a poll is answered at once when the roster differs, else when it changes, on either node")
    void answersAtOnceOrWithTheChange() throws Exception {
        for (int i = 0; i < 2; i++) {
            Server here = nodes.both.get(i);
            Server there = nodes.both.get(1 - i);
            String ana = somebody("ana");
            String bob = somebody("bob");
            Tab tab = new Tab(login(here, "/host", ana), room());
            awaitPolled(tab, ana);
            CompletableFuture<HttpResponse<String>> held = tab.poll();
            Tab other = new Tab(login(there, "/host", bob), tab.room);
            other.beat();
            Await.until("the poll is answered", SOON, held::isDone);
            assertEquals(List.of(ana, bob), Tab.ids(tab.take(held.join())));
            // Moved to the other node, the same connection and the same hash go on.
            Tab moved = tab.movedTo(login(there, "/host", ana));
            other.leave();
            awaitPolled(moved, ana);
        }
    }

    @Test
    @DisplayName("S2 2.3: a poll holds without a change, and signs of life are none")
    void holds() throws Exception {
        for (Server node : nodes.both) {
            String ana = somebody("ana");
            Tab tab = new Tab(login(node, "/quick", ana), room());
            awaitPolled(tab, ana);
            long begun = System.nanoTime();
            CompletableFuture<HttpResponse<String>> silent = tab.poll();
            assertEquals("{\"hasChanged\":false}", silent.join().body());
            Duration alone = Duration.ofNanos(System.nanoTime() - begun);
            // Two heartbeats, and that is less than the lease.
            assertTrue(
                    alone.compareTo(Duration.ofMillis(1_900)) > 0 && alone.compareTo(Duration.ofSeconds(5)) < 0,
                    alone::toString);
            begun = System.nanoTime();
            CompletableFuture<HttpResponse<String>> kept = tab.poll();
            while (!kept.isDone()) {
                tab.beat();
                long next = System.nanoTime() + Duration.ofMillis(700).toNanos();
                Await.until("a heartbeat is due", () -> kept.isDone() || System.nanoTime() - next > 0);
            }
            assertEquals("{\"hasChanged\":false}", kept.join().body());
            Duration held = Duration.ofNanos(System.nanoTime() - begun);
            assertTrue(held.compareTo(Duration.ofMillis(4_900)) > 0, held::toString);
        }
    }

    @Test
    @DisplayName("S2 2.2: a client that only polls is never dropped")
    void pollsAreSignsOfLife() throws Exception {
        String ana = somebody("ana");
        Client reader = login(nodes.jetty, "/quick", somebody("reader"));
        Tab tab = new Tab(login(nodes.tomcat, "/quick", ana), room());
        awaitPolled(tab, ana);
        Await.until("listed", SOON, () -> Tab.ids(reader, tab.room).equals(List.of(ana)));
        // Three leases long.
        long end = System.nanoTime() + Duration.ofSeconds(18).toNanos();
        AtomicReference<CompletableFuture<HttpResponse<String>>> poll = new AtomicReference<>(tab.poll());
        Await.until("time has passed", Duration.ofSeconds(30), () -> {
            assertEquals(List.of(ana), Tab.ids(reader, tab.room));
            if (poll.get().isDone()) {
                assertFalse(tab.take(poll.get().join()).get("hasChanged").getAsBoolean());
                poll.set(tab.poll());
            }
            return System.nanoTime() - end > 0;
        });
    }

    @Test
    @DisplayName(
            "STREAM-H12: one who joins and one who leaves in the same instant are both known after the poll, 100 times,"
                    + " with a poll open and with none, through nginx")
    void missesNothing() throws Exception {
        String ana = somebody("ana");
        Client mine = new Client(nginx::uri, "/quick");
        mine.post("/login", "user", ana);
        Client[] others = new Client[2];
        String[] names = new String[2];
        for (int i = 0; i < 2; i++) {
            names[i] = somebody("other");
            others[i] = login(nodes.both.get(i), "/quick", names[i]);
        }
        Tab tab = new Tab(mine, room());
        awaitPolled(tab, ana);
        Tab inside = new Tab(others[0], tab.room);
        inside.beat();
        awaitPolled(tab, ana, names[0]);
        int who = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean open = round % 2 == 0;
            CompletableFuture<HttpResponse<String>> held = open ? tab.poll() : null;
            Tab comes = new Tab(others[1 - who], tab.room);
            Tab goes = inside;
            CompletableFuture<Void> joining = CompletableFuture.runAsync(() -> quietly(comes));
            goes.leave();
            joining.join();
            if (open) {
                Await.until("the held poll is answered", SOON, held::isDone);
                tab.take(held.join());
            }
            awaitNext(tab, ana, names[1 - who]);
            inside = comes;
            who = 1 - who;
        }
    }

    private static void quietly(Tab tab) {
        try {
            tab.beat();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@link #awaitPolled}, unless the roster is so already. */
    private static void awaitNext(Tab tab, String... ids) throws Exception {
        if (!tab.isLast(List.of(ids))) {
            awaitPolled(tab, ids);
        }
    }

    @Test
    @DisplayName("A held poll passes nginx with its default settings")
    void throughNginx() throws Exception {
        String ana = somebody("ana");
        Client mine = new Client(nginx::uri, "/host");
        mine.post("/login", "user", ana);
        Tab tab = new Tab(mine, room());
        awaitPolled(tab, ana);
        HttpResponse<String> held = tab.poll().join();
        assertEquals(200, held.statusCode());
        assertEquals("{\"hasChanged\":false}", held.body());
        assertEquals(
                "private, no-store", held.headers().firstValue("Cache-Control").orElse(""));
    }

    @Test
    @DisplayName(
            "A second poll of a connection ends the first, a poll without connection is told the one made up for it")
    void onePollAConnection() throws Exception {
        String ana = somebody("ana");
        Client client = login(nodes.tomcat, "/host", ana);
        Tab tab = new Tab(client, room());
        awaitPolled(tab, ana);
        CompletableFuture<HttpResponse<String>> first = tab.poll();
        CompletableFuture<HttpResponse<String>> second = tab.poll();
        Await.until("one is over", SOON, () -> first.isDone() || second.isDone());
        assertFalse(first.isDone() && second.isDone());
        tab.beat("state", "idle");
        Await.until("so is the other", SOON, () -> first.isDone() && second.isDone());
        JsonObject minted = JsonParser.parseString(
                        client.post(Tab.PRESENCE + "/poll", "room", room()).body())
                .getAsJsonObject();
        assertTrue(minted.get("hasChanged").getAsBoolean());
        assertTrue(minted.get("conn").getAsString().matches("[A-Za-z0-9_-]{22,64}"));
    }

    @Test
    @DisplayName("Threads do not grow with held polls")
    void noThreadIsHeld() throws Exception {
        for (Server node : nodes.both) {
            Client client = login(node, "/host", somebody("ana"));
            int before = threads(node);
            List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                Tab tab = new Tab(client, room());
                tab.take(tab.poll().join());
                held.add(tab.poll());
                // One after the other, so that it is not their beginning that needs many threads.
                tab.beat();
            }
            assertTrue(threads(node) - before < 75, () -> "threads: " + before + " and then " + threads(node));
            assertTrue(held.stream().noneMatch(CompletableFuture::isDone));
        }
    }

    private static int threads(Server node) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + node.pid() + "/task"))) {
            return (int) tasks.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
