package org.whosonline.web;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.StoreClock;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceOptions;
import org.whosonline.presence.Roster;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.testing.Await;

/** Presence on a store in this process and a clock of the test's, all of it on the test's thread. */
final class LocalPresence implements AutoCloseable {

    final Presence presence;
    private final StoreClock clock;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private long millis = 1_764_500_000_000L;
    private boolean running;
    private boolean away;

    LocalPresence() {
        Store store = store();
        clock = new StoreClock(store, this::now, this::nanos);
        Await.result(clock.learn());
        PresenceOptions options = new PresenceOptions(
                "",
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofSeconds(150),
                Duration.ofSeconds(15),
                Duration.ZERO,
                Duration.ofMillis(250),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                20,
                32);
        presence = new Presence(
                store, clock, options, this::loop, Runnable::run, new Random(1), () -> null, Runnable::run);
    }

    private Instant now() {
        return Instant.ofEpochMilli(millis);
    }

    long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private Store store() {
        Store heap = new HeapStore(this::now);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (self, method, arguments) ->
                        away && method.getName().equals("available") ? (Object) false : method.invoke(heap, arguments));
    }

    /** One after the other, as on a thread of its own. */
    private void loop(Runnable task) {
        tasks.add(task);
        if (!running) {
            running = true;
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
            running = false;
        }
    }

    /** Lets time pass. */
    void pass(Duration time) {
        for (long end = millis + time.toMillis(); millis < end; ) {
            millis += Math.min(250, end - millis);
            loop(presence::tend);
        }
    }

    /** The connection that {@code user} has in every room. */
    static String conn(String user) {
        return "conn-of-" + Integer.toHexString(user.hashCode()) + "-0123456789abcdef";
    }

    void join(String room, String user, String name) {
        Await.result(
                presence.beat(new Beat(user, name, null, false, room, conn(user), null, null, null, null, 1_000_000)));
    }

    void hide(String room, String user, String name) {
        Await.result(
                presence.beat(new Beat(user, name, null, true, room, conn(user), null, null, null, null, 1_000_000)));
    }

    void leave(String room, String user) {
        Await.result(presence.release(room, user, conn(user)));
        pass(Duration.ofSeconds(1));
    }

    Roster roster(String room) {
        return Await.result(presence.roster(room));
    }

    void storeAway() {
        away = true;
    }

    @Override
    public void close() {
        presence.close();
    }
}
