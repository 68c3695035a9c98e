package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.whosonline.Mark;
import org.whosonline.Snapshot;
import org.whosonline.UsersOnline;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

/** The kill switch: recording and display, off and on while the application runs. */
class SwitchesTest {

    private final Sites sites = new Sites(Map.of("", List.of("/*")));
    private final UsersOnline users = sites.maps.get("");
    private final Session session = new Session("S", null);

    private void view() throws Exception {
        sites.view(new Request(session, "ana"));
    }

    private void set(boolean recording, boolean display) {
        users.switches().setRecording(recording);
        users.switches().setDisplayed(display);
    }

    @Test
    void withRecordingOffTheFilterOnlyCallsTheChain() throws Exception {
        users.switches().setRecording(false);
        boolean[] called = new boolean[1];
        sites.view(new Request(session, "ana"), () -> called[0] = true);
        assertTrue(called[0]);
        assertEquals(0, sites.identified.get());
        assertEquals(0, session.writes);
        assertEquals(List.of(), sites.online(""));
    }

    @Test
    void withRecordingOffTheListRunsEmptyAndIsRightMeanwhile() throws Exception {
        view();
        users.switches().setRecording(false);
        sites.pass(200);
        view();
        assertEquals(List.of("ana"), sites.online(""));
        sites.pass(101);
        assertEquals(List.of(), sites.online(""));
        assertEquals(1, users.cleanUpInTurn().orElseThrow().removed().size());
    }

    @Test
    void withDisplayOffNobodyIsToldAnythingAndRecordingGoesOn() throws Exception {
        view();
        users.switches().setDisplayed(false);
        Snapshot snapshot = users.snapshot();
        assertTrue(snapshot.count().isEmpty()
                && snapshot.stale()
                && snapshot.users().isEmpty());
        assertEquals(Duration.ofMinutes(5), snapshot.window());
        sites.view(new Request(new Session("T", null), "bob"));
        users.switches().setDisplayed(true);
        assertEquals(List.of("ana", "bob"), sites.online(""));
    }

    @Test
    void withBothOffNothingIsSentToTheStore() throws Exception {
        view();
        sites.pass(10);
        set(false, false);
        int before = sites.traffic.get();
        sites.pass(30);
        view();
        users.snapshot();
        users.remove(new Mark("ana", 1000));
        assertEquals(Optional.empty(), users.cleanUpInTurn());
        sites.pass(30);
        assertEquals(before, sites.traffic.get());
        users.cleanUp();
        assertTrue(sites.traffic.get() > before, "a cleanup by hand is done");
    }

    @Test
    void switchedOnAgainItGoesOn() throws Exception {
        view();
        set(false, false);
        sites.pass(400);
        set(true, true);
        sites.pass(1);
        assertEquals(List.of(), sites.online(""));
        view();
        assertEquals(List.of("ana"), sites.online(""));
        assertEquals(2, session.writes);
    }

    /** Also within the throttle, when the store has lost the record meanwhile: nobody is believed unseen. */
    @Test
    void switchedOnAgainAMarkIsChecked() throws Exception {
        view();
        set(false, false);
        sites.pass(30);
        set(true, true);
        sites.pass(1);
        view();
        assertEquals(List.of("ana"), sites.online(""));
        assertEquals(1, users.figures().records());
    }

    @Test
    void whoLoggedOutWhileAllWasOffIsTakenOffWhenItIsOnAgain_PRIV_H07() throws Exception {
        view();
        set(false, false);
        users.remove((Mark) session.attributes.get("org.whosonline.mark"));
        sites.pass(20);
        set(true, true);
        sites.pass(2);
        assertEquals(List.of(), sites.online(""));
    }

    @Test
    void aRequestThatIsOnItsWayWhenRecordingEndsDoesNoHarm() throws Exception {
        Request request = new Request(session, null);
        sites.view(request, () -> {
            users.switches().setRecording(false);
            request.user = "ana";
        });
        assertEquals(List.of(), sites.online(""));
        assertEquals(0, session.writes);
        Request next = new Request(session, "ana");
        sites.view(next, () -> users.switches().setRecording(true));
        assertEquals(List.of(), sites.online(""));
        view();
        assertEquals(List.of("ana"), sites.online(""));
    }
}
