package org.whosonline.store.memcached;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.compat.log.Logger;
import net.spy.memcached.metrics.MetricCollector;
import net.spy.memcached.metrics.MetricType;
import net.spy.memcached.metrics.NoopMetricCollector;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.protocol.TCPMemcachedNodeImpl;

/** What spymemcached asks for to build one {@link Connection}; for one use only. */
final class ConnectionParts extends DefaultConnectionFactory {

    private static final int BUFFER_BYTES = 32 * 1024;

    /** Where commands wait for the IO thread. Bounded by {@link Link}, by what they weigh. */
    private final BlockingQueue<Operation> input = new LinkedBlockingQueue<>();

    private SocketChannel channel;

    BlockingQueue<Operation> input() {
        return input;
    }

    /** For a connection that could not be built; otherwise spymemcached closes the channel. */
    void closeChannel() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public MemcachedNode createMemcachedNode(SocketAddress address, SocketChannel opened, int bufferBytes) {
        channel = opened;
        return new Node(address, opened, bufferBytes, input, this);
    }

    @Override
    public int getReadBufSize() {
        return BUFFER_BYTES;
    }

    @Override
    public boolean isDaemon() {
        return true;
    }

    /** Not read from a system property, which some other application may have set. */
    @Override
    public MetricType enableMetrics() {
        return MetricType.OFF;
    }

    @Override
    public MetricCollector getMetricCollector() {
        return new NoopMetricCollector();
    }

    @Override
    protected Logger getLogger() {
        return QuietLogger.INSTANCE;
    }

    /** Spymemcached's buffers and queues of one connection; deadlines are the link's affair, so none is set here. */
    private static final class Node extends TCPMemcachedNodeImpl {

        Node(
                SocketAddress address,
                SocketChannel channel,
                int bufferBytes,
                BlockingQueue<Operation> input,
                ConnectionFactory factory) {
            super(
                    address,
                    channel,
                    bufferBytes,
                    new LinkedBlockingQueue<>(),
                    new LinkedBlockingQueue<>(),
                    input,
                    0,
                    false,
                    Integer.MAX_VALUE,
                    0,
                    factory);
        }

        /** Nothing: a multi-get is one command already. */
        @Override
        protected void optimize() {
            // Deliberately empty.
        }

        @Override
        protected Logger getLogger() {
            return QuietLogger.INSTANCE;
        }
    }
}
