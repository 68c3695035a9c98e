package org.whosonline.browser;

import static org.whosonline.browser.BrowserSite.GRACE;
import static org.whosonline.browser.BrowserSite.LATE;
import static org.whosonline.browser.BrowserSite.LEASE;
import static org.whosonline.browser.BrowserSite.QUICK;
import static org.whosonline.browser.Stage.pass;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;

/** Networks, servers and stores that are away for a while: what others see, and how a page comes back by itself. */
class PresenceOutageIT {

    private static final String HERE = "document.querySelector('whos-here')";
    private static final String STATE = HERE + ".presence.state";

    /** How long a page takes to come back after a short failure: its first retry comes after 5 s, give or take a quarter. */
    private static final Duration RETRY = Duration.ofSeconds(8);

    @RegisterExtension
    static final Stage STAGE = new Stage(QUICK);

    @Test
    @DisplayName(
            "LEAVE-H03, S4 4.5: a network that hangs for a while shows nothing; one that is away for 10 s lets the user go with"
                    + " the lease and come back with it, and meanwhile the page shows what it knows, as old")
    void offline() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.ana.gate.hold();
        pass(Duration.ofSeconds(3));
        STAGE.ana.gate.release();
        pass(Duration.ofSeconds(3));
        watch.assertAlwaysThere("Ana", begun);
        STAGE.ana.browser.expect("ERR_INTERNET_DISCONNECTED");
        long cut = Watch.now();
        ana.offline(true);
        watch.assertGoneWithin("Ana", cut, LEASE.plus(LATE));
        ana.await("the page knows", STATE + " === 'waiting'");
        own.await("it says so", look -> look.faces().get(0).title().startsWith("Last known: Ben"));
        Await.until("ten seconds have passed", () -> Watch.now() - cut >= 10_000);
        ana.offline(false);
        watch.assertThereWithin("Ana", Watch.now(), Duration.ofSeconds(3));
        own.awaitFaces("Ben");
        own.assertAlways("somebody is shown", begun, look -> look.faces().size() == 1);
        STAGE.assertAlive(ana, path);
    }

    @Test
    @DisplayName(
            "STOR-H05, S4 4.3: a restart of Memcached, which forgets all, shows nobody leave, and then news come again")
    void memcached() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.site.memcached.kill();
        pass(Duration.ofSeconds(4));
        STAGE.site.memcached.start();
        STAGE.assertAlive(ana, path);
        pass(LEASE);
        watch.assertAlways(
                "Ana is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ana")));
        own.assertAlways(
                "Ben is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ben")));
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
    }

    @Test
    @DisplayName("S5 5.8: after a restart of its server a page is back by itself")
    void server() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("Failed to load resource");
        STAGE.site.tomcat.stop();
        STAGE.site.tomcat.start();
        STAGE.assertAlive(ana, path);
        watch.awaitFaces("Ana");
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 200})
    @DisplayName(
            "STREAM-H09: after some seconds of a proxy's errors, or of a page of it in the place of our answers, a page is back"
                    + " by itself")
    void failures(int status) throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        Watch own = Watch.of(ana);
        watch.awaitFaces("Ana");
        own.awaitFaces("Ben");
        long begun = Watch.now();
        STAGE.ana.browser.expect("Failed to load resource");
        STAGE.ana.gate.answer(request -> Gate.page(status, "<title>Please log in</title>"));
        STAGE.ana.gate.cut();
        pass(Duration.ofSeconds(3));
        STAGE.ana.gate.open();
        long open = Watch.now();
        ana.await("the page is live", RETRY.plusSeconds(2), STATE + " === 'live'");
        watch.assertThereWithin("Ana", open, RETRY);
        STAGE.assertAlive(ana, path);
        own.assertAlways(
                "Ben is shown",
                begun,
                look -> look.faces().stream().anyMatch(face -> face.title().contains("Ben")));
    }

    @Test
    @DisplayName("LEAVE-H04, LEAVE-H06: where the message of leaving is refused the user goes with the stream")
    void leaveBlocked() throws Exception {
        String path = STAGE.doc();
        Watch watch = Watch.of(STAGE.ben.open(path));
        Tab ana = STAGE.ana.open(path);
        watch.awaitFaces("Ana");
        STAGE.ana.browser.expect("status of 403");
        STAGE.ana.gate.answer(
                request -> request.contains("/presence/leave") ? Gate.page(403, "<title>No</title>") : null);
        long closed = Watch.now();
        ana.close();
        watch.assertGoneWithin("Ana", closed, GRACE.plus(LATE));
    }
}
