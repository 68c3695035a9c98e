package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.memcached.StoreFixture.AT_ONCE;
import static org.whosonline.store.memcached.StoreFixture.MARGIN;
import static org.whosonline.store.memcached.StoreFixture.TIMEOUT;
import static org.whosonline.store.memcached.StoreFixture.assertFailsWithin;
import static org.whosonline.store.memcached.StoreFixture.awaitAvailable;
import static org.whosonline.store.memcached.StoreFixture.bytes;
import static org.whosonline.store.memcached.StoreFixture.connect;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.store.StoreException;
import org.whosonline.testing.Await;
import org.whosonline.testing.ScriptedServer;

/** A server that does not answer, or is none of ours. */
@Timeout(60)
class SilentServerTest {

    @Test
    void aDribblingServerIsFoundDownAtTheFirstTimeout() {
        try (ScriptedServer server =
                        ScriptedServer.answering((connection, line) -> line.equals("stats") ? null : "STO");
                MemcachedStore store = connect(server.address())) {
            assertFailsWithin(TIMEOUT.plus(MARGIN), () -> store.append("k", bytes("x")));
            assertFalse(store.available());
            assertFailsWithin(AT_ONCE, () -> store.append("k", bytes("x")));
        }
    }

    @Test
    @DisplayName("CONN-H02: a connection that falls silent, idle, is replaced though nobody asked for anything")
    void aConnectionThatFallsSilentIsReplaced() {
        AtomicBoolean cut = new AtomicBoolean();
        try (ScriptedServer server =
                        ScriptedServer.answering((connection, line) -> connection == 1 && cut.get() ? "" : null);
                MemcachedStore store = connect(server.address())) {
            assertTrue(store.available());
            cut.set(true);
            Await.until("the silence is noticed", () -> !store.available());
            assertFailsWithin(AT_ONCE, () -> store.get("k"));
            awaitAvailable(store);
            assertEquals(2, server.connections());
        }
    }

    @Test
    void whatIsNoMemcachedIsNeverTakenForLiving() {
        for (String stats : List.of("END\r\n", "ERROR\r\n", "STAT time soon\r\nEND\r\n", "220 mail.test ESMTP\r\n")) {
            try (ScriptedServer server = ScriptedServer.answering((connection, line) -> stats);
                    MemcachedStore store = connect(server.address())) {
                Await.until("it is tried again", () -> server.connections() > 1);
                assertFalse(store.available());
                assertFailsWithin(AT_ONCE, () -> store.get("k"));
            }
        }
    }

    @Test
    void aFullQueueFailsAtOnceAndTheCallerIsNeverHeldUp() {
        try (ScriptedServer server = ScriptedServer.answering((connection, line) -> null);
                MemcachedStore store = connect(server.address(), Duration.ofSeconds(30))) {
            int taken = 0;
            while (!store.append("k", bytes("x")).isCompletedExceptionally()) {
                taken++;
            }
            assertEquals(8_192, taken);
            StoreException failure = assertFailsWithin(AT_ONCE, () -> store.get("k"));
            assertTrue(failure.getMessage().contains("queue is full"), failure.getMessage());
        }
    }
}
