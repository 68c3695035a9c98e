package org.whosonline.cleanup;

import java.time.Duration;
import java.util.List;
import org.quartz.DateBuilder;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;

/**
 * Runs the cleanups in fixed intervals, the first time after one of them, on daemon threads of its own.
 *
 * <p>Runs that were missed, because the process was stopped or a run took long, are made up for by a single one.
 * Summer time and time zones have no part in it. A clock that is set back does: Quartz goes by the time of day, so this
 * node's next run is late by as much; others go on, and readers never depend on it.
 */
public final class CleanupScheduler implements AutoCloseable {

    private static final Duration MOST_LATE = Duration.ofSeconds(5);

    private final Scheduler scheduler;

    /**
     * Starts; the first run comes after one interval.
     *
     * @param application names the application in logs and thread names, for instance by its context path
     * @param interval at least a second
     * @param cleanups one for each map, done one after the other
     */
    public CleanupScheduler(String application, Duration interval, List<Cleanup> cleanups) {
        Duration half = interval.dividedBy(2);
        Duration late = half.compareTo(MOST_LATE) < 0 ? half : MOST_LATE;
        try {
            scheduler = QuietScheduler.create("whosonline-cleanup" + application, late.toMillis());
            try {
                scheduler.setJobFactory((bundle, ignored) -> new CleanupJob(cleanups));
                scheduler.scheduleJob(job(), trigger(interval));
                scheduler.start();
            } catch (SchedulerException e) {
                scheduler.shutdown();
                throw e;
            }
        } catch (SchedulerException e) {
            throw new IllegalStateException("The cleanup cannot be scheduled.", e);
        }
    }

    private static JobDetail job() {
        return JobBuilder.newJob(CleanupJob.class).withIdentity("cleanup").build();
    }

    static Trigger trigger(Duration interval) {
        return TriggerBuilder.newTrigger()
                .withIdentity("cleanup")
                .startAt(DateBuilder.futureDate(Math.toIntExact(interval.toMillis()), IntervalUnit.MILLISECOND))
                .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                        .withIntervalInMilliseconds(interval.toMillis())
                        .repeatForever()
                        .withMisfireHandlingInstructionNowWithRemainingCount())
                .build();
    }

    /** Ends the threads, after the run that may be going on (ten seconds at most). Idempotent. */
    @Override
    public void close() {
        try {
            scheduler.shutdown(true);
        } catch (SchedulerException e) {
            throw new IllegalStateException("The cleanup's scheduler cannot be ended.", e);
        }
    }
}
