package org.whosonline.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/** What a person with telnet can see and do in a Memcached on the loopback interface. Keys are given as they are stored. */
public final class MemcachedConsole implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public MemcachedConsole(MemcachedProcess memcached) {
        try {
            socket = new Socket(InetAddress.getByName(memcached.host()), memcached.port());
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text under {@code key}, or null. */
    public String value(String key) {
        String head = ask("get " + key);
        if (head.equals("END")) {
            return null;
        }
        try {
            byte[] value = in.readNBytes(Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1)));
            line();
            line();
            return new String(value, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code set}, {@code add} or {@code append}; answers whether it was stored. */
    public boolean store(String verb, String key, String value) {
        byte[] data = value.getBytes(StandardCharsets.UTF_8);
        return ask(verb + " " + key + " 0 0 " + data.length + "\r\n" + new String(data, StandardCharsets.ISO_8859_1))
                .equals("STORED");
    }

    /** The keys of everything that is stored. */
    public Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (String line = ask("lru_crawler metadump all"); !line.equals("END"); line = line()) {
            if (!line.startsWith("key=")) {
                throw new AssertionError("lru_crawler answered " + line);
            }
            keys.add(URLDecoder.decode(line.substring(4, line.indexOf(' ')), StandardCharsets.UTF_8));
        }
        return keys;
    }

    /** A figure of {@code stats}. */
    public long stat(String name) {
        long found = -1;
        for (String line = ask("stats"); !line.equals("END"); line = line()) {
            String[] words = line.split(" ");
            if (words[1].equals(name)) {
                found = Long.parseLong(words[2]);
            }
        }
        if (found < 0) {
            throw new AssertionError("memcached knows no figure " + name);
        }
        return found;
    }

    /** Sends one command and answers the first line of the reply. */
    public String ask(String command) {
        try {
            out.write((command + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return line();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("memcached hung up");
                }
                line.write(b);
            }
            return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
