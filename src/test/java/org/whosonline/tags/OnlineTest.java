package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.hidden;
import static org.whosonline.TestSnapshots.user;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMaps;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;

class OnlineTest {

    private static final Snapshot TWO = TestSnapshots.of(user("1", "Ana", 0), user("2", "Bo", 9));

    private final View view = new View();

    private Online find() {
        return Source.of(view.context, view.request, view.response, "");
    }

    @Test
    void givesPagesWhatTheyShow() {
        Online online = view.online(TWO);

        assertEquals(2, online.getCount());
        assertTrue(online.isKnown());
        assertFalse(online.isStale());
        assertEquals(TestSnapshots.NOON, online.getAsOf());
        assertEquals(300, online.getWindowSeconds());
        assertEquals(5, online.getWindowMinutes());
        assertEquals(Map.of(), view.headers);
        List<ListedUser> users = online.getUsers();
        assertEquals(
                List.of("1 Ana 2026-11-30T12:00:00Z", "2 Bo 2026-11-30T11:59:51Z"),
                users.stream()
                        .map(user -> user.getId() + " " + user.getName() + " " + user.getLastSeen())
                        .toList());
        assertEquals(Map.of("Cache-Control", "private, no-store"), view.headers);
    }

    @Test
    void tellsWhoIsThere() {
        Online online = view.online(TWO);
        assertEquals(Optional.of(true), online.isOnline("1"));
        assertEquals(Optional.of(false), online.isOnline("Ana"));
        assertEquals(Optional.of(false), online.isOnline(""));
        assertEquals(Optional.of(false), online.isOnline(null));
        assertEquals(Map.of("Cache-Control", "private, no-store"), view.headers);
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H10: who hides is found by themselves only")
    void whoHidesIsFoundByThemselvesOnly() {
        Snapshot snapshot = TestSnapshots.of(user("1", "Ana", 0), hidden("2", "Bo", 0));
        Online others = view.onlineTo("1", snapshot);
        assertEquals(2, others.getCount());
        assertEquals(1, others.getHidden());
        assertEquals(Optional.of(false), others.isOnline("2"));
        assertEquals(
                List.of("1"), others.getUsers().stream().map(ListedUser::getId).toList());

        Online own = view.onlineTo("2", snapshot);
        assertEquals(Optional.of(true), own.isOnline("2"));
        assertEquals(
                List.of("1 false", "2 true"),
                own.getUsers().stream()
                        .map(user -> user.getId() + " " + user.isHidden())
                        .toList());
        assertEquals(0, view.online(null).getHidden());
    }

    @Test
    @DisplayName("PRIV-H10: all tags of a request know who looks, as far as that can be found out")
    void knowsWhoLooks() {
        view.requestAttributes.put(
                "org.whosonline.tags.snapshot:/app:", Optional.of(TestSnapshots.of(hidden("2", "Bo", 0))));
        view.contextAttributes.put(ListAccess.ATTRIBUTE, View.access("2"));
        assertEquals(1, find().getUsers().size());
        view.contextAttributes.put(ListAccess.ATTRIBUTE, new ListAccess() {
            @Override
            public boolean mayList(HttpServletRequest request) {
                return true;
            }

            @Override
            public String viewer(HttpServletRequest request) {
                throw new IllegalStateException("test");
            }
        });
        assertEquals(List.of(), find().getUsers());
    }

    /** PRIV-H09. */
    @Test
    void tellsStrangersTheNumberOnly() {
        Online online = view.onlineToStrangers(TWO);
        assertEquals(2, online.getCount());
        assertFalse(online.isListed());
        assertEquals(List.of(), online.getUsers());
        assertEquals(Optional.empty(), online.isOnline("1"));
        assertEquals(Map.of(), view.headers);
    }

    @Test
    void nobodyKnowsWhileTheStoreIsAway() {
        Online online = view.online(TestSnapshots.unknown(TestSnapshots.NOON));
        assertNull(online.getCount());
        assertFalse(online.isKnown());
        assertTrue(online.isStale());
        assertEquals(TestSnapshots.NOON, online.getAsOf());
        assertEquals(List.of(), online.getUsers());
        assertEquals(Optional.empty(), online.isOnline("1"));
    }

    @Test
    void nothingIsKnownWhereWhosOnlineDoesNotRun() {
        Online online = find();
        assertNull(online.getCount());
        assertFalse(online.isKnown());
        assertTrue(online.isStale());
        assertNull(online.getAsOf());
        assertEquals(0, online.getWindowMinutes());
        assertFalse(online.isListed());
        assertEquals(List.of(), online.getUsers());
        assertEquals(Optional.empty(), online.isOnline("1"));
        assertEquals(1, view.contextAttributes.size(), "what was logged");
    }

    @Test
    void somethingElseInOurAttributesIsNothing() {
        view.contextAttributes.put(SiteMaps.ATTRIBUTE, "of another class loader");
        assertFalse(find().isKnown());
    }

    @Test
    void allTagsOfARequestShowOneSnapshot() {
        view.requestAttributes.put("org.whosonline.tags.snapshot:/app:", Optional.of(TWO));
        assertEquals(2, find().getCount());
        assertEquals(2, find().getCount());
        assertFalse(Source.of(view.context, view.request, view.response, "shop").isKnown());
        find();
        assertEquals(2, view.requestAttributes.size());
    }

    @Test
    void whereTheRuleFailsNamesAreForNobody() {
        view.requestAttributes.put("org.whosonline.tags.snapshot:/app:", Optional.of(TWO));
        assertFalse(find().isListed());
        view.contextAttributes.put(ListAccess.ATTRIBUTE, (ListAccess) request -> true);
        assertTrue(find().isListed());
        view.contextAttributes.put(ListAccess.ATTRIBUTE, (ListAccess) request -> {
            throw new IllegalStateException("test");
        });
        assertFalse(find().isListed());
        assertEquals(List.of(), find().getUsers());
    }
}
