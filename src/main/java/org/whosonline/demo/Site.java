package org.whosonline.demo;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.whosonline.app.WhosOnline;
import org.whosonline.presence.Beat;
import org.whosonline.presence.State;

/** All that the demo asks of WhosOnline. */
final class Site {

    /** How long a form waits for what it has done. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final WhosOnline whosOnline;

    private Site(WhosOnline whosOnline) {
        this.whosOnline = whosOnline;
    }

    static Site of(ServletContext context) {
        return new Site(WhosOnline.from(context));
    }

    /** How long a user stays online. */
    Duration window() {
        return whosOnline.settings().window();
    }

    /** How long a session's record lasts before the next page view is recorded again. */
    Duration recordAfter() {
        return whosOnline.settings().recordAfter();
    }

    /** Where WhosOnline's own addresses start, within this application. */
    String base() {
        return whosOnline.settings().base();
    }

    /** How long one who gives no further sign stays in a room. */
    Duration lease() {
        return whosOnline.settings().presence().lease();
    }

    /** What became of a sign of life. */
    enum Joined {
        TAKEN,
        RELEASED,
        TOO_MANY,
        REFUSED
    }

    /**
     * Joins a room, or stays there.
     *
     * @param editing null to leave it as it is
     */
    Joined beat(HttpServletRequest request, String room, String conn, State state, Boolean editing) {
        Optional<Beat> beat = whosOnline.beat(request, room, conn, state, editing);
        if (beat.isEmpty()) {
            return Joined.REFUSED;
        }
        // Without an answer in time it is done all the same, or soon.
        return await(whosOnline.presence().beat(beat.get()))
                .map(heard -> switch (heard.outcome()) {
                    case TAKEN -> Joined.TAKEN;
                    case RELEASED, STOPPED -> Joined.RELEASED;
                    case TOO_MANY -> Joined.TOO_MANY;
                })
                .orElse(Joined.TAKEN);
    }

    /** Whether a connection has been heard of lately, as far as this node knows. */
    boolean isThere(String room, String user, String conn) {
        return await(whosOnline.presence().silence(room, user, conn))
                .flatMap(silence -> silence)
                .filter(silence -> silence.compareTo(lease()) < 0)
                .isPresent();
    }

    /** Leaves a room for good. */
    void leave(String room, String user, String conn) {
        await(whosOnline.presence().release(room, user, conn));
    }

    /** Whether the store has taken it; empty takes the status away. */
    boolean setStatus(String user, String text) {
        return await(whosOnline.presence().setStatus(user, text).thenApply(done -> true))
                .isPresent();
    }

    /** Empty if there is no answer as long as a page may wait. */
    private <T> Optional<T> await(Future<T> answer) {
        try {
            return Optional.ofNullable(answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Option {@code demo.auto-login}. */
    boolean autoLogin() {
        return whosOnline.settings().demoAutoLogin();
    }
}
