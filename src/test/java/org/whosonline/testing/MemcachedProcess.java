package org.whosonline.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real Memcached on a free port of the loopback interface, to be stopped, killed, suspended and restarted.
 *
 * <p>Ends what it started, and nothing else, in {@link #close}, and at the latest when the JVM exits.
 */
public final class MemcachedProcess implements AutoCloseable {

    private static final int ATTEMPTS = 5;

    private final String host;
    private final List<String> flags;
    private final int port;
    private final Thread hook = new Thread(this::end);
    private Process process;

    private MemcachedProcess(String host, int port, List<String> flags) {
        this.host = host;
        this.port = port;
        this.flags = flags;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** One on 127.0.0.1, running. */
    public static MemcachedProcess running(String... flags) {
        return runningOn("127.0.0.1", flags);
    }

    /** One on {@code host}, running. */
    public static MemcachedProcess runningOn(String host, String... flags) {
        for (int attempt = 1; ; attempt++) {
            MemcachedProcess memcached = new MemcachedProcess(host, freePort(host), List.of(flags));
            try {
                memcached.start();
                return memcached;
            } catch (IllegalStateException e) {
                // Between the search for a free port and its use someone else may have taken it.
                memcached.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** One on {@code host}, at the same port as another on another address, running. */
    public static MemcachedProcess runningOn(String host, int port) {
        MemcachedProcess memcached = new MemcachedProcess(host, port, List.of());
        memcached.start();
        return memcached;
    }

    /** One on 127.0.0.1 that is still to be started. */
    public static MemcachedProcess absent(String... flags) {
        return new MemcachedProcess("127.0.0.1", freePort("127.0.0.1"), List.of(flags));
    }

    private static int freePort(String host) {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No port on " + host, e);
        }
    }

    /** As a server list has it. */
    public String address() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** Starts it, for the first time or again, and waits until it takes connections. */
    public void start() {
        List<String> command = new ArrayList<>(List.of("memcached", "-l", host, "-p", "" + port, "-U", "0"));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.addAll(flags);
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new AssertionError("These tests need the program \"memcached\" (Debian: apt install memcached)", e);
        }
        Await.until("memcached takes connections", () -> !process.isAlive() || takesConnections());
        if (!process.isAlive()) {
            throw new IllegalStateException(command + " ended: " + output());
        }
    }

    private boolean takesConnections() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String output() {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it in good order. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /** Ends it as a crash would. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("memcached does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** Stops its clock: connections stay, new ones are even made, but nothing is answered. */
    public void suspend() {
        signal("-STOP");
        // The signal is on its way when kill returns; a thread may still answer.
        Await.until("all threads of memcached stand still", this::standsStill);
    }

    private boolean standsStill() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path thread : threads.toList()) {
                // The state stands behind the name, which is in brackets.
                if (!Files.readString(thread.resolve("stat")).contains(") T ")) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Lets it go on after {@link #suspend}. */
    public void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            Process kill = new ProcessBuilder("kill", signal, "" + process.pid()).start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("kill " + signal + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** How much processor time it has had since its start. */
    public Duration processorTime() {
        try {
            String stat = Files.readString(Path.of("/proc", "" + process.pid(), "stat"));
            // The name, which is in brackets, may hold blanks. Of what follows it the 12th and 13th are hundredths of
            // seconds.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Duration.ofMillis(10 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one line over a connection of its own and answers the first line of the reply. */
    public String ask(String line) {
        try (Socket socket = new Socket(host, port)) {
            return reply(socket, line).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text under {@code key}; empty if there is none. */
    public String value(String key) {
        try (Socket socket = new Socket(host, port)) {
            BufferedReader reply = reply(socket, "get " + key);
            StringBuilder value = new StringBuilder();
            for (String line = reply.readLine(); !line.equals("END"); line = reply.readLine()) {
                value.append(line.startsWith("VALUE ") ? "" : line + "\n");
            }
            return value.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code stats} says of {@code name}. */
    public String stat(String name) {
        try (Socket socket = new Socket(host, port)) {
            BufferedReader reply = reply(socket, "stats");
            String prefix = "STAT " + name + " ";
            for (String line = reply.readLine(); !line.equals("END"); line = reply.readLine()) {
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length());
                }
            }
            throw new AssertionError("memcached knows no figure " + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader reply(Socket socket, String line) throws IOException {
        socket.setSoTimeout(5_000);
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private void end() {
        if (process != null && process.isAlive()) {
            process.destroyForcibly();
            awaitEnd();
        }
    }
}
