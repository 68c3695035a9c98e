package org.whosonline.web;

import java.util.List;
import org.whosonline.UsersOnline;

/**
 * A site map that page views are recorded in.
 *
 * @param name of the instance; empty for the main map
 * @param users the map
 * @param paths which page views are recorded: exact paths, paths with all below them ({@code /forum/*}, {@code /*} for
 *     every path), or endings ({@code *.css}); none if empty
 */
public record RecordedMap(String name, UsersOnline users, List<String> paths) {

    /** The session attribute that holds the mark of the main map; further maps add a dot and their name. */
    private static final String ATTRIBUTE = "org.whosonline.mark";

    public RecordedMap {
        paths = List.copyOf(paths);
    }

    /** The session attribute that holds the {@link org.whosonline.Mark} of this map. */
    String attribute() {
        return name.isEmpty() ? ATTRIBUTE : ATTRIBUTE + "." + name;
    }
}
