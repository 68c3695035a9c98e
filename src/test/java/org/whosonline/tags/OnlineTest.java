package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.TestSnapshots.user;

import java.util.List;
import java.util.Map;
import java.util.Optional;
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
