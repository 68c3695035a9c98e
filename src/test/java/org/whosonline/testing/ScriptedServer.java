package org.whosonline.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server that answers {@code stats} as Memcached does, unless its script knows better, and everything else as its
 * script says: to misbehave.
 *
 * <p>One thread per connection; all end with {@link #close}.
 */
public final class ScriptedServer implements AutoCloseable {

    /** An answer that makes the server close the connection, after what stands before it. */
    public static final String HANG_UP = "\u0000";

    private static final String STATS = "STAT version 0.0.1\r\nSTAT time 1764500000\r\nEND\r\n";

    private final ServerSocket listener;
    private final Script script;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private ScriptedServer(Script script) throws IOException {
        this.script = script;
        this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        daemon(this::accept, "scripted-server-accept");
    }

    /** What to answer. */
    @FunctionalInterface
    public interface Script {

        /**
         * The answer to {@code line}, empty for silence, null for the usual one.
         *
         * @param connection counted from 1
         * @param line the command without its end
         */
        String answer(int connection, String line);
    }

    public static ScriptedServer answering(Script script) {
        try {
            return new ScriptedServer(script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a server list has it. */
    public String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** How many connections have been made so far. */
    public int connections() {
        return sockets.size();
    }

    private static void daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                int connection = sockets.size();
                daemon(() -> serve(socket, connection), "scripted-server-connection");
            }
        } catch (IOException e) {
            // Closed: the end.
        }
    }

    private void serve(Socket socket, int connection) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String line = line(in); line != null; line = line(in)) {
                swallowData(in, line);
                String answer = script.answer(connection, line);
                if (answer == null) {
                    answer = line.equals("stats") ? STATS : "";
                }
                boolean hangUp = answer.endsWith(HANG_UP);
                out.write(answer.replace(HANG_UP, "").getBytes(StandardCharsets.ISO_8859_1));
                if (hangUp) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client is gone: the end of this connection.
        }
    }

    private static void swallowData(InputStream in, String line) throws IOException {
        String[] words = line.split(" ");
        if (words.length >= 5 && List.of("add", "set", "append", "cas").contains(words[0])) {
            in.readNBytes(Integer.parseInt(words[4]) + 2);
        }
    }

    /** The next line without its end, or null at the end of the stream. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return line.toString().strip();
            }
            line.append((char) c);
        }
        return null;
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
