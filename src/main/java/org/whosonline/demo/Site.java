package org.whosonline.demo;

import jakarta.servlet.ServletContext;
import java.time.Duration;
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

    /** Option {@code demo.auto-login}. */
    boolean autoLogin() {
        return whosOnline.settings().demoAutoLogin();
    }
}
