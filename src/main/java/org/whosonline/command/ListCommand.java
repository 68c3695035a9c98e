package org.whosonline.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.whosonline.OnlineUser;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints a line a user. */
@Command(
        name = "list",
        description =
                "Print who is online, by name: id, last seen, name, and \"hidden\" for who hides from other users, with"
                        + " tabs between them.")
final class ListCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> {
            top.tellOfBrokenLines(site);
            List<OnlineUser> users = site.caretaker().everybody(site.reading(), site.window());
            long now = site.seconds();
            users.forEach(user -> top.out().println(line(user, now)));
            if (users.isEmpty()) {
                // Not among the results: a script would take it for a user.
                top.remark("No users online.");
            }
            return ExitCodes.DONE;
        });
    }

    /** @param now in epoch seconds */
    static String line(OnlineUser user, long now) {
        long ago = Math.max(0, now - user.lastSeen().getEpochSecond());
        return Text.safe(user.id()) + "\t" + ago + " s ago\t" + Text.safe(user.name())
                + (user.hidden() ? "\thidden" : "");
    }
}
