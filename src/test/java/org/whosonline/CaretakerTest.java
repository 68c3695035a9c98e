package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;

@DisplayName("An operator beside running nodes")
class CaretakerTest {

    private static final Duration WINDOW = SiteMap.WINDOW;

    private final Time time = new Time();
    private final Store store = new HeapStore(time);
    private Caretaker caretaker;

    @BeforeEach
    void connect() {
        caretaker = caretaker(WINDOW);
    }

    private Caretaker caretaker(Duration window) {
        StoreClock clock = new StoreClock(store, time, time::nanos);
        clock.learn().join();
        return new Caretaker(store, clock, options(window, 0), Runnable::run, new Random(2));
    }

    private static UsersOnline.Options options(Duration window, int buckets) {
        return new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                window,
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                buckets,
                Duration.ofMillis(250));
    }

    /** A node of another configuration that has just started. */
    private void nodeStarts(Duration window, int buckets) {
        StoreClock clock = new StoreClock(store, time, time::nanos);
        UsersOnline node = new UsersOnline(store, clock, options(window, buckets), Runnable::run, new Random(3));
        node.tend();
        node.tend();
    }

    private String value(String key) {
        byte[] value = store.get(key).join();
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void aNodeThatStartsWritesItsWindowBesideTheData() {
        nodeStarts(Duration.ofMinutes(5), 0);
        assertEquals(300, caretaker.read().join().window());
        // Scenario: window=10m is deployed. The command must not go on dropping users after five minutes.
        nodeStarts(Duration.ofMinutes(10), 0);
        assertEquals(600, caretaker.read().join().window());
        assertEquals("{\"window\":600,\"layouts\":[[1,1764500000]]}", value("usersOnline:layout"));
    }

    @Test
    void aNodeWithAFixedNumberOfKeysSaysSo() {
        nodeStarts(WINDOW, 1);
        assertEquals("{\"window\":300,\"fixed\":true,\"layouts\":[[1,1764500000]]}", value("usersOnline:layout"));
        nodeStarts(WINDOW, 0);
        assertEquals("{\"window\":300,\"layouts\":[[1,1764500000]]}", value("usersOnline:layout"));
    }

    @Test
    void aCleanupOfAMapThatIsFullSplitsItOnlyWhereItMay() {
        for (int buckets : new int[] {1, 0}) {
            SiteMap site = new SiteMap(store, time, buckets);
            nodeStarts(WINDOW, buckets);
            for (int i = 0; i < 3_000; i++) {
                site.view("a user with a long id " + i, new Session());
            }
            assertTrue(caretaker.cleanUp(WINDOW).join().saved());
            assertEquals(buckets == 1 ? 1 : 2, caretaker.read().join().layouts().size());
        }
    }

    @Test
    void whatTheNodesAgreedOnIsNotWrittenByOthersWhereItIsGone() {
        SiteMap site = new SiteMap(store, time, 4);
        site.view("a", new Session());
        store.delete("usersOnline:layout").join();
        assertEquals(0, caretaker.cleanUp(WINDOW).join().now());
        assertNull(value("usersOnline:layout"));
        site.users.renew().join();
        assertTrue(site.users.snapshot().user("a").isPresent());
        assertEquals(1, caretaker.cleanUp(WINDOW).join().now());
    }

    @Test
    void aShorterWindowForOneCleanupDropsNoLayoutThatNodesStillRead() {
        SiteMap old = new SiteMap(store, time, 2);
        old.view("a", new Session());
        time.pass(Duration.ofSeconds(10));
        nodeStarts(WINDOW, 3);
        time.pass(Duration.ofSeconds(100));
        assertEquals(1, caretaker.cleanUp(Duration.ofMinutes(2)).join().now());
        assertEquals(2, caretaker.read().join().layouts().size());
        assertEquals(300, caretaker.read().join().window());
    }

    @Test
    void foreseesWhatACleanupDoes() {
        SiteMap site = new SiteMap(store, time, 0);
        site.view("a", new Session());
        time.pass(Duration.ofSeconds(310));
        site.view("b", new Session());
        CleanupReport foreseen = caretaker.foresee(caretaker.read().join(), WINDOW);
        assertEquals(
                new CleanupReport(2, List.of(new CleanupReport.Removed("a", Duration.ofSeconds(310))), 1, true),
                foreseen);
        assertEquals(foreseen, caretaker.cleanUp(WINDOW).join());
        assertEquals("1", value("numUsersOnline"));
    }

    @Test
    void whoIsRemovedAndGoesOnBrowsingComesBack() {
        SiteMap site = new SiteMap(store, time, 0);
        Session session = new Session();
        site.view("a", session);
        time.pass(Duration.ofSeconds(10));
        assertTrue(caretaker.remove("a", caretaker.read().join(), WINDOW).join());
        assertFalse(caretaker.isThere("a").join());
        assertFalse(caretaker.remove("a", caretaker.read().join(), WINDOW).join());
        time.pass(Duration.ofSeconds(5));
        site.users.tend();
        assertEquals(0, site.users.snapshot().count().orElseThrow());
        site.view("a", session);
        assertTrue(caretaker.isThere("a").join());
    }
}
