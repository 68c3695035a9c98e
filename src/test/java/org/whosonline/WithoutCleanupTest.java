package org.whosonline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.store.HeapStore;

/** A site map that nobody ever cleans up: the job is switched off, and cron was forgotten. */
class WithoutCleanupTest {

    /** Long ones, so that the map is full several times over in a short test. */
    private static final String ID = "x".repeat(2_000);

    private final Time time = new Time();
    private final HeapStore store = new HeapStore(time);

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName(
            "CRON-H06: people come and go for ten hours and nothing cleans up: the map does not grow without bound")
    void theMapDoesNotGrowWithoutBound(int buckets) {
        SiteMap site = new SiteMap(store, time, buckets);
        for (int visit = 0; visit < 1_200; visit++) {
            String id = ID + visit;
            site.view(id, new Session());
            time.pass(Duration.ofSeconds(30));
            site.users.tend();
            List<OnlineUser> online = site.users.snapshot().users();
            assertTrue(online.stream().anyMatch(user -> user.id().equals(id)), "visit " + visit);
            assertTrue(online.size() <= 11, () -> online.size() + " online");
        }
        String layout = new String(store.get("usersOnline:layout").join(), UTF_8);
        assertEquals(1, layout.split("\\[\\d+,\\d+]", -1).length - 1, layout);
        assertTrue(layout.contains("[1,"), layout);
        assertTrue(store.get("usersOnline").join().length <= 1 << 20);
    }
}
