package org.whosonline.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HeapStoreTest extends StoreContract {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00.900Z"));
    private final HeapStore store = new HeapStore(now::get);

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Test
    void everyAnswerIsThereAtOnce() {
        assertTrue(store.set("k", new byte[1], Store.FOREVER).isDone());
        assertTrue(store.get("k").isDone());
        assertTrue(store.incr("k", 1).isCompletedExceptionally());
    }

    @Test
    void timeIsThatOfTheClockRoundedDown() {
        assertEquals(Instant.parse("2026-01-01T00:00:00Z"), result(store.time()));
    }

    @Test
    void expiredEntriesDoNotPileUp() {
        for (int i = 0; i < 1_000; i++) {
            store.add("short-" + i, new byte[1], Duration.ofSeconds(1));
        }
        store.add("long", new byte[1], Store.FOREVER);
        pass(Duration.ofMinutes(1));
        store.add("another", new byte[1], Store.FOREVER);
        assertEquals(2, store.size());
    }

    @Test
    void aClockThatIsSetBackDoesNotPutTheSweepOff() {
        pass(Duration.ofDays(1));
        store.add("first", new byte[1], Store.FOREVER);
        pass(Duration.ofDays(-1));
        store.add("short", new byte[1], Duration.ofSeconds(1));
        pass(Duration.ofMinutes(1));
        store.add("last", new byte[1], Store.FOREVER);
        assertEquals(2, store.size());
    }

    @Test
    void anAppendDoesNotCopyAllThatIsThere() {
        store.set("k", new byte[1], Store.FOREVER);
        // Copying each time would move 10 GB for these 20,000.
        assertTimeout(Duration.ofSeconds(5), () -> {
            for (int i = 0; i < 20_000; i++) {
                assertTrue(result(store.append("k", new byte[50])));
            }
        });
        assertEquals(1_000_001, result(store.get("k")).length);
    }
}
