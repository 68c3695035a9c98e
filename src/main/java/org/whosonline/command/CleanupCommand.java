package org.whosonline.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.whosonline.CleanupReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Drops the users past the window, and says so. */
@Command(name = "cleanup", description = "Drop the users past the window, and store the count.")
final class CleanupCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> cleanUp(top, site));
    }

    static int cleanUp(WhosOnlineCommand top, Site site) {
        Duration window = site.window();
        CleanupReport report = top.isDryRun()
                ? site.caretaker().foresee(site.reading(), window)
                : Site.await(site.caretaker().cleanUp(window));
        CleanupText.lines(report, top.isDryRun()).forEach(top::say);
        if (report.saved()) {
            return ExitCodes.DONE;
        }
        top.tell("Not everything was saved: others wrote in the same moments, or Memcached refused. Nobody is lost;"
                + " the next cleanup does the rest.");
        return ExitCodes.FAILED;
    }
}
