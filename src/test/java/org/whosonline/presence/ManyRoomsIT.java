package org.whosonline.presence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.app.RealNode;
import org.whosonline.store.Operation;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** Many rooms that are followed on one node. */
@DisplayName("S4 4.6: 1,000 rooms with ten followers each on one node")
class ManyRoomsIT {

    private static final int ROOMS = 1_000;
    private static final int FOLLOWERS = 10;

    private final MemcachedProcess memcached = MemcachedProcess.running();
    private final RealNode joining = node();
    private final RealNode node = node();
    private final List<Seen> followers = new ArrayList<>();

    private RealNode node() {
        return new RealNode(memcached.address(), Duration.ofSeconds(5), RealNode.options(Duration.ofMinutes(10)));
    }

    /** What one follower was shown. */
    private static final class Seen {
        final AtomicInteger rosters = new AtomicInteger();
        final AtomicReference<Roster> last = new AtomicReference<>();

        void take(Roster roster) {
            last.set(roster);
            rosters.incrementAndGet();
        }

        boolean has(int total) {
            Roster roster = last.get();
            return roster != null && !roster.stale() && roster.total().orElse(-1) == total;
        }
    }

    @BeforeEach
    void follow() {
        List<CompletableFuture<Heard>> heard = new ArrayList<>();
        for (int room = 0; room < ROOMS; room++) {
            heard.add(joining.presence().beat(Crowd.beat("/docs/" + room, room)));
        }
        heard.forEach(Await::result);
    }

    @AfterEach
    void end() {
        node.close();
        joining.close();
        memcached.close();
    }

    private void followAll() {
        for (int i = 0; i < ROOMS * FOLLOWERS; i++) {
            Seen seen = new Seen();
            followers.add(seen);
            node.presence().follow("/docs/" + i / FOLLOWERS, seen::take);
        }
        Await.until("all have a roster", () -> followers.stream().allMatch(seen -> seen.has(1)));
    }

    private static long threads() {
        return Thread.getAllStackTraces().size();
    }

    /** Looks at the versions: all that is asked for at once and is no reading of a room. */
    private long looks() {
        return node.store().asked(Operation.MULTI_GET)
                - node.presence().figures().readings();
    }

    @Test
    @DisplayName("a change reaches the ten followers of its room and nobody else; no thread is started for any of it")
    void aChangeReachesItsFollowersOnly() {
        long before = threads();
        followAll();
        assertTrue(threads() <= before + 2, "from " + before + " to " + threads() + " threads");
        List<Integer> counts =
                followers.stream().map(seen -> seen.rosters.get()).toList();
        result(joining.presence().beat(Crowd.beat("/docs/7", ROOMS)));
        List<Seen> ten = followers.subList(7 * FOLLOWERS, 8 * FOLLOWERS);
        Await.until("all ten see it", () -> ten.stream().allMatch(seen -> seen.has(2)));
        for (int i = 0; i < followers.size(); i++) {
            int more = i / FOLLOWERS == 7 ? 1 : 0;
            assertEquals(counts.get(i) + more, followers.get(i).rosters.get(), "follower " + i);
        }
    }

    @Test
    @DisplayName("S3 3.5: one question a tick asks for all rooms together")
    void oneQuestionATick() {
        followAll();
        long looks = looks();
        long begun = System.nanoTime();
        Await.until("a dozen ticks pass", () -> looks() - looks >= 12);
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        // The words of the users are one more map, which is read every few seconds.
        assertTrue(taken.compareTo(Duration.ofMillis(250 * 9)) >= 0, "12 looks within " + taken.toMillis() + " ms");
    }
}
