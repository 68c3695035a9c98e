package org.whosonline.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/**
 * A reader of server-sent events on a bare socket, with a thread of its own. Understands the wire as a browser does, and
 * keeps the bytes of the body as they came.
 */
public final class EventSource implements AutoCloseable {

    private final Socket socket = new Socket();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final Thread reader = new Thread(this::read, "event-source");
    private volatile int status;
    private volatile long retryMillis = -1;
    private volatile int comments;
    private volatile String end;

    /** One event as it was dispatched; {@code id} is null if it had none of its own. */
    public record Event(String name, String id, String data, long nanos) {}

    /** Asks for {@code uri}; names and values of further headers in turn. */
    public EventSource(URI uri, String... more) throws IOException {
        this(uri, 0, more);
    }

    /** @param receiveBuffer bytes that the system keeps for the reader; 0 for as many as it likes */
    public EventSource(URI uri, int receiveBuffer, String... more) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), 5_000);
        StringBuilder request = new StringBuilder("GET " + uri.getRawPath()
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()) + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Accept: text/event-stream\r\n");
        for (int i = 0; i < more.length; i += 2) {
            request.append(more[i]).append(": ").append(more[i + 1]).append("\r\n");
        }
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        reader.setDaemon(true);
        if (receiveBuffer == 0) {
            reader.start();
        }
    }

    /** Begins to read, where that was put off. */
    public void startReading() {
        reader.start();
    }

    private void read() {
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String line = line(in);
            if (line == null) {
                end = "without an answer";
                return;
            }
            int code = Integer.parseInt(line.split(" ")[1]);
            for (line = line(in); line != null && !line.isEmpty(); line = line(in)) {
                int colon = line.indexOf(':');
                headers.merge(
                        line.substring(0, colon), line.substring(colon + 1).trim(), (a, b) -> a + ", " + b);
            }
            status = code;
            InputStream decoded = "chunked".equals(headers.get("Transfer-Encoding")) ? new Chunks(in) : in;
            if (headers.containsKey("Content-Length")) {
                body.writeBytes(decoded.readNBytes(Integer.parseInt(headers.get("Content-Length"))));
            } else if (code == 200) {
                readEvents("gzip".equals(headers.get("Content-Encoding")) ? new GZIPInputStream(decoded, 1) : decoded);
            }
            end = "in good order";
        } catch (IOException e) {
            end = e.toString();
        }
    }

    private void readEvents(InputStream in) throws IOException {
        String name = null;
        String id = null;
        StringBuilder data = null;
        for (String line = line(in); line != null; line = line(in)) {
            if (line.isEmpty()) {
                if (data != null) {
                    events.add(new Event(name, id, data.toString(), System.nanoTime()));
                }
                name = null;
                id = null;
                data = null;
            } else if (line.startsWith(":")) {
                comments++;
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("retry: ")) {
                retryMillis = Long.parseLong(line.substring(7));
            } else if (line.startsWith("data: ")) {
                data = data == null ? new StringBuilder() : data.append('\n');
                data.append(line.substring(6));
            } else {
                throw new IOException("No line of an event: " + line);
            }
        }
    }

    /** One line without its end; null if there is none any more. */
    private String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        if (status == 200) {
            synchronized (body) {
                body.writeBytes(line.toByteArray());
                body.write('\n');
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** The body of chunked answers. */
    private final class Chunks extends InputStream {
        private final InputStream in;
        private int left;
        private boolean first = true;
        private boolean over;

        Chunks(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            if (over) {
                return -1;
            }
            if (left == 0) {
                next();
                if (over) {
                    return -1;
                }
            }
            int read = in.read();
            if (read < 0) {
                throw new IOException("The answer was cut");
            }
            left--;
            return read;
        }

        /** At most what is there, or the reader would wait for more than there is. */
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = length == 0 ? 0 : read();
            if (read >= 0 && length > 0) {
                bytes[offset] = (byte) read;
                return 1;
            }
            return read;
        }

        private void next() throws IOException {
            StringBuilder size = new StringBuilder(first ? "" : "\n");
            first = false;
            String text = "";
            while (text.isEmpty()) {
                size.setLength(0);
                for (int read = in.read(); read != '\n'; read = in.read()) {
                    if (read < 0) {
                        throw new IOException("The answer was cut");
                    }
                    size.append((char) read);
                }
                text = size.toString().trim();
            }
            left = Integer.parseInt(text, 16);
            over = left == 0;
        }
    }

    /** The status; waited for. */
    public int status() {
        Await.until("there is an answer", () -> status != 0 || end != null);
        return status;
    }

    /** A header, null if it did not come. */
    public String header(String name) {
        status();
        return headers.get(name);
    }

    /** What has come so far, as text with line feeds. */
    public String body() {
        synchronized (body) {
            return body.toString(StandardCharsets.UTF_8);
        }
    }

    public List<Event> events() {
        return new ArrayList<>(events);
    }

    /** The delay that the server asked for; -1 if none. */
    public long retryMillis() {
        return retryMillis;
    }

    /** How many comments have come. */
    public int comments() {
        return comments;
    }

    /** How the answer ended; null while it goes on. */
    public String end() {
        return end;
    }

    /** Waits for an event, also one that has come before. */
    public Event await(String what, Duration patience, Predicate<Event> wanted) {
        try {
            Await.until(what, patience, () -> events.stream().anyMatch(wanted));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; " + this, e);
        }
        return events.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Waits until the answer has ended. */
    public void awaitEnd(Duration patience) {
        Await.until("the stream ends", patience, () -> end != null);
    }

    /** The newest event. */
    public Event last() {
        return events.get(events.size() - 1);
    }

    @Override
    public String toString() {
        return "status " + status + ", end " + end + ", body\n" + body();
    }

    /** Closes the connection, as the end of the process would. */
    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Closes the connection with a reset, as a crash may. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
