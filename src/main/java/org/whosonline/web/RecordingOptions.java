package org.whosonline.web;

import java.util.List;
import java.util.Set;

/**
 * What can be set about recording.
 *
 * @param userAttribute the session attribute that holds the user's id; empty: the remote user
 * @param userNameAttribute the session attribute that holds the user's display name; empty: the id is shown
 * @param ignoredUsers ids that are nobody
 * @param base where WhosOnline's own addresses begin, without a slash at the end
 * @param excludedPaths exact paths, paths with all below them ({@code /api/*}), or endings ({@code *.css})
 */
public record RecordingOptions(
        String userAttribute,
        String userNameAttribute,
        Set<String> ignoredUsers,
        String base,
        List<String> excludedPaths) {

    public RecordingOptions {
        ignoredUsers = Set.copyOf(ignoredUsers);
        excludedPaths = List.copyOf(excludedPaths);
    }
}
