package org.whosonline.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints the figures of the map and of its servers. */
@Command(
        name = "stats",
        description = "Print the size of the map, how it is split, and the memory and evictions of each server.")
final class StatsCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> {
            StatsText.ofMap(site.reading(), site.window(), site.seconds(), site.storedCount())
                    .forEach(top.out()::println);
            site.servers().forEach(server -> top.out().println(StatsText.ofServer(server)));
            return ExitCodes.DONE;
        });
    }
}
