package org.whosonline.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Store;

/** Races are made by holding the compactor between its read and its swap: that step is a task of its worker. */
class CompactorTest {

    private static final long NOW = 1_000_000;
    private static final String HEADER = "[1,\"00000000000000aa\"]\n";

    private final Store store = new HeapStore(() -> Instant.ofEpochSecond(NOW));
    private final StoreClock clock = new StoreClock(store, () -> Instant.ofEpochSecond(NOW), () -> 0);
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private final Compactor compactor =
            new Compactor(store, clock, new FutureLines(), 300, Store.FOREVER, steps::add, new Random(1));
    private final Contents contents = new Contents(clock);

    @BeforeEach
    void learn() {
        clock.learn().join();
    }

    @Test
    @DisplayName("RACE-H02: a record that arrives between read and swap is kept")
    void keepsARecordThatArrivesBetweenReadAndSwap() {
        put("[\"old\",999000]\n[\"a\",999990]\n");
        var compaction = compactor.compact("k", contents);
        append("[\"late\",999999]\n");
        finish();
        assertTrue(compaction.join());
        assertEquals(HEADER + "[\"a\",999990]\n[\"late\",999999]\n", log());
        assertEquals(999_999, contents.lines().get("late").time());
        assertEquals(1, compactor.conflicts());
    }

    @Test
    void carriesOverTheTailWithoutReadingTheRestAgain() {
        put("[\"a\",999980]\n[\"a\",999990]\n");
        compactor.compact("k", contents);
        append("[\"a\",999995]\n");
        finish();
        // Parsed anew, the first line of "a" would have gone as well.
        assertEquals(HEADER + "[\"a\",999990]\n[\"a\",999995]\n", log());
    }

    @Test
    @DisplayName("RACE-H01: with two compactors at once a longer log is not taken for the same log with a tail")
    void aLongerLogIsNotTakenForTheSameLogWithATail() {
        put("[\"a\",999980]\n[\"a\",999990]\n[\"b\",999980]\n[\"b\",999990]\n");
        compactor.compact("k", contents);
        // Meanwhile another compactor was here, and others appended until the log was longer than before.
        put("[\"a\",999990]\n[\"b\",999991]\n[\"c\",999992]\n[\"d\",999993]\n[\"e\",999994]\n[\"f\",999995]\n");
        finish();
        for (String member : new String[] {"a", "b", "c", "d", "e", "f"}) {
            assertTrue(log().contains("[\"" + member + "\","), member);
        }
        assertEquals(999_991, contents.lines().get("b").time());
    }

    @Test
    @DisplayName("RACE-H03: a swap that never succeeds is given up after four tries, and nothing is lost")
    void givesUpAfterFourTries() {
        put("[\"a\",999980]\n[\"a\",999990]\n");
        var compaction = compactor.compact("k", contents);
        int tries = 0;
        while (!steps.isEmpty()) {
            append("[\"m" + tries++ + "\",999999]\n");
            steps.poll().run();
        }
        assertEquals(4, tries);
        assertEquals(4, compactor.conflicts());
        assertFalse(compaction.join());
        assertEquals(4, contents.lines().size());
        assertTrue(log().startsWith(HEADER + "[\"a\",999980]\n[\"a\",999990]\n[\"m0\""));
    }

    @Test
    void aLogWithNothingToDropIsNotWritten() {
        put("[\"a\",999990]\n");
        Object before = store.gets("k").join().version();
        compactor.compact("k", contents);
        finish();
        assertEquals(before, store.gets("k").join().version());
    }

    @Test
    void aLogWithoutAHeaderGetsOne() {
        store.set("k", "what another program left\n[\"a\",999990]\n".getBytes(UTF_8), Store.FOREVER);
        compactor.compact("k", contents);
        finish();
        assertTrue(log().matches("\\[1,\"[0-9a-f]{16}\"]\n\\[\"a\",999990]\n"), log());
        assertEquals(1, contents.skipped());
    }

    @Test
    void aLogOfAnotherFormatIsLeftAsItIs() {
        byte[] newer = "[2,\"00000000000000aa\"]\n{\"a\":1}\n".getBytes(UTF_8);
        store.set("k", newer, Store.FOREVER);
        CompletableFuture<Boolean> compaction = compactor.compact("k", contents);
        finish();
        assertTrue(compaction.isCompletedExceptionally());
        assertTrue(Arrays.equals(newer, store.get("k").join()));
    }

    @Test
    void anAbsentLogIsCompactAlready() {
        var compaction = compactor.compact("k", contents);
        finish();
        assertTrue(compaction.join());
    }

    private void put(String lines) {
        store.set("k", (HEADER + lines).getBytes(UTF_8), Store.FOREVER);
    }

    private void append(String line) {
        assertTrue(store.append("k", line.getBytes(UTF_8)).join());
    }

    private void finish() {
        while (!steps.isEmpty()) {
            steps.poll().run();
        }
    }

    private String log() {
        return new String(store.get("k").join(), UTF_8);
    }
}
