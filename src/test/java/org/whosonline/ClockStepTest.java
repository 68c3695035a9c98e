package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.log.StoreClock;
import org.whosonline.store.HeapStore;
import org.whosonline.store.SteadyTime;

@DisplayName("TIME-H02: a single node without Memcached whose clock is set while people are online")
class ClockStepTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private Instant timeOfDay = Instant.parse("2026-11-30T12:00:00Z");
    private long nanos;

    private final HeapStore store = new HeapStore(new SteadyTime(() -> timeOfDay, () -> nanos));
    private final UsersOnline users = new UsersOnline(
            store,
            new StoreClock(store, () -> timeOfDay, () -> nanos),
            new UsersOnline.Options(
                    "usersOnline",
                    "numUsersOnline",
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    MINUTE,
                    1,
                    Duration.ofMillis(250)),
            Runnable::run,
            new Random(1));

    private final List<Session> sessions = new ArrayList<>();

    @BeforeEach
    void tenAreOnline() {
        users.tend();
        for (int i = 0; i < 10; i++) {
            sessions.add(new Session());
        }
        clickAll();
        assertEquals(10, count());
    }

    @Test
    void whoHasLeftIsGoneInTimeThoughTheClockIsSetBack() {
        timeOfDay = timeOfDay.minus(HALF_AN_HOUR);
        for (int minute = 1; minute <= 4; minute++) {
            pass(MINUTE);
            users.cleanUp();
            assertEquals(10, count());
        }
        pass(MINUTE.multipliedBy(2));
        assertEquals(10, users.cleanUp().removed().size());
        assertEquals(0, count());
    }

    @Test
    void whoIsActiveStaysThoughTheClockIsSetForward() {
        timeOfDay = timeOfDay.plus(HALF_AN_HOUR);
        pass(MINUTE);
        assertEquals(List.of(), users.cleanUp().removed());
        assertEquals(10, count());
        clickAll();
        assertEquals(1, sessions.get(0).writes, "the throttle goes on as well");
        assertFalse(users.snapshot().stale());
        assertEquals(10, count());
    }

    private void clickAll() {
        for (int i = 0; i < sessions.size(); i++) {
            users.record("user" + i, null, sessions.get(i));
        }
    }

    private int count() {
        pass(Duration.ofSeconds(2));
        users.tend();
        return users.snapshot().count().orElseThrow();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        timeOfDay = timeOfDay.plus(time);
    }
}
