package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.AsyncEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

class EventStreamTest {

    private final ScriptedOutput out = new ScriptedOutput();
    private final AtomicInteger closed = new AtomicInteger();
    private EventStream stream;

    @BeforeEach
    void make() throws IOException {
        stream = EventStream.on(out.context(), which -> closed.incrementAndGet());
        stream.start();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void offer(String topic, String text) {
        stream.offer(topic, bytes(text));
        stream.pump();
    }

    @Test
    void nothingIsTouchedBeforeTheContainerCalls() throws IOException {
        offer("a", "1");
        assertEquals("", out.taken());
        out.begin();
        assertEquals("1", out.taken());
        assertTrue(out.isFlushed());
    }

    @Test
    void eventsOfSeveralTopicsGoOutInTheirOrder() throws IOException {
        stream.offer("a", bytes("1"));
        stream.offer("b", bytes("2"));
        out.begin();
        offer("a", "3");
        assertEquals("123", out.taken());
        assertTrue(out.isFlushed());
    }

    @Test
    @DisplayName("A slow reader gets the newest event of each topic, never a queue")
    void slowReadersGetTheNewest() throws IOException {
        out.begin();
        out.takes(0);
        offer("a", "a1");
        stream.comment();
        stream.comment();
        for (int i = 2; i <= 1_000; i++) {
            offer("a", "a" + i);
            offer("b", "b" + i);
        }
        assertEquals("", out.taken());
        out.takesAll();
        assertEquals("a1000b1000:\n", out.taken());
        assertTrue(out.isFlushed());
    }

    @Test
    void theFlushWaitsForItsTurnToo() throws IOException {
        out.begin();
        out.takes(1);
        offer("a", "1");
        assertEquals("1", out.taken());
        assertFalse(out.isFlushed());
        out.takesAll();
        assertTrue(out.isFlushed());
    }

    @Test
    void aYesThatOvertakesTheNoIsNotLost() throws IOException {
        out.begin();
        out.takes(0);
        out.afterNo(() -> {
            Thread container = new Thread(() -> {
                try {
                    out.takesAll();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            container.start();
            join(container);
        });
        offer("a", "1");
        assertEquals("1", out.taken());
        assertTrue(out.isFlushed());
    }

    private static void join(Thread thread) {
        Await.until("the thread is done", () -> !thread.isAlive());
    }

    @Test
    void theEndDropsWhatWaitsAndIsSaidOnce() throws IOException {
        out.begin();
        out.takes(0);
        offer("a", "secret");
        stream.end(bytes("end"));
        stream.end(bytes("another"));
        offer("a", "late");
        stream.comment();
        assertEquals(0, out.completions());
        out.takesAll();
        assertEquals("end", out.taken());
        assertTrue(out.isFlushed());
        assertEquals(1, out.completions());
        assertEquals(0, closed.get());
    }

    @Test
    void anEndBeforeTheContainerCallsComesWithTheCall() throws IOException {
        stream.end(null);
        assertEquals(0, out.completions());
        out.begin();
        assertEquals(1, out.completions());
        stream.pump();
        stream.complete();
        assertEquals(1, out.completions());
    }

    @Test
    void whoHasGoneIsToldOfOnceAndLeftToTheContainer() throws IOException {
        out.begin();
        out.breaks();
        offer("a", "1");
        offer("a", "2");
        assertTrue(stream.isBroken());
        assertEquals(1, closed.get());
        assertEquals(0, out.completions());
        out.asynchronous().onError(new AsyncEvent(out.context(), new IOException("gone")));
        assertEquals(1, out.completions());
        out.asynchronous().onComplete(new AsyncEvent(out.context()));
        assertEquals(1, closed.get());
        assertEquals(1, out.completions());
        assertTrue(stream.done().isDone());
    }

    @Test
    void aContainerThatCompletesByItselfHasClosed() throws IOException {
        out.begin();
        out.asynchronous().onComplete(new AsyncEvent(out.context()));
        assertEquals(1, closed.get());
        offer("a", "1");
        stream.complete();
        assertEquals("", out.taken());
        assertEquals(0, out.completions());
    }

    @Test
    void aCompletionThatComesTooLateHarmsNobody() throws IOException {
        out.begin();
        out.breaks();
        out.completionFails();
        stream.comment();
        stream.complete();
        assertEquals(1, out.completions());
    }

    @Test
    void aSecondListenerIsAFailureLikeAnyOther() {
        stream.start();
        assertTrue(stream.isBroken());
        assertEquals(1, closed.get());
    }

    @Test
    void manyThreadsWriteWithoutTouchingTheResponseAtOnce() throws Exception {
        out.begin();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        for (int t = 0; t < 4; t++) {
            String topic = "t" + t;
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                    for (int i = 0; i < 20_000; i++) {
                        offer(topic, topic + "=" + i + ";");
                    }
                } catch (Throwable e) {
                    faults.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        Thread container = new Thread(() -> {
            try {
                go.await();
                for (int i = 0; i < 5_000; i++) {
                    out.takes(3);
                    out.takesAll();
                }
            } catch (Throwable e) {
                faults.add(e);
            }
        });
        container.start();
        go.countDown();
        threads.forEach(EventStreamTest::join);
        join(container);
        out.takesAll();
        assertEquals(List.of(), faults);
        assertFalse(stream.isBroken());
        for (int t = 0; t < 4; t++) {
            String topic = "t" + t;
            assertEquals(topic + "=19999;", last(out.taken(), topic));
        }
        assertTrue(out.isFlushed());
    }

    private static String last(String taken, String topic) {
        int at = taken.lastIndexOf(topic);
        return taken.substring(at, taken.indexOf(';', at) + 1);
    }
}
