package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whosonline.Figures;
import org.whosonline.web.Browser.Request;

/** S1 1.15: users with a principal and without a session. */
class SessionlessTest {

    private final Sites sites = new Sites(Map.of("", List.of("/*")));
    private final Figures figures = sites.maps.get("").figures();

    private static Request by(String user) {
        return new Request(null, user);
    }

    @Test
    void theNodeRemembersWhomItRecorded_S1_15() throws Exception {
        for (int i = 0; i < 100; i++) {
            sites.view(by("ana"));
            sites.pass(1);
        }
        assertEquals(1, figures.records());
        sites.pass(21);
        sites.view(by("ana"));
        assertEquals(2, figures.records());
        assertEquals(List.of("ana"), sites.online(""));
    }

    @Test
    void aRecordThatFailedIsMadeAgainByTheNextRequest_S1_15() throws Exception {
        sites.view(by("bob"));
        sites.broken = true;
        sites.view(by("ana"));
        assertEquals(1, figures.records());
        // Not stored, but known to this node, which will make the record again.
        assertEquals(List.of("ana", "bob"), sites.online(""));
        sites.broken = false;
        sites.view(by("ana"));
        assertEquals(List.of("ana", "bob"), sites.online(""));
        sites.view(by("ana"));
        assertEquals(2, figures.records());
    }

    /** There is no logout without a session: whoever stops is gone when the window has passed. */
    @Test
    void whoStopsLeavesWithTheWindow_S1_15() throws Exception {
        sites.view(by("ana"));
        sites.pass(300);
        assertEquals(List.of("ana"), sites.online(""));
        sites.pass(2);
        assertEquals(List.of(), sites.online(""));
    }

    /** As far as there is one: a request that ends with nobody logged in has ended the login. */
    @Test
    void aRequestThatLogsOutLeaves_S1_15() throws Exception {
        sites.view(by("ana"));
        Request request = by("ana");
        sites.view(request, () -> request.user = null);
        assertEquals(List.of(), sites.online(""));
    }

    @Test
    void theMemoryIsBoundedAndNobodyIsLostBeyondIt_S1_15() throws Exception {
        int users = MapRecorder.REMEMBERED_USERS + 500;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < users; i++) {
                sites.view(by("user" + i));
            }
            assertEquals(users, sites.maps.get("").snapshot().count().orElseThrow());
        }
        // Least recently seen goes first, and a second round in the same order meets nobody it remembers.
        assertEquals(2L * users, figures.records());
        for (int i = users - MapRecorder.REMEMBERED_USERS; i < users; i++) {
            sites.view(by("user" + i));
        }
        assertEquals(2L * users, figures.records());
        sites.view(by("user0"));
        assertTrue(figures.records() > 2L * users);
    }
}
