package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.presence.Heard;
import org.whosonline.presence.Heard.Outcome;
import org.whosonline.presence.Roster;

/**
 * Who is in a room: {@code GET {base}/presence?room=&limit=&after=}, which joins nobody, and
 *
 * <pre>{"room":"/docs/42","total":1,"viewers":[…],"hash":"…","asOf":"2026-11-30T12:00:00Z","stale":false,"next":null}</pre>
 *
 * <p>is the answer, the viewers as {@link RosterJson} tells, at most {@code limit} of them (1 to 1000, 100 if not given);
 * {@code next} is what to send as {@code after} for those that follow. {@code ETag} is weak, over hash and stale.
 *
 * <p>To join, to give a sign of life, to change: {@code POST {base}/presence}.
 *
 * <pre>room=/docs/42&amp;conn=k3Jx0cJh7dG2pQw9ZsT4Va&amp;state=active
 *{"viewerId":"42","conn":["k3Jx0cJh7dG2pQw9ZsT4Va"],"hash":["…"]}</pre>
 *
 * <p>{@code hash} is null where nobody knows the roster, or its sender may not see it. {@code "stopped":true} follows if a
 * connection is no longer served because it was without input for so long.
 */
public final class PresenceServlet extends RoomsServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(PresenceServlet.class);
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;

    /** Much longer than anything takes, other than the end of the application. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final RefusedException UNKNOWN = RefusedException.unavailable("This cannot be told just now.");

    /** @param site asked for each request */
    public PresenceServlet(Supplier<PresenceSite> site) {
        super(site, "GET, HEAD, POST");
    }

    @Override
    void answer(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        if (request.getMethod().equals("POST")) {
            take(site, request, response);
        } else {
            list(site, request, response);
        }
    }

    private static void list(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        PresenceGuard guard = site.guard();
        Sender sender = guard.sender(request);
        Fields fields = Bodies.query(request);
        String room = room(guard, fields);
        int limit = limit(fields.single("limit"));
        Cursor after = after(fields.single("after"));
        guard.checkSee(request, sender.user(), List.of(room));
        String known = request.getHeader("If-None-Match");
        LaterAnswer answer = new LaterAnswer(request, response, LONGEST, UNKNOWN::send);
        site.presence()
                .roster(room)
                .whenComplete((roster, fault) -> answer.send(
                        fault == null ? page(roster.seenBy(sender.user()), limit, after, known) : unknown(fault)));
        answer.await();
    }

    /** The one room of a request. */
    static String room(PresenceGuard guard, Fields fields) throws RefusedException {
        String room = fields.single("room");
        return guard.rooms(room == null ? List.of() : List.of(room)).get(0);
    }

    private static int limit(String text) throws RefusedException {
        try {
            return OnlineServlet.limit(text, DEFAULT_LIMIT, MAX_LIMIT);
        } catch (BadParameterException e) {
            throw RefusedException.bad(e.getMessage());
        }
    }

    private static Cursor after(String text) throws RefusedException {
        try {
            return Cursor.parse(text);
        } catch (BadParameterException e) {
            throw RefusedException.bad(e.getMessage());
        }
    }

    /** Put together where it is written: a page of a big room takes its time. */
    private static LaterAnswer.Content page(Roster roster, int limit, Cursor after, String known) {
        return (request, response) -> {
            String tag = tag(roster);
            if (tag != null) {
                response.setHeader("ETag", tag);
            }
            if (tag != null && known != null && isOneOf(tag, known)) {
                response.setHeader("Cache-Control", CACHE_CONTROL);
                response.setStatus(304);
                return;
            }
            int from = after == null ? 0 : after.position(roster.viewers());
            int to = Math.min(from + limit, roster.viewers().size());
            boolean more = to < roster.viewers().size();
            String next = more ? Cursor.of(roster.viewers().get(to - 1)).text() : null;
            json(RosterJson.page(roster, from, to, next)).writeTo(request, response);
        };
    }

    /** Null while nobody knows the roster. */
    private static String tag(Roster roster) {
        String hash = RosterJson.hash(roster);
        return hash == null ? null : "W/\"" + hash + (roster.stale() ? "-stale" : "") + '"';
    }

    private static boolean isOneOf(String tag, String known) {
        for (String one : known.split(",")) {
            String trimmed = one.trim();
            if (trimmed.equals("*") || trimmed.equals(tag) || ("W/" + trimmed).equals(tag)) {
                return true;
            }
        }
        return false;
    }

    private static void take(PresenceSite site, HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Signs signs = Signs.read(site, request);
        List<Boolean> visible = new ArrayList<>();
        for (String room : signs.rooms()) {
            visible.add(site.guard().maySee(request, signs.sender().user(), room));
        }
        LaterAnswer answer = new LaterAnswer(request, response, LONGEST, UNKNOWN::send);
        CompletableFuture<List<Heard>> taken = signs.send(site.presence());
        // Scenario: another request of this session logs out after this one was let pass; then its connections have
        // been
        // released before this sign of life comes.
        if (signs.takeBackIfGone(site, request)) {
            answer.send(RefusedException.nobody()::send);
        }
        taken.whenComplete(
                (heard, fault) -> answer.send(fault == null ? taken(signs, heard, visible) : unknown(fault)));
        answer.await();
    }

    private static LaterAnswer.Content taken(Signs signs, List<Heard> heard, List<Boolean> visible) {
        RefusedException refusal = signs.refusal(heard);
        if (refusal != null) {
            return refusal::send;
        }
        return json(Json.bytes(json -> {
            json.beginObject().name("viewerId").value(signs.sender().user());
            json.name("conn").beginArray();
            for (String conn : signs.conns()) {
                json.value(conn);
            }
            json.endArray().name("hash").beginArray();
            for (int i = 0; i < heard.size(); i++) {
                Roster roster = heard.get(i).roster().seenBy(signs.sender().user());
                json.value(visible.get(i) ? RosterJson.hash(roster) : null);
            }
            json.endArray();
            if (heard.stream().anyMatch(one -> one.outcome() == Outcome.STOPPED)) {
                json.name("stopped").value(true);
            }
            json.endObject();
        }));
    }

    /** The store did not take a status; or the application ends. */
    static LaterAnswer.Content unknown(Throwable fault) {
        LOG.debug("A request about rooms failed", fault);
        return UNKNOWN::send;
    }
}
