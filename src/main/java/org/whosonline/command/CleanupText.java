package org.whosonline.command;

import java.util.ArrayList;
import java.util.List;
import org.whosonline.CleanupReport;

/** The report of a cleanup for people. */
final class CleanupText {

    private CleanupText() {}

    /** One sentence a line. */
    static List<String> lines(CleanupReport report, boolean dryRun) {
        List<String> lines = new ArrayList<>();
        if (report.before() == 0) {
            lines.add("No users online.");
        } else {
            String removed = dryRun ? "To be removed: " : "Removed: ";
            lines.add("Before: " + Text.number(report.before(), "user") + ".");
            report.removed()
                    .forEach(user ->
                            lines.add(removed + Text.safe(user.id()) + ", " + Text.lastSeen(user.unseen()) + "."));
            lines.add(removed + Text.number(report.removed().size(), "user") + ".");
            lines.add((dryRun ? "Then: " : "Now: ") + Text.number(report.now(), "user") + ".");
        }
        if (report.broken() > 0) {
            lines.add("Not readable: " + Text.number(report.broken(), "line") + (dryRun ? "." : ", dropped."));
        }
        lines.add(dryRun ? "Dry run: nothing was changed." : report.saved() ? "Saved." : "Not saved.");
        return lines;
    }
}
