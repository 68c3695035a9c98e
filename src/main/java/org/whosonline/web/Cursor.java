package org.whosonline.web;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;
import org.whosonline.presence.State;
import org.whosonline.presence.Viewer;

/**
 * A place in the list of users, or of the viewers of a room, kept by whoever reads it page by page: the last user of a page, not a number, so that
 * nobody is shown twice or left out when others come and go between two pages, the last user included.
 *
 * <p>Written as Base64 for URLs over UTF-16: the length of the name, the name, the id. UTF-16 keeps every string as it
 * is, half surrogate pairs too. Of very long names only the beginning is kept, for an address has to fit the request
 * line; the place is then exact as long as that user is online.
 */
record Cursor(String name, String id) {

    private static final int MAX_NAME = 256;

    static Cursor of(OnlineUser last) {
        return of(last.name(), last.id());
    }

    static Cursor of(Viewer last) {
        return of(last.name(), last.id());
    }

    private static Cursor of(String name, String id) {
        return new Cursor(name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME), id);
    }

    /** What {@link #text} gave; null if {@code text} is. */
    static Cursor parse(String text) throws BadParameterException {
        if (text == null) {
            return null;
        }
        CharBuffer chars;
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            chars = bytes.remaining() % 2 == 0 ? bytes.asCharBuffer() : CharBuffer.allocate(0);
        } catch (IllegalArgumentException e) {
            chars = CharBuffer.allocate(0);
        }
        if (!chars.hasRemaining() || chars.charAt(0) > MAX_NAME || chars.charAt(0) + 1 >= chars.remaining()) {
            throw new BadParameterException("after must be the value of next from an earlier answer.");
        }
        int nameEnd = 1 + chars.charAt(0);
        return new Cursor(
                chars.subSequence(1, nameEnd).toString(),
                chars.subSequence(nameEnd, chars.length()).toString());
    }

    String text() {
        ByteBuffer bytes = ByteBuffer.allocate(2 * (1 + name.length() + id.length()));
        bytes.asCharBuffer().put((char) name.length()).put(name).put(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /**
     * The index of the first user who comes after this place.
     *
     * @param users those of {@code snapshot} that {@code viewer} sees
     * @param viewer the exact id of whoever looks; null if that is nobody
     */
    int position(Snapshot snapshot, List<OnlineUser> users, String viewer) {
        OnlineUser place = new OnlineUser(id, name, Instant.EPOCH);
        if (name.length() == MAX_NAME) {
            place = snapshot.user(id, viewer)
                    .filter(user -> user.name().startsWith(name))
                    .orElse(place);
        }
        int found = Collections.binarySearch(users, place, Snapshot.BY_NAME);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /**
     * The index of the first viewer of a room who comes after this place.
     *
     * @param viewers by {@link Viewer#BY_NAME}; their names are never longer than is kept here
     */
    int position(List<Viewer> viewers) {
        Viewer place = new Viewer(id, name, null, 0, State.ACTIVE, false, null, false, 0, false);
        int found = Collections.binarySearch(viewers, place, Viewer.BY_NAME);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
