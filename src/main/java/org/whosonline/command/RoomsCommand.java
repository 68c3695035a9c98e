package org.whosonline.command;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.whosonline.log.Line;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints a line a room. */
@Command(
        name = "rooms",
        description =
                "Print which rooms are in use, by id: the id, and when somebody was last noted there, with a tab between"
                        + " them.")
final class RoomsCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> {
            List<Line> rooms = site.rooms().stream()
                    .filter(line -> !line.isRemoval())
                    .sorted(Comparator.comparing(Line::member))
                    .toList();
            long now = site.seconds();
            rooms.forEach(room ->
                    top.out().println(Text.safe(room.member()) + "\t" + Math.max(0, now - room.time()) + " s ago"));
            if (rooms.isEmpty()) {
                // Not among the results: a script would take it for a room.
                top.remark("No rooms in use.");
            }
            return ExitCodes.DONE;
        });
    }
}
