package org.whosonline.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.store.HeapStore;

@DisplayName("TIME-H02: the store's time, carried on by the monotonic clock")
class StoreClockTest {

    private static final long STORE = 1_764_500_000_000L;

    private long storeMillis = STORE;
    private long wallMillis = STORE - 600_000;
    private long monotonicMillis = 42_000;

    private final StoreClock clock = new StoreClock(
            new HeapStore(() -> Instant.ofEpochMilli(storeMillis)),
            () -> Instant.ofEpochMilli(wallMillis),
            () -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis));

    @Test
    void goesByThisMachineUntilItHasAskedTheStore() {
        assertFalse(clock.learned());
        assertEquals(wallMillis, clock.millis());
    }

    @Test
    void aMachineTenMinutesOffTellsTheStoresTime() {
        clock.learn().join();
        assertTrue(clock.learned());
        assertEquals(STORE / 1000, clock.seconds());
    }

    @Test
    void settingTheMachinesClockChangesNothing() {
        clock.learn().join();
        wallMillis -= 1_800_000;
        pass(10_000);
        wallMillis += 3_600_000;
        assertEquals(STORE / 1000 + 10, clock.seconds());
    }

    @Test
    void learningAgainDoesNotMakeItJumpWithinTheStoresWholeSeconds() {
        clock.learn().join();
        for (int i = 0; i < 50; i++) {
            pass(137);
            long before = clock.millis();
            clock.learn().join();
            assertTrue(clock.millis() >= before, "went back");
            assertTrue(Math.abs(clock.millis() - storeMillis) <= 1_000);
        }
    }

    @Test
    void followsAStoreThatCameBackWithAnotherTime() {
        clock.learn().join();
        storeMillis -= 300_000;
        clock.learn().join();
        assertTrue(Math.abs(clock.millis() - storeMillis) <= 1_000);
    }

    private void pass(long millis) {
        storeMillis += millis;
        monotonicMillis += millis;
    }
}
