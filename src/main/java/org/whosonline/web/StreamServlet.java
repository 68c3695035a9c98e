package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The rosters of rooms as they change: {@code GET {base}/presence/stream?room=R&room=…&conn=C&conn=…}, for
 * {@code EventSource} and the like.
 *
 * <pre>
 * retry: 2417
 *
 * event: conn
 * data: {"conn":["dGhpcyBpcyBub3Qgb25l"]}
 *
 * event: presence
 * id: 5d41402abc4b2a76b9719d911017c592
 * data: {"room":"/docs/42","total":1,"viewers":[…],"hash":"5d41402abc4b2a76b9719d911017c592","stale":false}
 *
 * :
 * </pre>
 *
 * <p>There is a {@code conn} event only where the request names no connections. The present roster of each room comes at
 * once, then each one that looks different; a slow reader gets the newest. Lines that begin with a colon are nothing, but
 * keep the connection going and show when it is closed.
 *
 * <p>The request is a sign of life of its connections, which joins them if need be; what is written is none. A stream whose
 * connections were not heard of for two heartbeats ends, and a client that lives connects again. When the session ends, so
 * does the stream, with
 *
 * <pre>
 * event: end
 * data: {"reason":"session"}
 * </pre>
 *
 * <p>and a further request is answered 401. A page without input for too long gets the reason {@code stopped}. It, and a
 * connection that has left, is answered 204 afterwards, on which EventSource does not come back.
 *
 * <p>Whether a room may be seen is asked when the stream is opened, since only a request can tell.
 */
public final class StreamServlet extends RoomsServlet {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<Streams> streams;

    /**
     * Not for HEAD, which would join a room without being in it.
     *
     * @param site asked, like {@code streams}, for each request
     */
    public StreamServlet(Supplier<PresenceSite> site, Supplier<Streams> streams) {
        super(site, "GET");
        this.streams = Objects.requireNonNull(streams);
    }

    @Override
    void answer(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        PresenceGuard guard = site.guard();
        Sender sender = guard.sender(request);
        guard.checkOrigin(request);
        Fields fields = Bodies.query(request);
        List<String> rooms = guard.rooms(fields.all("room"));
        List<String> conns = guard.conns(fields.all("conn"), rooms.size());
        guard.checkSee(request, sender.user(), rooms);
        guard.checkJoin(request, sender.user(), rooms);
        List<Connections.Place> places = new ArrayList<>();
        for (int i = 0; i < rooms.size(); i++) {
            places.add(new Connections.Place(rooms.get(i), conns.get(i)));
        }
        streams.get().open(request, sender, places, fields.all("conn").isEmpty());
    }
}
