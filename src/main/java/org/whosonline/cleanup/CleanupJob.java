package org.whosonline.cleanup;

import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;

/** What Quartz runs. */
@DisallowConcurrentExecution
final class CleanupJob implements Job {

    private final Cleanup cleanup;

    CleanupJob(Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    @Override
    public void execute(JobExecutionContext context) {
        cleanup.run();
    }
}
