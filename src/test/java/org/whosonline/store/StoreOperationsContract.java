package org.whosonline.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.Store.FOREVER;
import static org.whosonline.testing.Await.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

/** What each operation of every {@link Store} promises; part of the {@link StoreContract}. */
public abstract class StoreOperationsContract {

    protected static final Duration SECOND = Duration.ofSeconds(1);

    /** An empty store, ready for use. */
    protected abstract Store store();

    /** Lets time pass for the store; one that lives on real time does nothing and is waited for. */
    protected abstract void pass(Duration time);

    protected static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    protected String text(String key) {
        byte[] value = result(store().get(key));
        return value == null ? null : new String(value, UTF_8);
    }

    protected void set(String key, String value) {
        assertTrue(result(store().set(key, bytes(value), FOREVER)));
    }

    @Test
    void anAbsentKeyIsNullToReadersAndFalseToWriters() {
        assertNull(text("absent"));
        assertNull(result(store().gets("absent")));
        assertFalse(result(store().append("absent", bytes("x"))));
        assertFalse(result(store().touch("absent", SECOND)));
        assertFalse(result(store().delete("absent")));
        assertEquals(OptionalLong.empty(), result(store().incr("absent", 1)));
        assertNull(text("absent"), "none of them made it");
    }

    @Test
    void setStoresWhateverWasThere() {
        set("k", "one");
        set("k", "two");
        assertEquals("two", text("k"));
    }

    @Test
    void anyBytesComeBackAsTheyWere() {
        byte[] all = new byte[3 * 256];
        IntStream.range(0, all.length).forEach(i -> all[i] = (byte) i);
        assertTrue(result(store().set("k", all, FOREVER)));
        assertArrayEquals(all, result(store().get("k")));
        set("k", "END\r\nVALUE k 0 3\r\nfoo\r\nEND\r\n");
        assertEquals("END\r\nVALUE k 0 3\r\nfoo\r\nEND\r\n", text("k"));
        set("k", "");
        assertEquals("", text("k"));
    }

    @Test
    void addStoresOnlyWhatIsAbsent() {
        assertTrue(result(store().add("k", bytes("one"), FOREVER)));
        assertFalse(result(store().add("k", bytes("two"), FOREVER)));
        assertEquals("one", text("k"));
    }

    @Test
    void appendAddsAtTheEnd() {
        set("k", "one");
        assertTrue(result(store().append("k", bytes(",two"))));
        assertTrue(result(store().append("k", bytes(""))));
        assertTrue(result(store().append("k", bytes(",three"))));
        assertEquals("one,two,three", text("k"));
    }

    @Test
    void whatWasReadStaysAsItWasWhenOthersAppend() {
        set("k", "one");
        result(store().append("k", bytes(",two")));
        byte[] before = result(store().get("k"));
        result(store().append("k", bytes(",three")));
        assertEquals("one,two", new String(before, UTF_8));
    }

    @Test
    void appendLeavesTheExpiryAsItIs() {
        assertTrue(result(store().set("k", bytes("one"), SECOND)));
        result(store().append("k", bytes(",two")));
        pass(SECOND);
        Await.until("the value expires", () -> text("k") == null);
    }

    @Test
    void casReplacesWhatNobodyHasWrittenSince() {
        set("k", "one");
        Versioned read = result(store().gets("k"));
        assertEquals("k", read.key());
        assertEquals("one", new String(read.value(), UTF_8));
        assertTrue(result(store().cas(read, bytes("two"), FOREVER)));
        assertEquals("two", text("k"));
        assertFalse(result(store().cas(read, bytes("three"), FOREVER)), "it works once");
        assertEquals("two", text("k"));
    }

    @Test
    void casLosesAgainstEveryKindOfWrite() {
        List<Runnable> writes = List.of(
                () -> set("k", "1"),
                () -> result(store().append("k", bytes("2"))),
                () -> result(store().incr("k", 1)),
                () -> result(store().delete("k")),
                () -> {
                    result(store().delete("k"));
                    result(store().add("k", bytes("1"), FOREVER));
                });
        for (Runnable write : writes) {
            set("k", "1");
            Versioned read = result(store().gets("k"));
            write.run();
            String written = text("k");
            assertFalse(result(store().cas(read, bytes("lost"), FOREVER)));
            assertEquals(written, text("k"));
        }
    }

    @Test
    void touchGivesAnotherExpiryAndLeavesTheVersion() {
        assertTrue(result(store().set("k", bytes("one"), FOREVER)));
        Versioned read = result(store().gets("k"));
        assertTrue(result(store().touch("k", Duration.ofHours(1))));
        assertTrue(result(store().cas(read, bytes("two"), FOREVER)));
        assertTrue(result(store().touch("k", SECOND)));
        pass(SECOND);
        Await.until("the value expires", () -> text("k") == null);
    }

    @Test
    void incrCountsAndLeavesTheExpiry() {
        assertTrue(result(store().set("k", bytes("9"), SECOND)));
        assertEquals(OptionalLong.of(10), result(store().incr("k", 1)));
        assertEquals(OptionalLong.of(10), result(store().incr("k", 0)));
        assertEquals(OptionalLong.of(1L << 50), result(store().incr("k", (1L << 50) - 10)));
        assertEquals("" + (1L << 50), text("k"));
        pass(SECOND);
        Await.until("the value expires", () -> text("k") == null);
        assertThrows(IllegalArgumentException.class, () -> store().incr("k", -1));
    }

    @Test
    void incrOfWhatIsNoNumberFailsAndHurtsNothingElse() {
        set("k", "abc");
        long epoch = store().epoch();
        assertThrows(StoreException.class, () -> result(store().incr("k", 1)));
        assertEquals("abc", text("k"));
        assertEquals(epoch, store().epoch(), "the connection stays");
    }

    @Test
    void deleteAnswersWhetherItWasThere() {
        set("k", "one");
        assertTrue(result(store().delete("k")));
        assertFalse(result(store().delete("k")));
        assertNull(text("k"));
    }

    @Test
    void getAllAnswersWhatIsPresentOfManyKeys() {
        set("a", "1");
        set("c c", "3");
        Map<String, byte[]> values = result(store().getAll(List.of("a", "b", "c c", "a")));
        assertEquals(Set.of("a", "c c"), values.keySet());
        assertEquals("3", new String(values.get("c c"), UTF_8));
        assertTrue(result(store().getAll(List.of())).isEmpty());
    }

    @Test
    void getAllTakesAThousandKeys() {
        List<String> keys = IntStream.range(0, 1_000).mapToObj(i -> "key-" + i).toList();
        Collection<CompletableFuture<Boolean>> sets = new ArrayList<>();
        keys.forEach(key -> sets.add(store().set(key, bytes(key), FOREVER)));
        sets.forEach(Await::result);
        assertEquals(1_000, result(store().getAll(keys)).size());
    }

    @Test
    void nothingIsEvictedWhileThereIsRoom() {
        assertEquals(0, result(store().evictions()));
        set("k", "one");
        assertEquals(0, result(store().evictions()));
    }

    @Test
    void timeIsInWholeSeconds() {
        assertEquals(0, result(store().time()).getNano());
        assertNotNull(result(store().time()));
    }
}
