package org.whosonline.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints a number and nothing else. */
@Command(name = "count", description = "Print how many users are online, counted in the map.")
final class CountCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> {
            top.tellOfBrokenLines(site);
            top.out()
                    .println(site.caretaker()
                            .snapshot(site.reading(), site.window())
                            .count()
                            .orElseThrow());
            return ExitCodes.DONE;
        });
    }
}
