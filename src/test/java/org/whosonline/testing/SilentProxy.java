package org.whosonline.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A way to a Memcached on which connections can be made to fall silent, as a firewall between two machines does with
 * those that were idle: both ends stay open and nothing arrives any more, while new connections work.
 *
 * <p>Two threads a connection; all end with {@link #close}.
 */
public final class SilentProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final MemcachedProcess memcached;
    private final List<Passage> passages = new CopyOnWriteArrayList<>();

    /** One connection, with its continuation. */
    private static final class Passage {

        private final Socket near;
        private final Socket far;
        private volatile boolean silent;

        Passage(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        /** Passes on what comes from {@code from}, or reads and drops it once silent. */
        void carry(Socket from, Socket to) {
            byte[] buffer = new byte[8_192];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (!silent) {
                        out.write(buffer, 0, n);
                    }
                }
            } catch (IOException e) {
                // Closed, here or at an end; a silent one does not tell the other end.
            }
            if (!silent) {
                end();
            }
        }

        void end() {
            for (Socket socket : List.of(near, far)) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    public SilentProxy(MemcachedProcess memcached) {
        this.memcached = memcached;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                Socket far = new Socket(memcached.host(), memcached.port());
                Passage passage = new Passage(near, far);
                passages.add(passage);
                daemon(() -> passage.carry(near, far));
                daemon(() -> passage.carry(far, near));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "silent-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** As a server list has it. */
    public String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** From now on nothing passes on the connections that there are. */
    public void silence() {
        passages.forEach(passage -> passage.silent = true);
    }

    /** How many connections there have been. */
    public int connections() {
        return passages.size();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        passages.forEach(Passage::end);
    }
}
