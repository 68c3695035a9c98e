package org.whosonline.web;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows what is open for a session, such as a stream or a held poll, and has it ended with the session. Thread-safe.
 *
 * <p>A session that ends in one of its own requests has been logged out, and everything ends at once. One that ends
 * otherwise may end only because the container stops, as {@link Departures} tells at length; so that is held back for a
 * moment.
 */
final class SessionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

    private final Executor afterAMoment;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Set<Item>> open = new HashMap<>();
    private volatile boolean stopping;

    /** @param afterAMoment runs what it is given a moment later, or never once the application has stopped */
    SessionWatch(Executor afterAMoment) {
        this.afterAMoment = afterAMoment;
    }

    /** Something that is open. */
    interface Open {

        /** The session has ended: nothing more may be sent but that. Called once at most, must not wait. */
        void sessionEnded();
    }

    /** Takes something off the list. */
    interface Entry extends AutoCloseable {

        /** Idempotent. */
        @Override
        void close();
    }

    private static final class Item {
        private final Open what;
        private String session;

        private Item(Open what, String session) {
            this.what = what;
            this.session = session;
        }
    }

    /**
     * Has {@code what} told of the end of a session. Whether the session has ended just before is for the caller to check
     * afterwards.
     *
     * @param session its id; null if the user has none, and then nothing is ever told
     * @return to be closed when {@code what} has ended by itself
     */
    Entry add(String session, Open what) {
        if (session == null) {
            return () -> {};
        }
        Item item = new Item(what, session);
        synchronized (open) {
            put(item);
        }
        return () -> remove(item);
    }

    private void put(Item item) {
        open.computeIfAbsent(item.session, id -> new HashSet<>()).add(item);
    }

    private void remove(Item item) {
        synchronized (open) {
            open.computeIfPresent(item.session, (id, all) -> {
                all.remove(item);
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** A session has got another id, as at a login. */
    void renamed(String before, String now) {
        synchronized (open) {
            Set<Item> all = open.remove(before);
            if (all != null) {
                for (Item item : all) {
                    item.session = now;
                    put(item);
                }
            }
        }
    }

    /** How many things are open. */
    int size() {
        synchronized (open) {
            return open.values().stream().mapToInt(Set::size).sum();
        }
    }

    /** Has {@code listener} told of each session, by its id, that has ended or whose user has logged out. */
    void onEnd(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** The user of the session has logged out, by a request of its own. */
    void loggedOut(String session) {
        Set<Item> ended;
        synchronized (open) {
            ended = open.remove(session);
        }
        if (ended != null) {
            ended.forEach(item -> guarded(item.what::sessionEnded));
        }
        listeners.forEach(listener -> guarded(() -> listener.accept(session)));
    }

    /** The session has ended, for whatever reason. */
    void destroyed(String session) {
        if (!stopping) {
            afterAMoment.execute(() -> {
                if (!stopping) {
                    loggedOut(session);
                }
            });
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("What was open for a session did not end with it.", e);
        }
    }

    /** From here on a session that ends does so because the application stops, except in a request of its own. */
    void stopping() {
        stopping = true;
    }

    /** Tells nobody any more but of logouts. What is open is its owner's to end. Idempotent. */
    @Override
    public void close() {
        stopping = true;
    }
}
