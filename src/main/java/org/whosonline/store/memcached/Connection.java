package org.whosonline.store.memcached;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.compat.log.Logger;

/**
 * Spymemcached's connection and IO thread, cut down to one server and one TCP connection that is never renewed.
 *
 * <p>Spymemcached would connect again by itself and send again what it had not sent; a {@code cas} would then reach a
 * restarted server, which counts its cas ids from 1 again, and an append might be done twice. Here the loss of the
 * connection is its end, and the next one is another object ({@link Link}) with queues of its own.
 *
 * <p>Thread-safe; selector and queues are handled by the IO thread alone, also at the end.
 */
final class Connection extends MemcachedConnection {

    private final Link link;
    private final ConnectionParts parts;
    private final MemcachedNode node;
    private final boolean built;
    private volatile boolean closing;

    /**
     * Begins to connect; {@link #start} must follow.
     *
     * @param name of the IO thread
     * @throws IOException if it is clear at once that there is no way to {@code address}; nothing is left open then
     */
    static Connection to(InetSocketAddress address, String name, Link link) throws IOException {
        ConnectionParts parts = new ConnectionParts();
        try {
            Connection connection = new Connection(address, name, link, parts);
            if (connection.node.getSk() == null) {
                connection.shutdown();
                throw new ConnectException("no route to " + address);
            }
            return connection;
        } catch (IOException | RuntimeException e) {
            parts.closeChannel();
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    private Connection(InetSocketAddress address, String name, Link link, ConnectionParts parts) throws IOException {
        super(
                parts.getReadBufSize(),
                parts,
                List.of(address),
                List.of(link),
                FailureMode.Cancel,
                parts.getOperationFactory());
        this.link = link;
        this.parts = parts;
        this.node = getLocator().getAll().iterator().next();
        setName(name);
        setContextClassLoader(Connection.class.getClassLoader());
        setUncaughtExceptionHandler(link);
        this.built = true;
    }

    /** Held back while the constructor of the superclass asks for it, for then our own fields are not there yet. */
    @Override
    public synchronized void start() {
        if (built) {
            boolean started = false;
            try {
                super.start();
                started = true;
            } finally {
                if (!started) {
                    release();
                }
            }
        }
    }

    @Override
    protected List<MemcachedNode> createConnections(Collection<InetSocketAddress> addresses) throws IOException {
        boolean created = false;
        try {
            List<MemcachedNode> nodes = super.createConnections(addresses);
            created = true;
            return nodes;
        } finally {
            if (!created) {
                selector.close();
            }
        }
    }

    /**
     * Queues a command; never blocks. (Spymemcached's own way in blocks when the queue is full, and throws when the
     * calling thread has been interrupted.)
     */
    void send(Command<?> command) {
        command.initialize();
        parts.input().add(command);
        addedQueue.add(node);
        selector.wakeup();
    }

    /** Ends connection and IO thread soon; idempotent. */
    void close() {
        closing = true;
        selector.wakeup();
    }

    @Override
    public void run() {
        try {
            super.run();
        } finally {
            // Also when an Error ended the loop: nothing must wait for this thread any more.
            link.end("the IO thread ended");
            release();
        }
    }

    /** One round of the IO thread. */
    @Override
    public void handleIO() throws IOException {
        if (closing) {
            shutdown();
        } else {
            super.handleIO();
        }
    }

    /** Called for whatever ends the connection, a refused one included, where spymemcached would connect again. */
    @Override
    protected void queueReconnect(MemcachedNode lost) {
        // While the constructor of the superclass runs there is no link yet; the factory method sees to it.
        if (built) {
            link.lost();
        }
    }

    private void release() {
        if (!isShutDown()) {
            try {
                shutdown();
            } catch (IOException e) {
                getLogger().debug("While closing", e);
            }
        }
    }

    @Override
    protected Logger getLogger() {
        return QuietLogger.INSTANCE;
    }
}
