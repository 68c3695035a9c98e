package org.whosonline.browser;

import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages whose user logs in again. */
class PresenceLoginLongIT {

    private static final String STATE = "document.querySelector('whos-here').presence.state";

    @RegisterExtension
    static final Stage STAGE = new Stage(BrowserSite.CALM);

    @Test
    @DisplayName(
            "after a logout and another login in another tab a page is back when its user looks at it, without a reload")
    void loggedInAgain() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("status of 401");
        Tab other = STAGE.ana.open("/cached/plain/other");
        other.later(
                "await fetch('../../logout', { method: 'POST', body: new URLSearchParams({ how: 'invalidate' }) })");
        ana.show();
        ana.await("the page knows", STATE + " === 'out'");
        STAGE.ana.login("ana", "Ana");
        other.show();
        pass(Duration.ofSeconds(31));
        ana.show();
        watch.awaitFaces("Ana");
        Watch.of(ana).awaitFaces("Ben");
    }
}
