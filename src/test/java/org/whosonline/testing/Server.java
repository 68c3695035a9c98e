package org.whosonline.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real servlet container in a JVM of its own, in a temporary directory, on a free port of the loopback address.
 *
 * <p>Give it applications and options, then {@link #start}. It ends with {@link #close}, or at the latest with the JVM
 * that started it.
 */
public abstract class Server implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(30);

    final Path base;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Path log;
    private final Thread atExit = new Thread(this::kill, "kill-server");
    private String heap = "320m";
    private Process process;
    private int starts;
    private int port;

    Server() throws IOException {
        base = Files.createTempDirectory("whosonline-server");
        log = base.resolve("console.log");
        Files.createDirectories(base.resolve("webapps"));
    }

    /** The WAR that the build made. */
    public static Path war() {
        return Path.of(property("war"));
    }

    /** The JAR of classes that the build made for other applications. */
    public static Path classesJar() {
        return war().resolveSibling("whosonline-classes.jar");
    }

    /** The JAR that has all libraries within it. */
    public static Path allJar() {
        return war().resolveSibling("whosonline-all.jar");
    }

    /** Deploys {@code war} at {@code contextPath} ("" for the root) with the next start. */
    public final void deploy(String contextPath, Path war) throws IOException {
        deploy(contextPath, war, Map.of());
    }

    /** Deploys a copy of {@code war} that has some more {@code files}, given by path and content. */
    public final void deploy(String contextPath, Path war, Map<String, String> files) throws IOException {
        String name = contextPath.isEmpty() ? "ROOT" : contextPath.substring(1);
        Path copy = base.resolve("webapps").resolve(name + ".war");
        Files.copy(war, copy, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem zip = FileSystems.newFileSystem(copy)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = zip.getPath("/" + file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        }
    }

    /** Writes a file of the container's own configuration, at a path below its directory. */
    public final void configure(String path, String content) throws IOException {
        Path file = base.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Sets the heap of the next start, as {@code -Xmx} has it. */
    public final void heap(String size) {
        heap = size;
    }

    /** Sets a system property of the next start, such as {@code whosonline.window}. */
    public final void option(String key, String value) {
        options.put(key, value);
    }

    /**
     * Starts, also once more after an end, and then on the same port; returns when all applications run, fails if one
     * does not.
     */
    public final void start() throws Exception {
        if (starts++ == 0) {
            Runtime.getRuntime().addShutdownHook(atExit);
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        options.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(arguments(port));
        Files.deleteIfExists(log);
        process = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Await.until("the container starts", START, () -> {
                if (!process.isAlive()) {
                    throw new AssertionError("The container ended with " + process.exitValue());
                }
                return started().matcher(log()).find();
            });
            if (failed().matcher(log()).find()) {
                throw new AssertionError("An application does not start");
            }
            Matcher listening = listening().matcher(log());
            if (!listening.find()) {
                throw new AssertionError("The container does not tell its port");
            }
            port = Integer.parseInt(listening.group(1));
        } catch (Throwable e) {
            System.err.println(log());
            kill();
            throw e;
        }
    }

    /** What follows {@code java} on the command line; {@code port} is 0 for any free one. */
    abstract List<String> arguments(int port) throws IOException;

    /** What the log says when all is started. */
    abstract Pattern started();

    /** What the log says when an application could not be started. */
    abstract Pattern failed();

    /** What the log says about the port, which is group 1. */
    abstract Pattern listening();

    /** Asks the container to stop, as its own script does. */
    abstract void askToStop(Process process) throws IOException;

    /** Stops in good order; fails if that takes too long. Answers how long it took. */
    public final Duration stop() throws Exception {
        long begin = System.nanoTime();
        askToStop(process);
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("Still running " + STOP.toSeconds() + " s after it was asked to stop:\n" + log());
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Ends the process at once, as a power cut would. */
    public final void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** Waits until the process is gone, so that its port is free. */
    public final void awaitEnd() {
        process.onExit().join();
    }

    /** Halts the process until {@link #resume}: it keeps its connections and answers nothing. */
    public final void suspend() throws Exception {
        signal("-STOP");
    }

    public final void resume() throws Exception {
        signal("-CONT");
    }

    private void signal(String signal) throws Exception {
        int exit = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new AssertionError("kill " + signal + " ended with " + exit);
        }
    }

    /** What {@code jcmd} says of the process, for instance to {@code Thread.print}. */
    public final String jcmd(String... command) throws Exception {
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), "" + process.pid()));
        line.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new AssertionError("jcmd: " + said);
        }
        return said;
    }

    /** The process's id, for tools that look into it. */
    public final long pid() {
        return process.pid();
    }

    /** The address of a path, which begins with a slash, as does the context path in it. */
    public final URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** All that the process has written since its last start. */
    public final String log() {
        try {
            return Files.exists(log) ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process if it still runs, and removes its directory. */
    @Override
    public final void close() throws IOException {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A system property that the build sets for integration tests. */
    static String property(String key) {
        String value = System.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("System property " + key + " is not set: run by mvn verify");
        }
        return value;
    }
}
