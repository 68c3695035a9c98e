package org.whosonline.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.Mark;
import org.whosonline.Marks;
import org.whosonline.SiteMaps;
import org.whosonline.UsersOnline;
import org.whosonline.log.StoreClock;
import org.whosonline.presence.Beat;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceOptions;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.testing.Exposition;

/** What is told, under which names, and that telling it asks the store for nothing. */
class WhosOnlineMetricsTest {

    private static final Map<String, String> TYPES = new TreeMap<>(Map.ofEntries(
            Map.entry("whosonline_users_online", "gauge"),
            Map.entry("whosonline_snapshot_age_seconds", "gauge"),
            Map.entry("whosonline_readings_total", "counter"),
            Map.entry("whosonline_readings_failed_total", "counter"),
            Map.entry("whosonline_records_total", "counter"),
            Map.entry("whosonline_records_failed_total", "counter"),
            Map.entry("whosonline_records_refused_total", "counter"),
            Map.entry("whosonline_removals_total", "counter"),
            Map.entry("whosonline_repairs_total", "counter"),
            Map.entry("whosonline_cleanup_duration_seconds", "summary"),
            Map.entry("whosonline_cleanup_age_seconds", "gauge"),
            Map.entry("whosonline_compaction_conflicts_total", "counter"),
            Map.entry("whosonline_store_available", "gauge"),
            Map.entry("whosonline_store_evictions_total", "counter"),
            Map.entry("whosonline_store_operations_total", "counter"),
            Map.entry("whosonline_store_failures_total", "counter"),
            Map.entry("whosonline_rooms", "gauge"),
            Map.entry("whosonline_rooms_followed", "gauge"),
            Map.entry("whosonline_rooms_followers", "gauge"),
            Map.entry("whosonline_rooms_connections", "gauge"),
            Map.entry("whosonline_rooms_largest_viewers", "gauge"),
            Map.entry("whosonline_rooms_joins_total", "counter"),
            Map.entry("whosonline_rooms_leases_released_total", "counter"),
            Map.entry("whosonline_rooms_leases_expired_total", "counter"),
            Map.entry("whosonline_rooms_leases_renewed_total", "counter"),
            Map.entry("whosonline_rooms_rosters_sent_total", "counter"),
            Map.entry("whosonline_rooms_readings_total", "counter"),
            Map.entry("whosonline_rooms_failures_total", "counter"),
            Map.entry("whosonline_rooms_refused_total", "counter"),
            Map.entry("whosonline_rooms_reports_delayed_total", "counter"),
            Map.entry("whosonline_rooms_store_operations_total", "counter"),
            Map.entry("whosonline_rooms_store_failures_total", "counter")));

    private static final Set<String> OPERATIONS =
            Set.of("get", "multi_get", "gets", "cas", "add", "set", "append", "incr", "touch", "delete", "stats");

