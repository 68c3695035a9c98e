package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Waits until a roster changes: {@code POST {base}/presence/poll} with {@code room}, {@code conn} and {@code lastHash}, and
 * whatever else a sign of life may say, since it is one.
 *
 * <pre>{"hasChanged":true,"total":1,"viewers":[…],"hash":"…","stale":false}
 *{"hasChanged":false}</pre>
 *
 * <p>Answered at once if the roster is not the one of {@code lastHash}, or none was given; an empty one stands for a roster
 * that nobody knew. Else held until it changes; also until it is {@code stale} or no longer, as told by
 * {@code lastStale} (else as it was when the poll began). Between two polls nothing is missed, since it is the rosters
 * that are compared. For how long it is held, see {@link Polls}.
 *
 * <p>{@code conn} follows in the answer if the poll came without one; {@code "stopped":true} if the connection is no longer
 * served because it was without input for so long.
 */
public final class PollServlet extends RoomsServlet {

    private static final long serialVersionUID = 1L;

    /** @param site asked for each request */
    public PollServlet(Supplier<PresenceSite> site) {
        super(site, "POST");
    }

    @Override
    void answer(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Signs signs = Signs.read(site, request);
        if (signs.rooms().size() != 1) {
            throw RefusedException.bad("room must be given once.");
        }
        site.guard().checkSee(request, signs.sender().user(), signs.rooms());
        String lastHash = signs.fields().single("lastHash");
        Boolean lastStale = signs.fields().flag("lastStale");
        if (!request.isAsyncSupported()) {
            throw RefusedException.unavailable("Polls cannot be held here: a filter of this application does not"
                    + " support asynchronous requests (async-supported).");
        }
        LaterAnswer answer =
                new LaterAnswer(request, response, site.polls().longest(), RoomsServlet.json(Poll.UNCHANGED));
        site.polls().begin(new Poll(signs, lastHash, lastStale, answer, site.json()));
        // Scenario: another request of this session logs out after this one was let pass and before it was on the list.
        if (signs.takeBackIfGone(site, request)) {
            answer.send(RefusedException.nobody()::send);
        }
    }
}
