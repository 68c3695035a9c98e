package org.whosonline.store.memcached;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured server: keeps one {@link Link} to it and replaces it when it has ended, for as long as it takes.
 *
 * <p>Its watcher thread resolves the name anew for each connection, so that a server that has moved is found (as soon
 * as the JVM's own name cache lets it, 30 s by default), and where a name has several addresses tries them in turn.
 * Between attempts it pauses for 0.1 s at first and for 1 s at most, with jitter.
 *
 * <p>Thread-safe.
 */
final class Server {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** How often the watcher looks, at least: a link that has ended must not wait longer, should a wake-up be lost. */
    private static final Duration LONGEST_TICK = Duration.ofMillis(250);

    private static final long REPORT_NANOS = Duration.ofMinutes(1).toNanos();

    private static final Duration IO_THREAD_END = Duration.ofSeconds(2);

    /** Finds the addresses of a host, at least one; {@link InetAddress#getAllByName} but in tests. */
    interface Names {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final ServerAddress address;
    private final Names names;
    private final Duration timeout;
    private final LongSupplier nanos;
    private final Runnable moved;
    private final Thread watcher;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private volatile Link link;
    private volatile boolean closed;
    private boolean living;
    private boolean reportedDown;
    private boolean everUp;
    private boolean everDown;
    private long lastReport;

    /** @param moved called whenever this server becomes living or ceases to be, on some thread of the store */
    Server(ServerAddress address, Names names, Duration timeout, LongSupplier nanos, Runnable moved) {
        this.address = address;
        this.names = names;
        this.timeout = timeout;
        this.nanos = nanos;
        this.moved = moved;
        this.watcher = new Thread(null, this::watch, "whosonline-memcached-watch-" + address, 0, false);
        this.watcher.setDaemon(true);
        this.watcher.setUncaughtExceptionHandler(
                (thread, error) -> LOG.error("{} is given up: its thread ended", name(), error));
        this.watcher.setContextClassLoader(Server.class.getClassLoader());
    }

    /** Begins to connect; returns at once. */
    void start() {
        watcher.start();
    }

    ServerAddress address() {
        return address;
    }

    String name() {
        return "Memcached " + address;
    }

    String ioThreadName() {
        return "whosonline-memcached-io-" + address;
    }

    /** The link to send commands to, or null while the server is down. */
    Link living() {
        Link present = link;
        return present != null && present.isLiving() ? present : null;
    }

    /** Completes when it has been found living or down for the first time. */
    CompletableFuture<Void> settled() {
        return settled;
    }

    private void watch() {
        Duration pause = FIRST_PAUSE;
        int turn = 0;
        try {
            while (!closed) {
                if (serve(turn)) {
                    pause = FIRST_PAUSE;
                } else {
                    turn++;
                }
                settled.complete(null);
                pause(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } finally {
            // Also when an Error ends this thread: what nobody watches must not be used, and nobody wait for it.
            close();
            settled.complete(null);
        }
    }

    /** Lives through one connection; answers whether the server ever lived on it. */
    private boolean serve(int turn) {
        Link present;
        try {
            present = new Link(this, resolve(turn), timeout, nanos);
        } catch (UnknownHostException e) {
            down("the host is unknown");
            return false;
        } catch (IOException | OutOfMemoryError e) {
            // An OutOfMemoryError also stands for "no more threads", which may pass.
            down(e.getMessage());
            return false;
        }
        link = present;
        if (closed) {
            // Scenario: close() looked for a link to end just before there was this one.
            present.end("closed");
        }
        boolean lived = false;
        long begun = nanos.getAsLong();
        while (!present.isEnded()) {
            long next = present.tick();
            lived |= present.isLiving();
            if (lived || nanos.getAsLong() - begun >= timeout.toNanos()) {
                settled.complete(null);
            }
            LockSupport.parkNanos(this, Math.min(next, LONGEST_TICK.toNanos()));
            clearInterrupt();
        }
        awaitEnd(present);
        return lived;
    }

    private InetSocketAddress resolve(int turn) throws UnknownHostException {
        InetAddress[] addresses = names.resolve(address.host());
        return new InetSocketAddress(addresses[turn % addresses.length], address.port());
    }

    private void pause(Duration longest) {
        long end = nanos.getAsLong()
                + (long) (longest.toNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1));
        for (long left = end - nanos.getAsLong(); left > 0 && !closed; left = end - nanos.getAsLong()) {
            LockSupport.parkNanos(this, left);
            clearInterrupt();
        }
    }

    /** Nobody has a reason to interrupt the watcher; but if one did, it would never park again. */
    private static void clearInterrupt() {
        if (Thread.interrupted()) {
            LOG.debug("Interrupted; going on");
        }
    }

    private void awaitEnd(Link ended) {
        try {
            ended.awaitEnd(IO_THREAD_END.toMillis());
        } catch (InterruptedException e) {
            clearInterrupt();
        }
    }

    /** Makes the watcher look at its link now. */
    void wake() {
        LockSupport.unpark(watcher);
    }

    /** The server answers. Called by the present link. */
    synchronized void up(String version) {
        living = true;
        moved.run();
        if (reportedDown || !everUp) {
            LOG.info("{} answers, version {}", name(), version);
        }
        everUp = true;
        reportedDown = false;
        wake();
    }

    /** The server does not answer; said once until it does. Called by the present link, or for want of one. */
    synchronized void down(String reason) {
        if (living) {
            living = false;
            moved.run();
        }
        // One that answers late goes down and up many times a minute; once a minute is enough to know.
        long now = nanos.getAsLong();
        if (!reportedDown && !closed && (!everDown || now - lastReport >= REPORT_NANOS)) {
            everDown = true;
            lastReport = now;
            LOG.warn("{} is down: {}; nothing is sent to it until it answers again", name(), reason);
            reportedDown = true;
        }
    }

    /** Ends link and threads soon; idempotent. */
    void close() {
        closed = true;
        Link present = link;
        if (present != null) {
            present.end("closed");
        }
        wake();
    }

    /**
     * Waits for the threads to end, {@code left} nanoseconds at most. A name server that does not answer can hold the
     * watcher longer than that; it is a daemon and ends by itself.
     */
    void awaitEnd(long left) throws InterruptedException {
        Link present = link;
        // close() may have been called by a dependent action, that is by one of these threads; that one ends later.
        boolean own = Thread.currentThread() == watcher || present != null && present.isOwnThread();
        if (!own) {
            watcher.join(Math.max(1, Duration.ofNanos(left).toMillis()));
        }
    }
}
