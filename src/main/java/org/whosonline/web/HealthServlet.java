package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.whosonline.Figures.LastCleanup;
import org.whosonline.Snapshot;
import org.whosonline.UsersOnline;

/**
 * How this node is, for load balancers and people: {@code GET {base}/health}.
 *
 * <pre>{"status":"up","storeAvailable":true,"snapshotAgeSeconds":0,"lastCleanup":"2026-11-30T12:00:00Z"}</pre>
 *
 * <p>{@code status} is {@code up}; {@code degraded} while the store is away or has not answered in time, still with 200
 * since the pages of this node work and another node would fare no better; {@code down}, with 503, only while this node
 * cannot serve. {@code snapshotAgeSeconds} is null before the store was first read, {@code lastCleanup} before this
 * node's first cleanup. Where there are several site maps, each figure is that of the worst. A map whose display is
 * switched off has no snapshot to be judged by.
 */
public final class HealthServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;

    private final transient BooleanSupplier serving;
    private final transient Supplier<List<State>> maps;

    /**
     * How one site map is.
     *
     * @param displayed whether it is shown at all
     * @param snapshot the present snapshot
     * @param storeTime the present time on the clock that {@link Snapshot#asOf} is read from
     * @param storeAvailable whether the store answers, as far as this node knows without asking it
     * @param lastCleanup when a cleanup last ended on this node; null if none has
     */
    public record State(
            boolean displayed, Snapshot snapshot, Instant storeTime, boolean storeAvailable, Instant lastCleanup) {

        /** How {@code users} is now. */
        public static State of(UsersOnline users) {
            LastCleanup last = users.figures().lastCleanup();
            return new State(
                    users.switches().isDisplayed(),
                    users.snapshot(),
                    users.storeTime(),
                    users.isStoreAvailable(),
                    last == null ? null : last.ended());
        }

        boolean isUp() {
            return storeAvailable && !(displayed && snapshot.stale());
        }

        /** Null if the store was never read. Never below zero: the store's time may have been learned again in between. */
        private Long age() {
            return snapshot.asOf() == null
                    ? null
                    : Long.valueOf(Math.max(
                            0, Duration.between(snapshot.asOf(), storeTime).toSeconds()));
        }
    }

    /**
     * @param serving whether this node can serve at all: started, and not about to end
     * @param maps all site maps, at least one; asked only while {@code serving}
     */
    public HealthServlet(BooleanSupplier serving, Supplier<List<State>> maps) {
        this.serving = Objects.requireNonNull(serving);
        this.maps = Objects.requireNonNull(maps);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!serving.getAsBoolean()) {
            send(
                    request,
                    response,
                    503,
                    "no-store",
                    json -> json.beginObject().name("status").value("down").endObject());
            return;
        }
        List<State> states = maps.get();
        send(
                request,
                response,
                200,
                "no-store",
                json -> json.beginObject()
                        .name("status")
                        .value(states.stream().allMatch(State::isUp) ? "up" : "degraded")
                        .name("storeAvailable")
                        .value(states.stream().allMatch(State::storeAvailable))
                        .name("snapshotAgeSeconds")
                        .value(worst(
                                states.stream().filter(State::displayed).map(State::age), Comparator.naturalOrder()))
                        .name("lastCleanup")
                        .value(Json.time(worst(states.stream().map(State::lastCleanup), Comparator.reverseOrder())))
                        .endObject());
    }

    /** The greatest in {@code order}; null, which is worse than all, if any is, or if there is none. */
    private static <T> T worst(Stream<T> values, Comparator<T> order) {
        List<T> all = values.toList();
        return all.isEmpty() || all.contains(null) ? null : Collections.max(all, order);
    }
}
