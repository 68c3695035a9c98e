package org.whosonline.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.whosonline.Snapshot;

/**
 * How this node is, for load balancers and people: {@code GET {base}/health}.
 *
 * <pre>{"status":"up","storeAvailable":true,"snapshotAgeSeconds":0,"lastCleanup":"2026-11-30T12:00:00Z"}</pre>
 *
 * <p>{@code status} is {@code up}; {@code degraded} while the store is away or has not answered in time, still with 200
 * since the pages of this node work and another node would fare no better; {@code down}, with 503, only while this node
 * cannot serve. {@code snapshotAgeSeconds} is null before the store was first read, {@code lastCleanup} before this
 * node's first cleanup.
 */
public final class HealthServlet extends ReadOnlyServlet {

    private static final long serialVersionUID = 1L;

    private final transient BooleanSupplier serving;
    private final transient Supplier<Snapshot> online;
    private final transient InstantSource storeTime;
    private final transient BooleanSupplier storeAvailable;
    private final transient Supplier<Instant> lastCleanup;

    /**
     * @param serving whether this node can serve at all: started, and not about to end
     * @param online the snapshot whose age is shown; asked only while {@code serving}
     * @param storeTime the clock that {@link Snapshot#asOf} is read from
     * @param storeAvailable whether the store answers, as far as this node knows without asking it
     * @param lastCleanup when a cleanup last ended on this node, or null
     */
    public HealthServlet(
            BooleanSupplier serving,
            Supplier<Snapshot> online,
            InstantSource storeTime,
            BooleanSupplier storeAvailable,
            Supplier<Instant> lastCleanup) {
        this.serving = Objects.requireNonNull(serving);
        this.online = Objects.requireNonNull(online);
        this.storeTime = Objects.requireNonNull(storeTime);
        this.storeAvailable = Objects.requireNonNull(storeAvailable);
        this.lastCleanup = Objects.requireNonNull(lastCleanup);
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
        Snapshot snapshot = online.get();
        boolean available = storeAvailable.getAsBoolean();
        send(
                request,
                response,
                200,
                "no-store",
                json -> json.beginObject()
                        .name("status")
                        .value(available && !snapshot.stale() ? "up" : "degraded")
                        .name("storeAvailable")
                        .value(available)
                        .name("snapshotAgeSeconds")
                        .value(age(snapshot.asOf()))
                        .name("lastCleanup")
                        .value(Json.time(lastCleanup.get()))
                        .endObject());
    }

    private Long age(Instant asOf) {
        if (asOf == null) {
            return null;
        }
        // Never below zero: the store's time may have been learned again in between.
        return Math.max(0, Duration.between(asOf, storeTime.instant()).toSeconds());
    }
}
