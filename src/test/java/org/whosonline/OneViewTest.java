package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.testing.ScriptedCluster;

/** People who look at one page and no other, at a moment when the store does not take their record. */
class OneViewTest {

    private final Time time = new Time();
    private final ScriptedCluster cluster = new ScriptedCluster(new Random(1), 1, 1 << 20);
    private final SiteMap site = new SiteMap(cluster.client(), time, 1);
    private final SiteMap other = new SiteMap(cluster.client(), time, 1);

    @BeforeEach
    void meet() {
        pass(2);
    }

    @Test
    @DisplayName("RACE-H01: a record that was not answered is made again by the node, with its own time")
    void anUnansweredRecordIsMadeAgain() {
        cluster.lost = 1;
        Session session = new Session();
        site.view("a", session);
        pass(1);
        cluster.lost = 0;
        pass(8);
        assertEquals(List.of("a"), online(other));
        OnlineUser user = seen("a");
        assertEquals(session.mark.time(), user.lastSeen().getEpochSecond());
        assertEquals(1, session.writes);
    }

    @Test
    @DisplayName("CONN-H01: whoever's only view came while the store was away is recorded when it is back")
    void aFirstViewDuringAnOutageIsRecordedAfterIt() {
        cluster.kill(0);
        Session session = new Session();
        site.users.record("a", "Ana", session);
        site.users.record("a", "Ana", session);
        assertEquals(1, session.writes, "once, however long it is away");
        pass(3);
        cluster.restart(0);
        pass(8);
        assertEquals("Ana", seen("a").name());
    }

    @Test
    @DisplayName("PRIV-H07: whoever logs out before the store is back is not recorded after it")
    void whoLeavesDuringAnOutageStaysAway() {
        cluster.kill(0);
        Session session = new Session();
        site.view("a", session);
        assertNotNull(session.mark);
        site.users.remove(session.mark);
        pass(3);
        cluster.restart(0);
        pass(8);
        assertEquals(List.of(), online(site));
        assertEquals(List.of(), online(other));
    }

    @Test
    void aViewOlderThanTheWindowIsForgotten() {
        cluster.kill(0);
        site.view("a", new Session());
        pass(301);
        cluster.restart(0);
        pass(8);
        assertEquals(List.of(), online(other));
    }

    @Test
    void whoComesBackIsRecordedAtOnceAndKeepsTheLaterTime() {
        cluster.kill(0);
        Session session = new Session();
        site.view("a", session);
        pass(3);
        cluster.restart(0);
        pass(1);
        site.view("a", session);
        long later = session.mark.time();
        pass(8);
        assertEquals(later, seen("a").lastSeen().getEpochSecond());
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.pass(Duration.ofSeconds(1));
            cluster.advance(1_000);
            site.users.tend();
            other.users.tend();
            cluster.settle();
        }
    }

    private OnlineUser seen(String id) {
        assertEquals(List.of(id), online(other));
        return other.users.snapshot().user(id).orElseThrow();
    }

    private List<String> online(SiteMap site) {
        site.users.renew();
        cluster.settle();
        return site.users.snapshot().users().stream().map(OnlineUser::id).toList();
    }
}
