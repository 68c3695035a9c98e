package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.memcached.StoreFixture.MARGIN;
import static org.whosonline.store.memcached.StoreFixture.TIMEOUT;
import static org.whosonline.store.memcached.StoreFixture.assertFailsWithin;
import static org.whosonline.store.memcached.StoreFixture.bytes;
import static org.whosonline.store.memcached.StoreFixture.connect;
import static org.whosonline.store.memcached.StoreFixture.text;
import static org.whosonline.testing.Await.result;
import static org.whosonline.testing.ScriptedServer.HANG_UP;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.testing.Await;
import org.whosonline.testing.ScriptedServer;

/** A server that breaks the protocol in one way each: the operation fails, the store lives on. */
@Timeout(60)
class MisbehavingServerTest {

    private static final Function<Store, CompletableFuture<?>> GET = store -> store.get("k");
    private static final Function<Store, CompletableFuture<?>> GETS = store -> store.gets("k");
    private static final Function<Store, CompletableFuture<?>> INCR = store -> store.incr("k", 1);
    private static final Function<Store, CompletableFuture<?>> APPEND = store -> store.append("k", bytes("x"));

    /** Answers {@code reply} to the first operation, then behaves, and checks that the store does. */
    private static void failsAndLivesOn(String reply, Function<Store, CompletableFuture<?>> operation) {
        AtomicBoolean misbehaved = new AtomicBoolean();
        try (ScriptedServer server = ScriptedServer.answering((connection, line) -> {
                    if (line.equals("stats")) {
                        return null;
                    }
                    return misbehaved.compareAndSet(false, true) ? reply : "VALUE k 0 4\r\nfine\r\nEND\r\n";
                });
                MemcachedStore store = connect(server.address())) {
            assertFailsWithin(TIMEOUT.plus(MARGIN), () -> operation.apply(store));
            Await.until("the store answers again", () -> store.available() && "fine".equals(textOrNull(store)));
        }
    }

    private static String textOrNull(Store store) {
        try {
            return text(store, "k");
        } catch (StoreException e) {
            return null;
        }
    }

    @Test
    void aLineOfGarbage() {
        failsAndLivesOn("HTTP/1.1 400 Bad Request\r\n", GET);
    }

    @Test
    void garbageWithoutAnEnd() {
        failsAndLivesOn("x".repeat(100_000), GET);
    }

    @Test
    void bytesThatAreNoText() {
        failsAndLivesOn("\u0080\u00ff\u0001\n", APPEND);
    }

    @Test
    void anEmptyLine() {
        failsAndLivesOn("\r\n", APPEND);
    }

    @Test
    void aLineEndWithoutCarriageReturn() {
        failsAndLivesOn("STORED\n", APPEND);
    }

    @Test
    void theReplyToAnotherCommand() {
        failsAndLivesOn("STORED\r\n", GET);
    }

    @Test
    void theValueOfAnotherKey() {
        failsAndLivesOn("VALUE other 0 4\r\nfine\r\nEND\r\n", store -> store.getAll(List.of("k", "l")));
    }

    @Test
    void aValueLineWithoutALength() {
        failsAndLivesOn("VALUE k 0\r\nfine\r\nEND\r\n", GET);
    }

    @Test
    void aLengthThatIsNoNumber() {
        failsAndLivesOn("VALUE k 0 four\r\nfine\r\nEND\r\n", GET);
    }

    @Test
    void aNegativeLength() {
        failsAndLivesOn("VALUE k 0 -1\r\n\r\nEND\r\n", GET);
    }

    @Test
    void aLengthBeyondAllMemory() {
        failsAndLivesOn("VALUE k 0 2147483647\r\nfine\r\nEND\r\n", GET);
    }

    @Test
    void aVersionThatIsNoNumber() {
        failsAndLivesOn("VALUE k 0 4 abc\r\nfine\r\nEND\r\n", GETS);
    }

    @Test
    void aValueThatIsLongerThanSaid() {
        failsAndLivesOn("VALUE k 0 4\r\nfine and dandy\r\nEND\r\n", GET);
    }

    @Test
    void aValueThatIsShorterThanSaid() {
        failsAndLivesOn("VALUE k 0 4\r\nno\r\nEND\r\n", GET);
    }

    @Test
    void aNumberThatIsNone() {
        failsAndLivesOn("many\r\n", INCR);
    }

    @Test
    void anErrorToACommandWithData() {
        failsAndLivesOn("ERROR\r\n", APPEND);
    }

    @Test
    void halfALineAndSilence() {
        failsAndLivesOn("STO", APPEND);
    }

    @Test
    void halfAValueAndSilence() {
        failsAndLivesOn("VALUE k 0 1000\r\nfi", GET);
    }

    @Test
    void closingWithoutAReply() {
        failsAndLivesOn(HANG_UP, GET);
    }

    @Test
    void closingInTheMiddleOfAReply() {
        failsAndLivesOn("VALUE k 0 1000\r\nfi" + HANG_UP, GET);
    }

    @Test
    void anErrorBeforeClosing() {
        failsAndLivesOn("SERVER_ERROR out of memory preparing response\r\n" + HANG_UP, GET);
    }

    @Test
    void moreThanOneReply() {
        AtomicBoolean misbehaved = new AtomicBoolean();
        try (ScriptedServer server = ScriptedServer.answering((connection, line) -> line.equals("stats")
                        ? null
                        : misbehaved.compareAndSet(false, true)
                                ? "STORED\r\nSTORED\r\nSTORED\r\n"
                                : "VALUE k 0 4\r\nfine\r\nEND\r\n");
                MemcachedStore store = connect(server.address())) {
            assertTrue(result(store.append("k", bytes("x"))));
            Await.until("the store finds back into step", () -> "fine".equals(textOrNull(store)));
        }
    }

    @Test
    void aServerErrorIsTheAnswerToOneCommandAndTheConnectionStays() {
        try (ScriptedServer server = ScriptedServer.answering((connection, line) -> switch (line.split(" ")[0]) {
                    case "get" -> "SERVER_ERROR out of order\r\n";
                    case "touch" -> "ERROR\r\n";
                    case "append" -> "SERVER_ERROR out of memory storing object\r\n";
                    case "add" -> "SERVER_ERROR out of order\r\n";
                    case "incr" -> "CLIENT_ERROR cannot increment or decrement non-numeric value\r\n";
                    case "delete" -> "DELETED\r\n";
                    default -> null;
                });
                MemcachedStore store = connect(server.address())) {
            long epoch = store.epoch();
            CompletableFuture<Boolean> before = store.delete("k");
            StoreException failure = assertFailsWithin(TIMEOUT, () -> store.get("k"));
            assertTrue(failure.getMessage().contains("SERVER_ERROR out of order"), failure.getMessage());
            assertFalse(result(store.append("k", bytes("x"))), "no room is an answer");
            assertFailsWithin(TIMEOUT, () -> store.add("k", bytes("x"), Store.FOREVER));
            assertFailsWithin(TIMEOUT, () -> store.touch("k", Duration.ofSeconds(1)));
            assertFailsWithin(TIMEOUT, () -> store.incr("k", 1));
            assertTrue(result(before) && result(store.delete("k")));
            assertEquals(epoch, store.epoch());
            assertEquals(1, server.connections());
        }
    }
}
