package org.whosonline.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.Store.FOREVER;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;

/** What every {@link Store} promises of its operations, limits and threads; each implementation runs it. */
public abstract class StoreContract extends StoreOperationsContract {

    @Test
    @DisplayName("CONN-H04 STOR-H01: an append beyond the largest value is refused, and the value stays")
    void anAppendBeyondTheLargestValueIsRefused() {
        byte[] almost = new byte[Store.MAX_VALUE - 10];
        assertTrue(result(store().set("k", almost, FOREVER)));
        for (int i = 0; i < 20; i++) {
            assertFalse(result(store().append("k", new byte[1_000])));
        }
        assertEquals(almost.length, result(store().get("k")).length);
        set("other", "value");
        assertEquals("value", text("other"));
    }

    @Test
    void theLargestValueFits() {
        assertTrue(result(store().set("k", new byte[Store.MAX_VALUE], FOREVER)));
        assertEquals(Store.MAX_VALUE, result(store().get("k")).length);
    }

    @Test
    void whatIsTooLargeIsNeverSent() {
        byte[] tooLarge = new byte[Store.MAX_VALUE + 1];
        set("k", "old");
        Versioned read = result(store().gets("k"));
        assertThrows(IllegalArgumentException.class, () -> store().set("k", tooLarge, FOREVER));
        assertThrows(IllegalArgumentException.class, () -> store().add("k", tooLarge, FOREVER));
        assertThrows(IllegalArgumentException.class, () -> store().append("k", tooLarge));
        // Some servers take larger items: one that was read there cannot be written back, which is no error of the
        // caller.
        assertFalse(result(store().cas(read, tooLarge, FOREVER)));
        assertEquals("old", text("k"));
    }

    @Test
    void expiryRoundsUpToWholeSecondsAndEndsTheValueForEveryOperation() {
        assertTrue(result(store().set("k", bytes("one"), Duration.ofMillis(1_001))));
        assertEquals("one", text("k"));
        pass(Duration.ofSeconds(2));
        Await.until("the value expires", () -> text("k") == null);
        assertNull(result(store().gets("k")));
        assertFalse(result(store().append("k", bytes("x"))));
        assertFalse(result(store().touch("k", SECOND)));
        assertFalse(result(store().delete("k")));
        assertTrue(result(store().getAll(List.of("k"))).isEmpty());
        assertTrue(result(store().add("k", bytes("two"), FOREVER)));
    }

    @Test
    @DisplayName("STOR-H03: 30 days are kept, more is refused")
    void moreThanThirtyDaysIsRefused() {
        assertTrue(result(store().set("k", bytes("one"), Duration.ofSeconds(2_592_000))));
        assertEquals("one", text("k"));
        for (Duration wrong : List.of(
                Duration.ofSeconds(2_592_001), Duration.ofDays(40), Duration.ofMillis(999), Duration.ofSeconds(-1))) {
            assertThrows(IllegalArgumentException.class, () -> store().set("k", bytes("x"), wrong));
            assertThrows(IllegalArgumentException.class, () -> store().touch("k", wrong));
        }
        assertEquals("one", text("k"));
    }

    @Test
    @DisplayName("KEY-H01 KEY-H03 KEY-H05: every text is a key of its own")
    void everyTextIsAKeyOfItsOwn() {
        List<String> keys = List.of(
                "Ann Lee",
                "Ann_Lee",
                "Ann-Lee",
                "Ann%20Lee",
                "Ann+Lee",
                "ann lee",
                "你好-Ω-é",
                "e\u0301",
                "\u00e9",
                "line\r\nbreak",
                "\u0000",
                "\uD83D\uDE00");
        for (String key : keys) {
            assertTrue(result(store().add(key, bytes(key), FOREVER)));
        }
        for (String key : keys) {
            assertEquals(key, text(key));
        }
        assertEquals(keys.size(), result(store().getAll(keys)).size());
    }

    @ParameterizedTest
    @DisplayName("KEY-H02: a key that is empty or too long is refused before anything is sent")
    @ValueSource(strings = {"", "                                                                                    "})
    void aKeyThatIsEmptyOrTooLongIsRefused(String key) {
        assertThrows(IllegalArgumentException.class, () -> store().get(key));
        assertThrows(IllegalArgumentException.class, () -> store().getAll(List.of("k", key)));
        assertThrows(IllegalArgumentException.class, () -> store().append(key, bytes("x")));
    }

    @Test
    void theLongestKeyWorks() {
        String key = "k".repeat(Keys.MAX_LENGTH);
        set(key, "one");
        assertEquals("one", text(key));
        assertThrows(IllegalArgumentException.class, () -> store().get(key + "k"));
    }

    @Test
    void appendsOfEightThreadsAreAllThereOnce() throws InterruptedException {
        set("log", "");
        inThreads(8, thread -> {
            for (int i = 0; i < 250; i++) {
                assertTrue(result(store().append("log", bytes(thread + "-" + i + "\n"))));
            }
        });
        List<String> lines = text("log").lines().toList();
        assertEquals(2_000, lines.size());
        assertEquals(2_000, lines.stream().distinct().count());
        for (int thread = 0; thread < 8; thread++) {
            String own = thread + "-";
            List<String> expected =
                    IntStream.range(0, 250).mapToObj(i -> own + i).toList();
            assertEquals(
                    expected,
                    lines.stream().filter(line -> line.startsWith(own)).toList(),
                    "awaited, so in order");
        }
    }

    @Test
    void oneOfEightAddsAndOneOfEightCasWins() throws InterruptedException {
        List<Boolean> added = new CopyOnWriteArrayList<>();
        inThreads(8, thread -> added.add(result(store().add("k", bytes("" + thread), FOREVER))));
        assertEquals(1, added.stream().filter(won -> won).count());
        Versioned read = result(store().gets("k"));
        List<Boolean> replaced = new CopyOnWriteArrayList<>();
        inThreads(8, thread -> replaced.add(result(store().cas(read, bytes("" + thread), FOREVER))));
        assertEquals(1, replaced.stream().filter(won -> won).count());
    }

    @Test
    void incrOfEightThreadsLosesNone() throws InterruptedException {
        set("n", "0");
        inThreads(8, thread -> {
            for (int i = 0; i < 250; i++) {
                result(store().incr("n", 1));
            }
        });
        assertEquals("2000", text("n"));
    }

    private static void inThreads(int count, IntConsumer work) throws InterruptedException {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> work.accept(number));
            thread.setUncaughtExceptionHandler((dead, failure) -> failures.add(failure));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void itWorksForAThreadThatHasBeenInterrupted() {
        Thread.currentThread().interrupt();
        CompletableFuture<Boolean> set = store().set("k", bytes("one"), FOREVER);
        assertTrue(Thread.interrupted(), "the mark stays");
        assertTrue(result(set));
    }

    @Test
    void onceClosedEverythingFailsAndNothingThrows() {
        assertTrue(store().available());
        store().close();
        store().close();
        assertFalse(store().available());
        assertThrows(StoreException.class, () -> result(store().get("k")));
        assertThrows(StoreException.class, () -> result(store().getAll(List.of("k"))));
        assertThrows(StoreException.class, () -> result(store().append("k", bytes("x"))));
        assertThrows(StoreException.class, () -> result(store().time()));
        assertThrows(StoreException.class, () -> result(store().evictions()));
    }
}
