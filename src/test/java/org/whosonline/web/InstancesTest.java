package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.http.HttpSessionEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.whosonline.Mark;
import org.whosonline.UsersOnline;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

/** S1 1.8: page views on several lists of one application. */
class InstancesTest {

    private final Sites sites = new Sites(new TreeMap<>(
            Map.of("", List.of("/*"), "forum", List.of("/forum/*", "/board"), "shop", List.of("/shop/*"))));
    private final Session session = new Session("S", Browser.context(contextOf(sites)));

    private static Map<String, Object> contextOf(Sites sites) {
        return Map.of(Recording.ATTRIBUTE, sites.recording);
    }

    private Request at(String path) {
        Request request = new Request(session, "ana");
        request.servletPath = path;
        return request;
    }

    private void assertOnline(List<String> main, List<String> forum, List<String> shop) {
        assertEquals(
                List.of(main, forum, shop), List.of(sites.online(""), sites.online("forum"), sites.online("shop")));
    }

    @Test
    void aPageViewIsRecordedOnTheMainListAndWhereItsPathBelongs() throws Exception {
        sites.view(at("/news"));
        assertOnline(List.of("ana"), List.of(), List.of());
        sites.view(at("/forum/1"));
        assertOnline(List.of("ana"), List.of("ana"), List.of());
        sites.view(at("/shop"));
        assertOnline(List.of("ana"), List.of("ana"), List.of("ana"));
        sites.view(at("/forums"));
        sites.view(at("/ping"));
        assertEquals(
                Map.of(
                        "org.whosonline.mark", new Mark("ana", 1000),
                        "org.whosonline.mark.forum", new Mark("ana", 1000),
                        "org.whosonline.mark.shop", new Mark("ana", 1000)),
                session.attributes);
        assertEquals(3, session.writes);
        // The user of two lists is one user of the site.
        assertEquals(1, sites.maps.get("").snapshot().count().orElseThrow());
    }

    @Test
    void eachListIsThrottledAndForgetsByItself() throws Exception {
        sites.view(at("/forum/1"));
        sites.pass(200);
        sites.view(at("/news"));
        sites.pass(110);
        assertOnline(List.of("ana"), List.of(), List.of());
        assertEquals(2, sites.maps.get("").figures().records());
        assertEquals(1, sites.maps.get("forum").figures().records());
        assertEquals(0, sites.maps.get("shop").figures().records());
        assertEquals(
                List.of("ana"),
                sites.maps.get("forum").cleanUp().removed().stream()
                        .map(removed -> removed.id())
                        .toList());
        assertEquals(0, sites.maps.get("").cleanUp().removed().size());
    }

    @Test
    void whoLogsOutAnywhereLeavesEveryList() throws Exception {
        sites.view(at("/forum/1"));
        Request logout = at("/news");
        sites.view(logout, () -> logout.user = null);
        assertOnline(List.of(), List.of(), List.of());
        assertEquals(Map.of(), session.attributes);
    }

    @Test
    void aSessionThatTimesOutLeavesEveryList() throws Exception {
        sites.view(at("/shop/1"));
        new SessionListener().sessionDestroyed(new HttpSessionEvent(session.api));
        assertOnline(List.of("ana"), List.of(), List.of("ana"));
        sites.held.forEach(Runnable::run);
        assertOnline(List.of(), List.of(), List.of());
    }

    @Test
    void whatFailsOnOneListIsDoneOnTheOthers() throws Exception {
        session.attributes.put("org.whosonline.mark", new Mark("ana", 1000));
        UsersOnline main = sites.maps.get("");
        main.switches().setRecording(false);
        sites.view(at("/forum/1"));
        assertOnline(List.of(), List.of("ana"), List.of());
    }

    @Test
    void theUserIsLookedUpOnceForAllLists() throws Exception {
        sites.view(at("/forum/1"));
        assertEquals(2, sites.identified.get());
    }
}
