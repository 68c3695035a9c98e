package org.whosonline.cleanup;

import java.util.UUID;
import org.quartz.SchedulerException;
import org.quartz.core.QuartzScheduler;
import org.quartz.core.QuartzSchedulerResources;
import org.quartz.impl.StdJobRunShellFactory;
import org.quartz.impl.StdScheduler;
import org.quartz.simpl.CascadingClassLoadHelper;
import org.quartz.simpl.RAMJobStore;
import org.quartz.spi.ClassLoadHelper;
import org.slf4j.Logger;

/**
 * A Quartz scheduler put together of its parts, since Quartz's own factories keep all schedulers of a JVM by name in one
 * place, which applications may share by sharing the Quartz JAR, and log ten lines for each.
 *
 * <p>One job at a time, on two threads of its own. No plugins (one of them is a shutdown hook), no RMI, no JMX, Quartz's
 * own waiting times.
 */
final class QuietScheduler extends QuartzScheduler {

    private static final long DEFAULT = -1;

    private QuietScheduler(QuartzSchedulerResources resources) throws SchedulerException {
        super(resources, DEFAULT, DEFAULT);
    }

    /** Asked for already by the constructor of the superclass. */
    @Override
    public Logger getLog() {
        return QuietLog.INSTANCE;
    }

    /**
     * One that is still to be started.
     *
     * @param threadName what the names of its threads begin with
     * @param misfireMillis a run that is late by less than this is done as if it were on time
     */
    static StdScheduler create(String threadName, long misfireMillis) throws SchedulerException {
        String name = threadName + "-" + UUID.randomUUID();
        OwnThreads threads = new OwnThreads(threadName);
        QuietJobStore jobs = new QuietJobStore();
        jobs.setMisfireThreshold(misfireMillis);
        StdJobRunShellFactory shells = new StdJobRunShellFactory();
        QuartzSchedulerResources resources = new QuartzSchedulerResources();
        resources.setName(name);
        resources.setInstanceId(name);
        resources.setThreadPool(threads);
        resources.setThreadExecutor(threads);
        resources.setJobStore(jobs);
        resources.setJobRunShellFactory(shells);
        resources.setMaxBatchSize(1);

        QuietScheduler inner = new QuietScheduler(resources);
        ClassLoadHelper classes = new CascadingClassLoadHelper();
        classes.initialize();
        jobs.initialize(classes, inner.getSchedulerSignaler());
        StdScheduler scheduler = new StdScheduler(inner);
        shells.initialize(scheduler);
        inner.initialize();
        return scheduler;
    }

    /** A job store in memory. */
    private static final class QuietJobStore extends RAMJobStore {

        @Override
        protected Logger getLog() {
            return QuietLog.INSTANCE;
        }
    }
}
