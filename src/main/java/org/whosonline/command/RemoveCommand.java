package org.whosonline.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.whosonline.log.Line;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Takes one user off the map, as a logout would. */
@Command(
        name = "remove",
        description = "Take a user off the map, as a logout would. Who goes on browsing comes back with the next page"
                + " view.")
final class RemoveCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Parameters(paramLabel = "USER", description = "The exact id; after -- if it begins with a hyphen.")
    private String user;

    @Override
    public Integer call() {
        return top.onSite(this::remove);
    }

    private int remove(Site site) {
        String shown = '"' + Text.safe(user) + '"';
        Line last = site.reading().contents().lines().get(user);
        if (last == null || last.isRemoval()) {
            top.say(shown + " is not on the map: nothing to remove.");
            return ExitCodes.DONE;
        }
        String seen = Text.lastSeen(Duration.ofSeconds(Math.max(0, site.seconds() - last.time())));
        if (top.isDryRun()) {
            top.say("To be removed: " + shown + ", " + seen + ".");
            top.say("Dry run: nothing was changed.");
            return ExitCodes.DONE;
        }
        Site.await(site.caretaker().remove(user, site.reading(), site.window()));
        if (Site.await(site.caretaker().isThere(user))) {
            top.tell(shown + " is still on the map: it is full, or the user came back at this moment.");
            return ExitCodes.FAILED;
        }
        top.say("Removed: " + shown + ", " + seen + ". Who goes on browsing comes back with the next page view.");
        return ExitCodes.DONE;
    }
}
