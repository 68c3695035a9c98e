package org.whosonline.web;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What a stream about rooms consists of besides the rosters. */
final class StreamParts {

    /** The reason for the end of a stream whose session has ended. */
    static final String SESSION = "session";

    /**
     * The reason for the end of a stream whose page was without input for too long, and the id of that event: a browser
     * sends it along when it comes back, as it always does the first time.
     */
    static final String STOPPED = "stopped";

    /** Bytes that a container may keep of each response; some would take 32 KB. */
    private static final int BUFFER = 4_096;

    private StreamParts() {}

    static void setHeaders(HttpServletResponse response) {
        Encoding.remove(response);
        response.setStatus(200);
        response.setContentType("text/event-stream;charset=UTF-8");
        // The last is for proxies and filters that would pack it, and keep events until there are enough of them.
        response.setHeader("Cache-Control", "private, no-store, no-transform");
        // nginx collects answers otherwise.
        response.setHeader("X-Accel-Buffering", "no");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setBufferSize(BUFFER);
    }

    /**
     * The first bytes.
     *
     * @param conns connections made up here, one for each room; empty if the client has made them up
     */
    static byte[] first(Duration retry, List<String> conns) {
        byte[] first = Events.retry(retry);
        if (conns.isEmpty()) {
            return first;
        }
        byte[] data = Json.bytes(json -> {
            json.beginObject().name("conn").beginArray();
            for (String conn : conns) {
                json.value(conn);
            }
            json.endArray().endObject();
        });
        return Events.join(first, Events.event("conn", null, data));
    }

    /**
     * The last event.
     *
     * @param id null for none
     */
    static byte[] end(String reason, String id) {
        return Events.event("end", id, ("{\"reason\":\"" + reason + "\"}").getBytes(StandardCharsets.US_ASCII));
    }
}
