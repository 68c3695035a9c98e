package org.whosonline.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A real nginx before a server, with its defaults as a proxy and a page cache that keeps pages for ten minutes. The
 * header {@code X-Cache} tells whether an answer came from the cache.
 */
public final class Nginx implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(20);

    private static final String CONF = """
            daemon off;
            worker_processes 1;
            pid nginx.pid;
            error_log error.log;
            events { worker_connections 256; }
            http {
              access_log off;
              client_body_temp_path body;
              proxy_temp_path proxy;
              fastcgi_temp_path fastcgi;
              uwsgi_temp_path uwsgi;
              scgi_temp_path scgi;
              proxy_cache_path cache keys_zone=pages:1m;
              server {
                listen 127.0.0.1:%d;
                location / {
                  proxy_pass %s;
                  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                  proxy_cache pages;
                  proxy_cache_valid 200 10m;
                  add_header X-Cache $upstream_cache_status;
                }
              }
            }
            """;

    private final Path directory = Files.createTempDirectory("whosonline-nginx");
    private final int port;
    private final Process process;
    private final Thread atExit;

    /** Starts before {@code server}; returns when it takes connections. */
    public Nginx(Server server) throws IOException {
        port = freePort();
        // Started by root, its worker is another user.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        Path conf = directory.resolve("nginx.conf");
        String upstream = server.uri("/").toString();
        Files.writeString(conf, CONF.formatted(port, upstream.substring(0, upstream.length() - 1)));
        try {
            process = new ProcessBuilder("nginx", "-p", directory.toString(), "-c", conf.toString(), "-e", "error.log")
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            throw new AssertionError("These tests need the program \"nginx\" (Debian: apt install nginx-light)", e);
        }
        atExit = new Thread(process::destroy, "end-nginx");
        Runtime.getRuntime().addShutdownHook(atExit);
        Await.until("nginx takes connections", START, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("nginx ended with " + process.exitValue());
            }
            return takesConnections();
        });
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean takesConnections() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** The address of a path as visitors see it. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Ends it in good order, or its worker would go on, and removes its directory. */
    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
