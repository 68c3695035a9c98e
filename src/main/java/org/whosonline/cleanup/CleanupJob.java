package org.whosonline.cleanup;

import java.util.List;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;

/** What Quartz runs: the cleanups of all maps, one after the other; each sees itself whether it is its turn. */
@DisallowConcurrentExecution
final class CleanupJob implements Job {

    private final List<Cleanup> cleanups;

    CleanupJob(List<Cleanup> cleanups) {
        this.cleanups = cleanups;
    }

    @Override
    public void execute(JobExecutionContext context) {
        cleanups.forEach(Cleanup::run);
    }
}
