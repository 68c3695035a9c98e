package org.whosonline.demo;

import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.Optional;
import org.whosonline.Snapshot;
import org.whosonline.app.WhosOnline;

/** All that the demo asks of WhosOnline. */
final class Site {

    private final WhosOnline whosOnline;

    private Site(WhosOnline whosOnline) {
        this.whosOnline = whosOnline;
    }

    static Site of(ServletContext context) {
        return new Site(WhosOnline.from(context));
    }

    /** Who is online, for a page that must not fail: empty where even asking is impossible. */
    static Optional<Snapshot> ask(ServletContext context) {
        try {
            return Optional.of(of(context).snapshot());
        } catch (IllegalStateException e) {
            // Not started or already closed: an error page is shown even then.
            return Optional.empty();
        }
    }

    Snapshot snapshot() {
        return whosOnline.usersOnline().snapshot();
    }

    /** How long a session's record lasts before the next page view is recorded again. */
    Duration recordAfter() {
        return whosOnline.settings().recordAfter();
    }

    /** Whether names are shown to those who are not logged in. */
    boolean listPublic() {
        return whosOnline.settings().listPublic();
    }

    /** Where WhosOnline's own addresses start, within this application. */
    String base() {
        return whosOnline.settings().base();
    }

    /** Option {@code demo.auto-login}. */
    boolean autoLogin() {
        return whosOnline.settings().demoAutoLogin();
    }
}
