package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.StoreClock;
import org.whosonline.store.CountingStore;
import org.whosonline.store.Store;
import org.whosonline.testing.ScriptedCluster;

/** Nodes on one store in one thread, with a clock that is moved by hand and pages that send their heartbeats by themselves. */
final class Site {

    static final String ROOM = "/docs/42";

    private final ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, Store.MAX_VALUE);
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Page> pages = new LinkedHashMap<>();
    final List<String> reports = new ArrayList<>();
    boolean failing;

    /** An open page. */
    final class Page {
        final String user;
        final String room;
        final String conn;
        Node node;
        State state;
        boolean hidden;
        long stopAfter = 1_800;
        long next;

        Page(String user, String room, String conn, Node node) {
            this.user = user;
            this.room = room;
            this.conn = conn;
            this.node = node;
        }

        Heard beat() {
            return beat(null, null);
        }

        Heard beat(Boolean editing, Boolean typing) {
            next = millis() + 10_000;
            return run(node.presence.beat(sign(editing, typing)));
        }

        Beat sign() {
            return sign(null, null);
        }

        private Beat sign(Boolean editing, Boolean typing) {
            return new Beat(user, name(user), null, hidden, room, conn, state, editing, typing, "s-" + user, stopAfter);
        }

        void leave() {
            crash();
            run(node.presence.release(room, user, conn));
        }

        /** No more of it is heard. */
        void crash() {
            pages.remove(conn);
        }
    }

    /** A node, and what its follower was shown. */
    final class Node {
        final Queue<Runnable> loop = new ArrayDeque<>();
        final CountingStore store = new CountingStore(cluster.client());
        final List<Roster> shown = new ArrayList<>();
        final Presence presence;
        long wrongBy;
        boolean dead;

        Node(boolean listens) {
            InstantSource wall = () -> Instant.ofEpochMilli(millis() + wrongBy);
            StoreClock clock = new StoreClock(store, wall, () -> TimeUnit.MILLISECONDS.toNanos(millis()));
            clock.learn();
            presence = new Presence(
                    store,
                    clock,
                    options(),
                    this::execute,
                    Runnable::run,
                    new Random(nodes.size()),
                    () -> listens ? new Listener() : null,
                    Runnable::run);
        }

        /** In order, as the one thread of a node would. */
        private void execute(Runnable task) {
            loop.add(task);
            cluster.execute(() -> {
                Runnable next = loop.poll();
                if (next != null && !dead) {
                    next.run();
                }
            });
        }

        /** Follows a room from now on. */
        Node watch(String room) {
            presence.follow(room, shown::add);
            settle();
            return this;
        }

        Roster last() {
            return shown.get(shown.size() - 1);
        }

        Roster read(String room) {
            return run(presence.roster(room));
        }
    }

    private final class Listener implements PresenceListener {
        @Override
        public void joined(String room, Viewer viewer) {
            if (failing) {
                throw new IllegalStateException("on purpose");
            }
            reports.add("joined " + viewer.id());
        }

        @Override
        public void left(String room, Viewer viewer) {
            reports.add("left " + viewer.id());
        }
    }

    static PresenceOptions options() {
        return PresencePropertiesTest.Options.DEFAULT;
    }

    static String name(String user) {
        return user.substring(0, 1).toUpperCase(Locale.ROOT) + user.substring(1);
    }

    Node node() {
        return node(false);
    }

    /** A node that tells a listener. */
    Node node(boolean listens) {
        Node node = new Node(listens);
        nodes.add(node);
        return node;
    }

    /** The node is gone at once. */
    void kill(Node node) {
        node.dead = true;
        nodes.remove(node);
    }

    /** A page that joins now and from then on sends a heartbeat every ten seconds. */
    Page open(Node node, String user, String room) {
        Page page = page(node, user, room);
        page.beat();
        return page;
    }

    /** As {@link #open}, but joins with its first heartbeat. */
    Page page(Node node, String user, String room) {
        Page page = new Page(user, room, "conn-" + (pages.size() + ++opened), node);
        page.next = Long.MAX_VALUE;
        pages.put(page.conn, page);
        return page;
    }

    private int opened;

    void flush() {
        cluster.flush(0);
    }

    /** Nothing answers for a while, and all is lost. */
    void outage(Duration time) {
        cluster.kill(0);
        pass(time);
        cluster.restart(0);
    }

    /** Nothing is answered for a while, and nothing is lost. */
    void silence(Duration time) {
        cluster.lost = 1;
        pass(time);
        cluster.lost = 0;
    }

    /** What the store holds under {@code key}; null if nothing. */
    String stored(String key) {
        CompletableFuture<byte[]> value = cluster.client().get(key);
        settle();
        return value.join() == null ? null : new String(value.join(), StandardCharsets.UTF_8);
    }

    long millis() {
        return cluster.millis();
    }

    /** Lets time pass, with everything that is due. */
    void pass(Duration time) {
        long end = millis() + time.toMillis();
        while (millis() < end) {
            cluster.advance(Math.min(50, end - millis()));
            for (Page page : List.copyOf(pages.values())) {
                if (millis() >= page.next) {
                    page.beat();
                }
            }
            nodes.forEach(node -> node.execute(node.presence::tend));
            settle();
        }
    }

    void settle() {
        cluster.settle();
    }

    <T> T run(CompletableFuture<T> future) {
        settle();
        return future.getNow(null);
    }

    /** What a page of each user would show of the others, as one text. */
    static String text(Roster roster) {
        Map<String, String> texts = new LinkedHashMap<>();
        roster.viewers()
                .forEach(viewer -> texts.put(
                        viewer.id(),
                        viewer.state().text()
                                + (viewer.editing() ? " editing" : "")
                                + (viewer.typing() ? " typing" : "")
                                + (viewer.status() == null ? "" : " \"" + viewer.status() + '"')
                                + (viewer.connections() == 1 ? "" : " x" + viewer.connections())));
        return texts.isEmpty() ? "nobody" : texts.toString();
    }
}
