package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A page is left: {@code POST {base}/presence/leave} with {@code room} and {@code conn}, which may repeat in pairs.
 *
 * <p>Always answered with 204, since nobody reads the answer to a beacon: also when nobody is logged in, when the page has
 * left before, and for a connection of another user, which is left alone; then nothing is done. Pages of other sites are
 * not turned away: they do not know the connection's id.
 */
public final class LeaveServlet extends RoomsServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(LeaveServlet.class);

    /** @param site asked for each request */
    public LeaveServlet(Supplier<PresenceSite> site) {
        super(site, "POST");
    }

    @Override
    void answer(PresenceSite site, HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            leave(site, request);
        } catch (RefusedException e) {
            LOG.debug("A leave was not taken: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.debug("A leave failed", e);
        }
        absent(request, response);
    }

    @Override
    void absent(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Cache-Control", "no-store");
        response.setStatus(204);
    }

    private static void leave(PresenceSite site, HttpServletRequest request) throws IOException, RefusedException {
        PresenceGuard guard = site.guard();
        String user = guard.sender(request).user();
        Fields fields = Bodies.read(request, site.rules().maxBody());
        List<String> rooms = guard.rooms(fields.all("room"));
        List<String> conns = fields.all("conn");
        if (conns.size() != rooms.size()) {
            throw RefusedException.bad("conn must be given once for each room, in the same order.");
        }
        guard.conns(conns, rooms.size());
        for (int i = 0; i < rooms.size(); i++) {
            String room = rooms.get(i);
            String conn = conns.get(i);
            if (guard.mayJoin(request, user, room)) {
                site.presence().release(room, user, conn);
            } else {
                // Who has been shut out since may still leave, but not write into a room where they never were.
                site.presence()
                        .silence(room, user, conn)
                        .thenAccept(
                                heard -> heard.ifPresent(ago -> site.presence().release(room, user, conn)));
            }
        }
    }
}
