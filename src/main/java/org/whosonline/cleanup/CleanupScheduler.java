package org.whosonline.cleanup;

import java.time.Duration;
import java.util.UUID;
import org.quartz.DateBuilder;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.DirectSchedulerFactory;
import org.quartz.simpl.RAMJobStore;

/**
 * Runs the cleanup in fixed intervals, the first time after one of them, on daemon threads of its own.
 *
 * <p>Runs that were missed, because the process was stopped or a run took long, are made up for by a single one.
 * Summer time and time zones have no part in it. A clock that is set back does: Quartz goes by the time of day, so this
 * node's next run is late by as much; others go on, and readers never depend on it.
 *
 * <p>The scheduler belongs to this object alone. Quartz keeps all schedulers of a JVM by name in one place, and
 * applications may share that place by sharing the Quartz JAR, so each gets a name that occurs nowhere else.
 */
public final class CleanupScheduler implements AutoCloseable {

    private static final Duration MOST_LATE = Duration.ofSeconds(5);

    private final Scheduler scheduler;

    /**
     * Starts; the first run comes after one interval.
     *
     * @param application names the application in logs and thread names, for instance by its context path
     * @param interval at least a second
     */
    public CleanupScheduler(String application, Duration interval, Cleanup cleanup) {
        String name = "whosonline-cleanup" + application + "-" + UUID.randomUUID();
        try {
            scheduler = create(name, "whosonline-cleanup" + application, interval);
            try {
                scheduler.setJobFactory((bundle, ignored) -> new CleanupJob(cleanup));
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

    private static Scheduler create(String name, String threadName, Duration interval) throws SchedulerException {
        OwnThreads threads = new OwnThreads(threadName);
        RAMJobStore jobs = new RAMJobStore();
        // A run that is late by less than this is done as if it were on time, one after the other.
        Duration half = interval.dividedBy(2);
        jobs.setMisfireThreshold((half.compareTo(MOST_LATE) < 0 ? half : MOST_LATE).toMillis());
        DirectSchedulerFactory factory = DirectSchedulerFactory.getInstance();
        // No plugins (one of them is a shutdown hook), no RMI, no JMX, Quartz's own waiting times, one job at a time.
        // The shorter forms of this method forget the executor.
        factory.createScheduler(name, name, threads, threads, jobs, null, null, 0, -1, -1, false, null, 1, 0, true);
        return factory.getScheduler(name);
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
