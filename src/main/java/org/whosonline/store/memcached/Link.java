package org.whosonline.store.memcached;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import net.spy.memcached.ConnectionObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.store.StoreException;

/**
 * One TCP connection to one server: what is under way on it, and whether the server lives.
 *
 * <p>It is connecting, then silent, and living from the first answered probe. A command that is not answered in time,
 * while nothing else was answered either, makes it silent again: the next answered probe makes it living. Once ended it
 * stays so. Only a living link is given commands, except for probes.
 *
 * <p>Thread-safe. {@link #tick} belongs to the server's watcher thread; commands come from any thread; replies and the
 * loss of the connection come from the IO thread.
 */
final class Link implements ConnectionObserver, Thread.UncaughtExceptionHandler {

    /** How long to wait for a connection, or for the answer to a probe, before another connection is made. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How long a living link may be without a reply until it is probed. */
    static final Duration IDLE = Duration.ofSeconds(1);

    /**
     * The most that may be under way, in bytes: 8,192 small commands or 15 of the largest. A longer queue would not be
     * through within a timeout of 250 ms; better to refuse at once than to keep everyone waiting in vain.
     */
    static final long MAX_WEIGHT = 16L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private enum State {
        CONNECTING,
        SILENT,
        LIVING,
        ENDED
    }

    private final Server server;
    private final long timeout;
    private final LongSupplier nanos;
    private final Object generation = new Object();
    private final Pending pending = new Pending(MAX_WEIGHT);
    private final long opened;
    private final Connection connection;
    private volatile State state = State.CONNECTING;
    private volatile long replied;
    private StatsCommand probe;

    /** @throws IOException if it is clear at once that there is no way to {@code address} */
    Link(Server server, InetSocketAddress address, Duration timeout, LongSupplier nanos) throws IOException {
        this.server = server;
        this.timeout = timeout.toNanos();
        this.nanos = nanos;
        this.opened = nanos.getAsLong();
        this.replied = opened;
        this.connection = Connection.to(address, server.ioThreadName(), this);
        this.connection.start();
    }

    /** What a {@code cas} must find unchanged since its {@code gets}: no two connections have the same. */
    Object generation() {
        return generation;
    }

    String name() {
        return server.name();
    }

    boolean isLiving() {
        return state == State.LIVING;
    }

    boolean isEnded() {
        return state == State.ENDED;
    }

    /** Sends a command, or fails it at once when this link has ended or too much is under way. */
    <T> CompletableFuture<T> submit(Command<T> command) {
        command.submit(this, nanos.getAsLong());
        if (pending.add(command)) {
            connection.send(command);
            if (isEnded()) {
                // Scenario: the link ended, and failed what was pending, just before this command joined it.
                command.fail(new StoreException(name() + ": the connection ended"));
            }
        } else {
            command.fail(new StoreException(name() + " has too much to do: the queue is full"));
        }
        return command.answer();
    }

    /** Notes that a command was answered, with whatever. On the IO thread. */
    void replied() {
        replied = nanos.getAsLong();
    }

    /**
     * Ends overdue commands, probes, and gives up a connection that stays silent.
     *
     * @return in how many nanoseconds the next command may be overdue, at most
     */
    long tick() {
        long now = nanos.getAsLong();
        if (state == State.CONNECTING) {
            if (now - opened >= PATIENCE.toNanos()) {
                end("no connection within " + PATIENCE.toSeconds() + " s");
            }
            return timeout;
        }
        long next = expire(now);
        watchProbe(now);
        return next;
    }

    private long expire(long now) {
        for (Command<?> first = pending.first(); first != null; first = pending.first()) {
            long left = first.submitted() + timeout - now;
            if (left > 0) {
                return left;
            }
            // Down before the failure is told, so that whoever hears of it and tries again finds it down. Not if others
            // were answered meanwhile: then the server has more to do than it can, but it lives.
            if (replied - first.submitted() < 0) {
                silent();
            }
            first.fail(new StoreException(name() + " did not answer " + first + " in time"));
        }
        return timeout;
    }

    private void watchProbe(long now) {
        if (probe != null && probe.isDone()) {
            probe = null;
        }
        if (probe == null) {
            if (state == State.SILENT || state == State.LIVING && now - replied >= IDLE.toNanos()) {
                sendProbe(now);
            }
        } else if (now - probe.submitted() >= PATIENCE.toNanos()) {
            // Half open, or a server that is stopped: another connection, perhaps to another address of the name.
            end("no answer within " + PATIENCE.toSeconds() + " s");
        } else if (now - probe.submitted() >= timeout && replied - probe.submitted() < 0) {
            silent();
        }
    }

    /** One probe is under way at a time. It has no deadline of its own: answered late, it still tells of a server. */
    private void sendProbe(long now) {
        probe = new StatsCommand();
        probe.submit(this, now);
        probe.answer().whenComplete((stats, failure) -> {
            if (failure == null) {
                living(stats.version());
            } else {
                end("cannot be probed: " + failure.getMessage());
            }
        });
        connection.send(probe);
        if (isEnded()) {
            probe.fail(new StoreException("the connection ended"));
        }
    }

    private synchronized void living(String version) {
        if (state == State.SILENT) {
            // First the state, then the epoch in up() and down(). Scenario with the other order: a reader takes the new
            // epoch, reads from the old server, and never learns that its keys have moved.
            state = State.LIVING;
            server.up(version);
        }
    }

    private synchronized void silent() {
        if (state == State.LIVING) {
            state = State.SILENT;
            server.down("no answer within " + Duration.ofNanos(timeout).toMillis() + " ms");
        }
    }

    /** Connected. On the IO thread, or on the watcher's if the connection was there at once. */
    @Override
    public synchronized void connectionEstablished(SocketAddress address, int reconnects) {
        if (state == State.CONNECTING) {
            state = State.SILENT;
            server.wake();
        }
    }

    @Override
    public void connectionLost(SocketAddress address) {
        lost();
    }

    /** The connection broke, or was never made. On the IO thread. */
    void lost() {
        end(state == State.CONNECTING ? "the connection was refused" : "the connection was lost");
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        LOG.error("The thread {} ended; it will be replaced", thread.getName(), error);
    }

    /** Fails what is under way and closes the connection; idempotent. Nothing of it is ever sent again. */
    void end(String reason) {
        synchronized (this) {
            if (state == State.ENDED) {
                return;
            }
            state = State.ENDED;
            server.down(reason);
        }
        connection.close();
        StoreException failure = new StoreException(name() + ": " + reason);
        pending.drain().forEach(command -> command.fail(failure));
        server.wake();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == connection;
    }

    /** Waits for the IO thread to end, {@code millis} at most. On the watcher's thread. */
    void awaitEnd(long millis) throws InterruptedException {
        connection.join(millis);
    }
}
