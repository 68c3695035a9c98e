package org.whosonline.app;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.whosonline.tags.RoomSource;
import org.whosonline.web.RoomPages;

/** What the tags see of rooms. Thread-safe. */
final class RoomLooks implements RoomSource {

    private final RoomPages pages;
    private final String base;
    private final String version;

    /**
     * @param base the address that ours begin with, the context path included
     * @param version of the script and the styles
     */
    RoomLooks(RoomPages pages, String base, String version) {
        this.pages = pages;
        this.base = base;
        this.version = version;
    }

    @Override
    public Optional<Look> look(HttpServletRequest request, String room, boolean hold) {
        return pages.look(request, room, hold)
                .map(look -> new Look(look.viewer(), look.roster(), look.shown(), base, version, look.frame()));
    }
}
