package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

class TurnsTest {

    private final AtomicInteger done = new AtomicInteger();

    @Test
    void aWishDuringTheTaskIsServedByTheThreadThatIsAtIt() {
        List<Thread> at = new ArrayList<>();
        Turns[] turns = new Turns[1];
        turns[0] = new Turns(() -> {
            at.add(Thread.currentThread());
            if (at.size() == 1) {
                Thread other = new Thread(() -> {
                    turns[0].take();
                    turns[0].take();
                });
                other.start();
                Await.until("the other has left its wishes", () -> !other.isAlive());
            }
        });
        turns[0].take();
        assertEquals(List.of(Thread.currentThread(), Thread.currentThread()), at);
    }

    @Test
    void whoeverSeizesWaitsForTheOneAtTheTaskAndKeepsItForGood() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean left = new AtomicBoolean();
        Turns turns = new Turns(() -> {
            done.incrementAndGet();
            begun.countDown();
            try {
                goOn.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            left.set(true);
        });
        Thread at = new Thread(turns::take);
        at.start();
        begun.await();
        AtomicBoolean leftBefore = new AtomicBoolean();
        Thread seizing = new Thread(() -> {
            turns.seize();
            leftBefore.set(left.get());
        });
        seizing.start();
        Await.until("it waits", () -> seizing.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        Await.until("both are done", () -> !seizing.isAlive() && !at.isAlive());
        assertEquals(true, leftBefore.get());
        turns.take();
        turns.seize();
        assertEquals(1, done.get());
    }

    @Test
    void theOneAtTheTaskMaySeizeWithoutWaiting() {
        Turns[] turns = new Turns[1];
        turns[0] = new Turns(() -> {
            done.incrementAndGet();
            turns[0].seize();
        });
        turns[0].take();
        assertEquals(1, done.get());
    }
}
