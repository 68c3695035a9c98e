package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** People who do in one room what others are to see nothing of, with the default times. */
final class Scene {

    private static final List<String> PEOPLE =
            List.of("changing", "hurried", "offline", "reloading", "slow", "tabs", "wandering");

    /** On a machine that has other things to do. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    private final RoomsSite site;
    private final String room;
    private final Map<String, OpenPage> pages = new ConcurrentSkipListMap<>();
    private OpenPage second;
    private OpenPage third;

    Scene(RoomsSite site, String room) {
        this.site = site;
        this.room = room;
    }

    Set<String> ids() {
        return pages.keySet();
    }

    /** All come, each with one page and one of them with three. */
    void enter() throws Exception {
        for (String id : PEOPLE) {
            pages.put(id, site.login(id).page(room).beat(pages.size() % 2));
        }
        second = pages.get("tabs").user.page(room).beat(0);
        third = pages.get("tabs").user.page(room).beat(1);
    }

    /** Takes 13 seconds, for which nobody needs another sign of life. */
    void play(Timeline timeline) {
        AtomicInteger steps = new AtomicInteger();
        // Five times within five seconds, and twenty times within as much as a person needs who is really fast.
        timeline.every(900, 5, () -> reload("hurried", steps.incrementAndGet() % 2));
        timeline.every(650, 20, () -> reload("reloading", steps.incrementAndGet() % 2));
        timeline.every(1_500, 9, () -> pages.get("wandering").beat(steps.incrementAndGet() % 2));
        timeline.every(
                500,
                20,
                () -> pages.get("changing")
                        .beat(1, "state", List.of("active", "idle", "away").get(steps.incrementAndGet() % 3)));
        timeline.at(12_000, () -> pages.get("offline").beat(1));
        timeline.at(2_000, this::goToASlowPage);
        timeline.at(8_000, () -> join("slow", 1));
        timeline.at(3_000, () -> second.leave(1));
        timeline.at(6_000, () -> pages.put("tabs", third).leave(0));
    }

    /** The page goes, and is there again at once, by way of the other node. */
    private synchronized void reload(String id, int node) throws Exception {
        pages.get(id).leave(node);
        join(id, 1 - node);
    }

    private void join(String id, int node) throws Exception {
        pages.put(id, pages.get(id).user.page(room).beat(node));
    }

    /** The next page is painted by the server, the one before is left; the script of the new one takes six seconds to load. */
    private void goToASlowPage() throws Exception {
        OpenPage before = pages.get("slow");
        assertEquals(
                200,
                before.user.get(0, "/paint.jsp?r=" + RoomsSite.encode(room)).statusCode());
        before.leave(1);
    }

    /** All leave, one after the other, which is seen in time. */
    void leave(List<RosterWatch> watches) throws Exception {
        List<Long> times = new ArrayList<>();
        for (String id : ids()) {
            List<Integer> marks = watches.stream().map(RosterWatch::mark).toList();
            long begun = System.nanoTime();
            pages.get(id).leave(times.size() % 2);
            for (int i = 0; i < watches.size(); i++) {
                RosterWatch watch = watches.get(i);
                watch.await(
                        id + " has left",
                        RoomsCluster.RELEASE.plus(BUSY),
                        roster -> !roster.ids().contains(id));
                times.add(watch.goneNanos(id, marks.get(i)) - begun);
            }
        }
        List<Long> sorted = times.stream().sorted().toList();
        assertTrue(
                sorted.get(sorted.size() / 2) <= RoomsCluster.RELEASE.toNanos(),
                () -> "Departures took " + sorted + " ns");
    }
}
