package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.whosonline.Snapshot;

/**
 * How many are online, for everybody: {@code GET {base}/online/count?instance=}.
 *
 * <pre>{"count":3,"asOf":"2026-11-30T12:00:00Z","stale":false}
 *{"count":null,"stale":true}</pre>
 *
 * <p>The second is the answer while nobody knows; it comes with 200 too, since a page has nothing to do but show it.
 *
 * <p>This is what a page that sits in a page cache asks for its number. The answer is the same for everybody and a node
 * reads the store at most once a second, so a cache may keep it for that second: a cached page seen 5,000 times a
 * second then costs one request a second, and nobody sees an older number than without the cache. It may not be kept
 * any longer, not even when this node cannot be reached.
 */
public final class CountServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;
    private static final String CACHE_CONTROL = "public, max-age=1, must-revalidate";

    private final transient Function<String, Optional<Snapshot>> online;

    /**
     * @param online the snapshot to answer from, by the name of the instance, empty for the main map; asked once for each
     *     request; empty if there is none of that name
     */
    public CountServlet(Function<String, Optional<Snapshot>> online) {
        this.online = Objects.requireNonNull(online);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Snapshot snapshot;
        try {
            snapshot = Parameters.snapshot(request, online);
        } catch (BadParameterException e) {
            Problems.badRequest(request, response, e.getMessage());
            return;
        }
        send(request, response, 200, CACHE_CONTROL, json -> {
            json.beginObject().name("count");
            if (snapshot.count().isPresent()) {
                json.value(snapshot.count().getAsInt()).name("asOf").value(Json.time(snapshot.asOf()));
            } else {
                json.nullValue();
            }
            json.name("stale").value(snapshot.stale()).endObject();
        });
    }
}