    private final Time time = new Time();
    private final HeapStore heap = new HeapStore(time);
    private boolean storeFails;
    private long evicted;
    private int asked;
    private final Store store = (Store) Proxy.newProxyInstance(
            Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, arguments) -> {
                if (!CompletableFuture.class.isAssignableFrom(method.getReturnType())) {
                    return method.invoke(heap, arguments);
                }
                asked++;
                if (storeFails) {
                    return CompletableFuture.failedFuture(new StoreException("test"));
                }
                return method.getName().equals("evictions")
                        ? CompletableFuture.completedFuture(evicted)
                        : method.invoke(heap, arguments);
            });
    private final StoreClock clock = new StoreClock(store, time, time::nanos);
    private final UsersOnline users = map("");
    private final UsersOnline forum = map("forum/");
    private final SiteMaps maps = SiteMaps.of(inOrder());
    private final Presence presence = new Presence(
            store,
            clock,
            new PresenceOptions(
                    "",
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(150),
                    Duration.ofSeconds(15),
                    Duration.ZERO,
                    Duration.ofMillis(250),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    20,
                    32),
            Runnable::run,
            Runnable::run,
            new Random(1),
            () -> null,
            Runnable::run);
    private final PrometheusText text = new PrometheusText(maps, presence.figures());

    private Map<String, UsersOnline> inOrder() {
        Map<String, UsersOnline> byName = new LinkedHashMap<>();
        byName.put("", users);
        byName.put("forum", forum);
        return byName;
    }

    private UsersOnline map(String prefix) {
        return new UsersOnline(
                store,
                clock,
                new UsersOnline.Options(
                        prefix + "usersOnline",
                        prefix + "numUsersOnline",
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(1),
                        1,
                        Duration.ofMillis(250)),
                Runnable::run,
                new Random(1));
    }

    private Exposition scrape() {
        return new Exposition(text.get());
    }

    @Test
    void namesAndTypesAreThese() {
        assertEquals(TYPES, new TreeMap<>(scrape().types()));
    }

    @Test
    void theReadmeTellsOfAll() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        TYPES.keySet().forEach(name -> assertTrue(readme.contains("`" + name + "`"), name));
    }

    @Test
    void labelsAreTheListAndTheOperationAndNothingElse() {
        users.tend();
        view("ana");
        assertEquals(Map.of("instance", Set.of("main", "forum"), "op", OPERATIONS), scrape().labels());
        assertFalse(text.get().contains("ana"));
    }

    @Test
    void whatNobodyKnowsIsNoNumber() {
        Exposition nothing = scrape();
        assertTrue(Double.isNaN(nothing.main("users_online")));
        assertTrue(Double.isNaN(nothing.main("snapshot_age_seconds")));
        assertTrue(Double.isNaN(nothing.main("cleanup_age_seconds")));
        assertEquals(0, nothing.main("store_evictions_total"));
        users.tend();
        assertEquals(0, scrape().main("users_online"));
        assertEquals(0, scrape().main("snapshot_age_seconds"));
        assertTrue(Double.isNaN(scrape().value("whosonline_users_online{instance=\"forum\"}")));
        time.pass(Duration.ofSeconds(20));
        assertEquals(20, scrape().main("snapshot_age_seconds"));
        time.pass(Duration.ofMinutes(5));
        assertTrue(Double.isNaN(scrape().main("users_online")));
        assertEquals(320, scrape().main("snapshot_age_seconds"));
        users.switches().setDisplayed(false);
        assertTrue(Double.isNaN(scrape().main("snapshot_age_seconds")));
    }

    @Test
    void aScrapeAsksTheStoreForNothing() {
        users.tend();
        view("ana");
        for (Duration age : List.of(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMinutes(10))) {
            time.pass(age);
            int before = asked;
            scrape();
            assertEquals(before, asked);
        }
    }

    @Test
    @DisplayName("S5 5.9: leases that ran out are told apart from those that were released")
    void leasesAreCounted() {
        users.tend();
        for (String conn : List.of("first", "second", "third")) {
            presence.beat(new Beat("ana", "Ana", null, false, "/r", conn, null, null, null, null, 1_800));
        }
        presence.release("/r", "ana", "first");
        presence.tend();
        Exposition then = scrape();
        assertEquals(1, then.value("whosonline_rooms{}"));
        assertEquals(2, then.value("whosonline_rooms_connections{}"));
        assertEquals(1, then.value("whosonline_rooms_largest_viewers{}"));
        assertEquals(3, then.value("whosonline_rooms_joins_total{}"));
        assertEquals(1, then.value("whosonline_rooms_leases_released_total{}"));
        assertEquals(0, then.value("whosonline_rooms_leases_expired_total{}"));
        time.pass(Duration.ofSeconds(40));
        presence.tend();
        presence.tend();
        then = scrape();
        assertEquals(2, then.value("whosonline_rooms_leases_expired_total{}"));
        assertEquals(1, then.value("whosonline_rooms_leases_released_total{}"));
        assertEquals(0, then.value("whosonline_rooms_connections{}"));
        assertTrue(then.value("whosonline_rooms_store_operations_total{op=\"append\"}") >= 3);
    }

    @Test
    void recordsRemovalsAndOperationsAreCounted() {
        users.tend();
        Mark ana = view("ana");
        view("bob");
        Exposition then = scrape();
        assertEquals(2, then.main("users_online"), "also before the next reading");
        assertEquals(2, then.main("records_total"));
        assertEquals(2, then.main("store_operations_total", "append"));
        assertEquals(0, then.main("store_failures_total", "append"));
        users.remove(ana);
        storeFails = true;
        view("eve");
        then = scrape();
        assertEquals(1, then.main("removals_total"));
        assertEquals(1, then.main("records_failed_total"));
        assertEquals(2, then.main("records_total"));
        assertEquals(1, then.main("store_failures_total", "append"));
        assertEquals(0, then.value("whosonline_records_total{instance=\"forum\"}"));
    }

    @Test
    void cleanupsAreTimed() {
        users.tend();
        users.cleanUp();
        users.cleanUp();
        time.pass(Duration.ofSeconds(30));
        Exposition then = scrape();
        assertEquals(2, then.main("cleanup_duration_seconds_count"));
        assertEquals(0, then.main("cleanup_duration_seconds_sum"));
        assertEquals(30, then.main("cleanup_age_seconds"));
        assertEquals(0, then.main("compaction_conflicts_total"));
    }

    @Test
    void evictionsAreLearnedOnceAnInterval() {
        evicted = 7;
        users.tend();
        assertEquals(7, scrape().main("store_evictions_total"));
        evicted = 9;
        time.pass(Duration.ofSeconds(59));
        users.tend();
        assertEquals(7, scrape().main("store_evictions_total"));
        time.pass(Duration.ofSeconds(1));
        storeFails = true;
        users.tend();
        assertEquals(7, scrape().main("store_evictions_total"), "an unanswered question changes nothing");
        storeFails = false;
        time.pass(Duration.ofSeconds(1));
        users.tend();
        assertEquals(9, scrape().main("store_evictions_total"));
    }

    @Test
    void anApplicationBindsThemToARegistryOfItsOwn() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new WhosOnlineMetrics(maps).bindTo(registry);
        users.tend();
        view("ana");
        assertEquals(
                1,
                registry.get("whosonline.users.online")
                        .tag("instance", "main")
                        .gauge()
                        .value());
        assertEquals(
                1,
                registry.get("whosonline.records")
                        .tag("instance", "main")
                        .functionCounter()
                        .count());
    }

    /** The first page view of a session. */
    private Mark view(String id) {
        Session session = new Session();
        users.record(id, id, session);
        return session.mark;
    }

    private static final class Session implements Marks {

        private Mark mark;

        @Override
        public Object session() {
            return this;
        }

        @Override
        public Mark get() {
            return mark;
        }

        @Override
        public void set(Mark mark) {
            this.mark = mark;
        }
    }

    /** A time of day and a monotonic clock that stand still until told. */
    private static final class Time implements InstantSource {

        private Duration passed = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(1_764_500_000L).plus(passed);
        }

        long nanos() {
            return passed.toNanos();
        }

        void pass(Duration time) {
            passed = passed.plus(time);
        }
    }
}
