package org.whosonline.rooms;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.whosonline.testing.Await;

/** Thousands of readers on one thread, that of the test. */
final class Crowd implements AutoCloseable {

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
    private final List<Reader> readers = new ArrayList<>();

    Crowd() throws IOException {}

    private static final class Reader {
        private final SocketChannel channel;
        private byte[] wanted = {};
        private int matched;

        private Reader(SocketChannel channel) {
            this.channel = channel;
        }

        /** No text that is looked for repeats its first byte, so a mismatch begins anew. */
        private void take(ByteBuffer bytes) {
            while (bytes.hasRemaining() && !isServed()) {
                byte next = bytes.get();
                matched = next == wanted[matched] ? matched + 1 : next == wanted[0] ? 1 : 0;
            }
            bytes.position(bytes.limit());
        }

        private boolean isServed() {
            return matched == wanted.length;
        }
    }

    /** Adds a reader of {@code uri} that sends this cookie. */
    void add(URI uri, String cookie) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()));
        String request = "GET " + uri.getRawPath() + "?" + uri.getRawQuery()
                + " HTTP/1.1\r\nHost: localhost\r\nCookie: " + cookie + "\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        channel.configureBlocking(false);
        Reader reader = new Reader(channel);
        readers.add(reader);
        channel.register(selector, SelectionKey.OP_READ, reader);
    }

    /** Looks for {@code text} in what comes from now on. */
    void want(String text) {
        for (Reader reader : readers) {
            reader.wanted = text.getBytes(StandardCharsets.US_ASCII);
            reader.matched = 0;
        }
    }

    /** Reads until everybody has got what is wanted. */
    void awaitAll(String what) {
        int[] served = {0};
        try {
            Await.until(what, Await.PATIENCE.multipliedBy(3), () -> {
                read();
                served[0] = (int) readers.stream().filter(Reader::isServed).count();
                return served[0] == readers.size();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; it has come to " + served[0], e);
        }
    }

    /** Reads what is there. */
    void read() throws IOException {
        selector.selectNow();
        for (SelectionKey key : selector.selectedKeys()) {
            Reader reader = (Reader) key.attachment();
            int read = reader.channel.read(buffer.clear());
            if (read < 0) {
                throw new AssertionError("A stream has ended");
            }
            reader.take(buffer.flip());
        }
        selector.selectedKeys().clear();
    }

    int size() {
        return readers.size();
    }

    @Override
    public void close() throws IOException {
        for (Reader reader : readers) {
            reader.channel.close();
        }
        selector.close();
    }
}
