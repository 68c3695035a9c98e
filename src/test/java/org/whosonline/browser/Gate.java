package org.whosonline.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to a server that can be held, so that nothing passes although all connections stay open, or be given over to somebody
 * who answers in the server's place. It writes down what is asked. Two threads a connection; all end with {@link #close}.
 */
final class Gate implements AutoCloseable {

    private static final Pattern REQUEST = Pattern.compile("([A-Z]+ \\S+) HTTP/1\\.1\r\n");

    private final ServerSocket listener;
    private final URI server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Object held = new Object();
    private boolean holding;
    private volatile Rule rule = request -> null;
    private volatile Predicate<String> collected = request -> false;

    /** A request as it came by. @param line method and target, such as {@code GET /page?x=1}; @param millis when, epoch time */
    record Request(String line, long millis) {}

    /** Who answers in the server's place. */
    interface Rule {

        /** The whole answer to {@code request}, a method and a target; null leaves it to the server. */
        String answer(String request);
    }

    /** @param server where the way leads, with any path */
    Gate(URI server) throws IOException {
        this.server = server;
        listener = new ServerSocket(0, 200, InetAddress.getByName("127.0.0.1"));
        daemon(this::accept);
    }

    /** An answer of {@code status} in HTML, after which the connection ends. */
    static String page(int status, String html) {
        return "HTTP/1.1 " + status + " So\r\nContent-Type: text/html;charset=UTF-8\r\nContent-Length: "
                + html.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n" + html;
    }

    /** The address of a path behind the gate. */
    URI uri(String path) {
        return uri("127.0.0.1", path);
    }

    URI uri(String host, String path) {
        return URI.create("http://" + host + ":" + listener.getLocalPort() + path);
    }

    /** All requests so far whose line has {@code part} in it. */
    List<Request> requests(String part) {
        return requests.stream()
                .filter(request -> request.line().contains(part))
                .toList();
    }

    /** Lets nothing pass in either direction until {@link #release}, as a network does that is away for a while. */
    void hold() {
        synchronized (held) {
            holding = true;
        }
    }

    /** Lets everything pass, also what has been held. */
    void release() {
        synchronized (held) {
            holding = false;
            held.notifyAll();
        }
    }

    /** Asks {@code rule} about each request from now on. */
    void answer(Rule rule) {
        this.rule = rule;
    }

    /** Leaves everything to the server again, and lets all its answers pass. */
    void open() {
        rule = request -> null;
        collected = request -> false;
    }

    /**
     * Lets nothing of the answers to such {@code requests} pass from now on, a method and a target each, as a proxy does that
     * collects an answer until it is complete.
     */
    void collect(Predicate<String> requests) {
        collected = requests;
    }

    /** Ends all connections that there are. */
    void cut() {
        open.forEach(Gate::end);
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                open.add(near);
                daemon(() -> serve(near));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket near) {
        try (near;
                Socket far = new Socket(server.getHost(), server.getPort())) {
            open.add(far);
            AtomicBoolean collecting = new AtomicBoolean();
            daemon(() -> answers(far, near, collecting));
            requests(near, far, collecting);
        } catch (IOException e) {
            // One of the two ended, or the server takes no connections, which the client sees in the same way.
        } finally {
            open.remove(near);
        }
    }

    private void requests(Socket near, Socket far, AtomicBoolean collecting) throws IOException {
        byte[] buffer = new byte[65_536];
        for (int n = near.getInputStream().read(buffer);
                n >= 0;
                n = near.getInputStream().read(buffer)) {
            pass();
            Matcher request = REQUEST.matcher(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            if (request.lookingAt()) {
                requests.add(new Request(request.group(1), System.currentTimeMillis()));
                collecting.set(collected.test(request.group(1)));
                String answer = rule.answer(request.group(1));
                if (answer != null) {
                    near.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    near.shutdownOutput();
                    // A socket that is closed with something unread in it takes back what it has written.
                    near.getInputStream().transferTo(OutputStream.nullOutputStream());
                    return;
                }
            }
            far.getOutputStream().write(buffer, 0, n);
        }
    }

    private void answers(Socket far, Socket near, AtomicBoolean collecting) {
        byte[] buffer = new byte[65_536];
        try {
            for (int n = far.getInputStream().read(buffer);
                    n >= 0;
                    n = far.getInputStream().read(buffer)) {
                pass();
                if (!collecting.get()) {
                    near.getOutputStream().write(buffer, 0, n);
                }
            }
        } catch (IOException e) {
            // One of the two ended.
        } finally {
            open.remove(far);
            end(near);
        }
    }

    private void pass() {
        synchronized (held) {
            while (holding) {
                try {
                    held.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError("Nobody interrupts these threads", e);
                }
            }
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "gate");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        release();
        cut();
    }
}
