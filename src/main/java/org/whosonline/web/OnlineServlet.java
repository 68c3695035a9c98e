package org.whosonline.web;

import com.google.gson.stream.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;

/**
 * Who is online: {@code GET {base}/online?instance=&limit=&after=}.
 *
 * <pre>{"count":3,"hidden":0,"windowSeconds":300,"asOf":"2026-11-30T12:00:00Z","stale":false,
 *"users":[{"id":"42","name":"Ana","lastSeen":"2026-11-30T11:59:58Z"}],"next":null}</pre>
 *
 * <p>{@code count} is the number of those listed and of those who hide, {@code hidden} that of the latter. Who hides is in
 * nobody's list but their own, with {@code "hidden":true}.
 *
 * <p>Users come by name, at most {@code limit} of them (1 to 1000, 100 if not given); where there are more, {@code next}
 * is what to send as {@code after} for those that follow. Count and users of one answer are of one moment. While nobody
 * knows, {@code count} is null, {@code users} empty and {@code stale} true, with 200.
 */
public final class OnlineServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;
    private static final String CACHE_CONTROL = "private, no-store";
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;

    private final transient Function<String, Optional<Snapshot>> online;
    private final transient Predicate<HttpServletRequest> mayList;
    private final transient Function<HttpServletRequest, String> viewer;

    /**
     * @param online the snapshot to answer from, by the name of the instance, empty for the main map; asked once for each
     *     request that gets an answer; empty if there is none of that name
     * @param mayList whether the sender of a request may see names: whoever is logged in, or everybody where the list is
     *     public; the others are told to log in before the snapshot is asked for
     * @param viewer the exact id of whoever sent a request, null if that is nobody; asked only where somebody hides
     */
    public OnlineServlet(
            Function<String, Optional<Snapshot>> online,
            Predicate<HttpServletRequest> mayList,
            Function<HttpServletRequest, String> viewer) {
        this.online = Objects.requireNonNull(online);
        this.mayList = Objects.requireNonNull(mayList);
        this.viewer = Objects.requireNonNull(viewer);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!mayList.test(request)) {
            Problems.unauthorized(request, response);
            return;
        }
        int limit;
        Cursor after;
        Snapshot snapshot;
        try {
            limit = limit(Parameters.single(request, "limit"), DEFAULT_LIMIT, MAX_LIMIT);
            after = Cursor.parse(Parameters.single(request, "after"));
            snapshot = Parameters.snapshot(request, online);
        } catch (BadParameterException e) {
            Problems.badRequest(request, response, e.getMessage());
            return;
        }
        String self = snapshot.hidden() == 0 ? null : viewer.apply(request);
        send(request, response, 200, CACHE_CONTROL, json -> write(json, snapshot, self, limit, after));
    }

    /** How many to list: {@code usual} if {@code text} is null, at most {@code most}. */
    static int limit(String text, int usual, int most) throws BadParameterException {
        if (text == null) {
            return usual;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= most) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new BadParameterException("limit must be a number from 1 to " + most + ".");
    }

    private static void write(JsonWriter json, Snapshot snapshot, String self, int limit, Cursor after)
            throws IOException {
        List<OnlineUser> all = snapshot.users(self);
        int from = after == null ? 0 : after.position(snapshot, all, self);
        int to = Math.min(from + limit, all.size());
        json.beginObject().name("count");
        if (snapshot.count().isPresent()) {
            json.value(snapshot.count().getAsInt());
        } else {
            json.nullValue();
        }
        json.name("hidden").value(snapshot.hidden());
        json.name("windowSeconds").value(snapshot.window().toSeconds());
        json.name("asOf").value(Json.time(snapshot.asOf()));
        json.name("stale").value(snapshot.stale());
        json.name("users").beginArray();
        for (OnlineUser user : all.subList(from, to)) {
            json.beginObject();
            json.name("id").value(user.id());
            json.name("name").value(user.name());
            json.name("lastSeen").value(Json.time(user.lastSeen()));
            if (user.hidden()) {
                json.name("hidden").value(true);
            }
            json.endObject();
        }
        json.endArray();
        json.name("next").value(to < all.size() ? Cursor.of(all.get(to - 1)).text() : null);
        json.endObject();
    }
}
