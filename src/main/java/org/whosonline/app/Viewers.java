package org.whosonline.app;

import jakarta.servlet.http.HttpServletRequest;
import org.whosonline.tags.ListAccess;
import org.whosonline.web.Recording;

/** Who may see whom, in tags and JSON alike. Thread-safe. */
final class Viewers implements ListAccess {

    private final boolean listPublic;
    private final Recording recording;

    /** @param listPublic whether everybody may see names, logged in or not */
    Viewers(boolean listPublic, Recording recording) {
        this.listPublic = listPublic;
        this.recording = recording;
    }

    @Override
    public boolean mayList(HttpServletRequest request) {
        return listPublic || recording.userOf(request) != null;
    }

    /** Whose id cannot be told is nobody here: the filter has logged why. */
    @Override
    public String viewer(HttpServletRequest request) {
        try {
            return recording.userOf(request);
        } catch (RuntimeException e) {
            return null;
        }
    }
}
