package org.whosonline.cleanup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quartz.Trigger;
import org.whosonline.CleanupReport;

@Timeout(30)
class CleanupSchedulerTest {

    private final Semaphore runs = new Semaphore(0);
    private final Cleanup counting = new Cleanup("", () -> {
        runs.release();
        return Optional.<CleanupReport>empty();
    });

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .count();
    }

    @Test
    void runsInIntervalsOnDaemonThreadsThatEndWithIt_LIFE_H03() throws Exception {
        Cleanup cleanup = new Cleanup("", () -> {
            assertTrue(Thread.currentThread().isDaemon());
            assertEquals("whosonline-cleanup/shop-job", Thread.currentThread().getName());
            runs.release();
            return Optional.empty();
        });
        CleanupScheduler scheduler = new CleanupScheduler("/shop", Duration.ofMillis(100), List.of(cleanup));
        try {
            assertTrue(runs.tryAcquire(3, 20, TimeUnit.SECONDS));
            assertEquals(1, threads("whosonline-cleanup/shop"));
        } finally {
            scheduler.close();
        }
        assertEquals(0, threads("whosonline-cleanup/shop"));
        assertEquals(0, threads("whosonline-cleanup/shop-job"));
        runs.drainPermits();
        assertFalse(runs.tryAcquire(300, TimeUnit.MILLISECONDS));
    }

    @Test
    void twoApplicationsOfOneNameDoNotShareAScheduler_CRON_H04() throws Exception {
        CleanupScheduler scheduler = new CleanupScheduler("", Duration.ofMillis(100), List.of(counting));
        try {
            new CleanupScheduler("", Duration.ofMillis(100), List.of(counting)).close();
            runs.drainPermits();
            assertTrue(runs.tryAcquire(2, 20, TimeUnit.SECONDS));
        } finally {
            scheduler.close();
        }
    }

    @Test
    void closingWaitsForTheRunThatGoesOn_LIFE_H03() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        Cleanup slow = new Cleanup("", () -> {
            begun.countDown();
            await(goOn);
            done.set(true);
            return Optional.empty();
        });
        CleanupScheduler scheduler = new CleanupScheduler("/slow", Duration.ofMillis(50), List.of(slow));
        assertTrue(begun.await(20, TimeUnit.SECONDS));
        Thread closing = new Thread(scheduler::close);
        closing.start();
        closing.join(200);
        assertTrue(closing.isAlive());
        goOn.countDown();
        closing.join();
        assertTrue(done.get());
        scheduler.close();
    }

    @Test
    void missedRunsAreMadeUpForByOne_CRON_H02() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger count = new AtomicInteger();
        long[] firstTwoAfter = new long[2];
        Cleanup stopped = new Cleanup("", () -> {
            int run = count.incrementAndGet();
            if (run == 1) {
                await(goOn);
            } else if (run <= 3) {
                firstTwoAfter[run - 2] = System.nanoTime();
            }
            runs.release();
            return Optional.empty();
        });
        CleanupScheduler scheduler = new CleanupScheduler("", Duration.ofMillis(300), List.of(stopped));
        try {
            assertFalse(runs.tryAcquire(1500, TimeUnit.MILLISECONDS));
            goOn.countDown();
            assertTrue(runs.tryAcquire(3, 20, TimeUnit.SECONDS));
        } finally {
            scheduler.close();
        }
        long pause = TimeUnit.NANOSECONDS.toMillis(firstTwoAfter[1] - firstTwoAfter[0]);
        assertTrue(pause > 200, () -> "the second followed after " + pause + " ms");
    }

    @Test
    void theEndOfSummerTimeChangesNothing_CRON_H03() {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try {
            Trigger trigger = CleanupScheduler.trigger(Duration.ofMinutes(1));
            // Within the next year the hour from two to three comes twice once, and once not at all.
            for (int change = 0; change < 2; change++) {
                Instant next = ZoneId.of("Europe/Berlin")
                        .getRules()
                        .nextTransition(
                                change == 0 ? Instant.now() : Instant.now().plus(Duration.ofDays(200)))
                        .getInstant();
                Date run = trigger.getFireTimeAfter(Date.from(next.minus(Duration.ofMinutes(70))));
                for (int i = 0; i < 140; i++) {
                    Date following = trigger.getFireTimeAfter(run);
                    assertEquals(60_000, following.getTime() - run.getTime());
                    run = following;
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    void oneRunCleansAllMapsAndOneThatFailsDoesNotKeepTheOthers_S1_8() throws Exception {
        Cleanup failing = new Cleanup("forum", () -> {
            throw new IllegalStateException("test");
        });
        CleanupScheduler scheduler =
                new CleanupScheduler("/all", Duration.ofMillis(100), List.of(failing, counting, counting));
        try {
            assertTrue(runs.tryAcquire(4, 20, TimeUnit.SECONDS));
            assertEquals(1, threads("whosonline-cleanup/all-job"));
        } finally {
            scheduler.close();
        }
    }

    @Test
    void quartzSaysNothingAtInfoExceptOneLine() {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(line.getLoggerName() + " " + line.getLevel());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger everything = Logger.getLogger("");
        everything.addHandler(handler);
        try {
            new CleanupScheduler("/quiet", Duration.ofSeconds(1), List.of(counting)).close();
        } finally {
            everything.removeHandler(handler);
        }
        // This one comes from a class that Quartz makes by itself.
        said.removeIf(line -> line.equals("org.quartz.core.SchedulerSignalerImpl INFO"));
        assertEquals(List.of(), said);
    }

    @Test
    void whatQuartzWarnsOfIsHeard() {
        List<String> heard = new ArrayList<>();
        org.slf4j.Logger log = QuietLog.of((org.slf4j.Logger) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {org.slf4j.Logger.class}, (self, method, arguments) -> {
                    heard.add(method.getName() + " " + (arguments == null ? "" : arguments[0]));
                    return method.getReturnType() == boolean.class ? true : null;
                }));
        log.info("a");
        log.info("b {}", 1);
        log.isInfoEnabled();
        log.warn("c");
        log.error("d", new IllegalStateException());
        assertEquals(List.of("debug a", "debug b {}", "isDebugEnabled ", "warn c", "error d"), heard);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
