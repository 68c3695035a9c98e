package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.Rarely;
import org.whosonline.Snapshot;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

/** What the application says about who hides, and what becomes of it. */
class VisibilityTest {

    private final Set<String> hiding = new HashSet<>();
    private final AtomicInteger questions = new AtomicInteger();
    private RuntimeException fault;
    private final Sites sites = new Sites(Map.of("", List.of("/*"), "forum", List.of("/*")), (request, user) -> {
        questions.incrementAndGet();
        if (fault != null) {
            throw fault;
        }
        return hiding.contains(user);
    });
    private final Session session = new Session("S", null);

    private Snapshot snapshot() {
        return sites.maps.get("").snapshot();
    }

    private static String seen(Snapshot snapshot) {
        return snapshot.users().size() + " listed, " + snapshot.hidden() + " hidden";
    }

    @Test
    @DisplayName("PRIV-H05: whom the application hides is hidden from the first page view on, on every list")
    void hidesFromTheFirstView() throws Exception {
        hiding.add("ana");
        sites.view(
                new Request(session, "ana"),
                () -> sites.maps.values().forEach(map -> assertEquals("0 listed, 1 hidden", seen(map.snapshot()))));
        assertTrue(snapshot().user("ana", "ana").orElseThrow().hidden());
    }

    @Test
    @DisplayName("PRIV-H10: whoever hides is hidden with the very request that says so, and shows up so again")
    void aChangeCountsWithTheRequestThatMakesIt() throws Exception {
        sites.view(new Request(session, "ana"));
        assertEquals("1 listed, 0 hidden", seen(snapshot()));
        sites.view(new Request(session, "ana"), () -> hiding.add("ana"));
        assertEquals("0 listed, 1 hidden", seen(snapshot()));
        sites.pass(2);
        sites.view(new Request(session, "ana"), () -> hiding.remove("ana"));
        assertEquals("1 listed, 0 hidden", seen(snapshot()));
    }

    @Test
    void isAskedTwiceForEachRequestOfAUserAndNotForOthers() throws Exception {
        sites.view(new Request(session, "ana"));
        sites.view(new Request(session, "ana"));
        assertEquals(4, questions.get());
        sites.view(new Request(null, null));
        assertEquals(4, questions.get());
    }

    @Test
    void nothingIsWrittenAsLongAsTheAnswerStays() throws Exception {
        hiding.add("ana");
        sites.view(new Request(session, "ana"));
        int writes = session.writes;
        for (int i = 0; i < 60; i++) {
            sites.pass(1);
            sites.view(new Request(session, "ana"));
        }
        assertEquals(writes, session.writes);
    }

    @Test
    @DisplayName("PRIV-H07: who logs out is not asked about, though the container still names them")
    void whoLeavesIsNotAskedAbout() throws Exception {
        sites.view(new Request(session, "ana"));
        questions.set(0);
        sites.view(new Request(session, "ana"), () -> session.valid = false);
        assertEquals(1, questions.get());
        assertEquals("0 listed, 0 hidden", seen(snapshot()));
    }

    @Test
    void whoLogsInWithANewSessionIsAskedAbout() throws Exception {
        hiding.add("bo");
        sites.view(new Request(session, "ana"));
        Request login = new Request(session, "ana");
        sites.view(login, () -> {
            session.valid = false;
            login.session = new Session("T", null);
            login.user = "bo";
        });
        assertEquals("0 listed, 1 hidden", seen(snapshot()));
    }

    @Test
    @DisplayName("PRIV-H05: where the application cannot tell, the user is hidden, and the page not affected")
    void whoCannotBeToldIsHidden() throws Exception {
        fault = new IllegalStateException("test");
        sites.view(new Request(session, "ana"));
        assertEquals("0 listed, 1 hidden", seen(snapshot()));
        fault = null;
        sites.view(new Request(session, "ana"));
        assertEquals("1 listed, 0 hidden", seen(snapshot()));
    }

    @Test
    @DisplayName("PRIV-H05: users without a session hide as well")
    void sessionlessUsersHide() throws Exception {
        sites.view(new Request(null, "ana"));
        hiding.add("ana");
        sites.view(new Request(null, "ana"));
        assertEquals("0 listed, 1 hidden", seen(snapshot()));
    }

    @Test
    void anExcludedPathIsNoPageViewForWhoHidesEither() throws Exception {
        sites.view(new Request(session, "ana"));
        hiding.add("ana");
        Request ping = new Request(session, "ana");
        ping.servletPath = "/ping";
        sites.view(ping);
        assertEquals("1 listed, 0 hidden", seen(snapshot()));
    }

    @Test
    void theApplicationsOwnIsFound() {
        Visibility nobody = (request, user) -> false;
        Visibility own = (request, user) -> true;
        assertSame(own, Hooks.find(Browser.context(Map.of(Visibility.ATTRIBUTE, own)), Visibility.class, nobody));
        assertSame(nobody, Hooks.find(Browser.context(Map.of()), Visibility.class, nobody));
        assertEquals(
                "The servlet context attribute org.whosonline.web.Visibility holds a java.lang.String, which is no"
                        + " org.whosonline.web.Visibility.",
                assertThrows(
                                IllegalStateException.class,
                                () -> Hooks.find(
                                        Browser.context(Map.of(Visibility.ATTRIBUTE, "x")), Visibility.class, nobody))
                        .getMessage());
        assertEquals(Visibility.class.getName(), Visibility.ATTRIBUTE);
        assertEquals(UserResolver.class.getName(), UserResolver.ATTRIBUTE);
    }

    @Test
    void nobodyHidesFromNobody() {
        Hiding strict = new Hiding((request, user) -> true, new Rarely(() -> 0));
        assertFalse(strict.isHidden(new Request(null, null).api, null));
    }
}
