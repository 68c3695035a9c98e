package org.whosonline.demo;

import jakarta.servlet.ServletContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The notes of all rooms, in the memory of this application: those of the last {@value #MAX_ROOMS} rooms that were saved or
 * looked at, each of at most {@value #MAX_LENGTH} characters. Safe for use by many threads.
 */
final class Notes {

    /** In UTF-16 units, as browsers count. */
    static final int MAX_LENGTH = 10_000;

    private static final int MAX_ROOMS = 200;
    private static final String ATTRIBUTE = Notes.class.getName();

    private final Map<String, Note> notes = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Note> eldest) {
            return size() > MAX_ROOMS;
        }
    };

    /** Those of this application, made at its start. */
    static Notes of(ServletContext context) {
        return (Notes) context.getAttribute(ATTRIBUTE);
    }

    static void start(ServletContext context) {
        context.setAttribute(ATTRIBUTE, new Notes());
    }

    /** What a room has; an empty text if nobody has saved anything. */
    synchronized Note read(String room) {
        Note note = notes.get(room);
        return note != null ? note : new Note(Example.text(room), null, null);
    }

    /**
     * Saves, unless somebody has saved something else since.
     *
     * @param mark the {@link Note#mark} of what the user had before their eyes
     * @return what is there instead, so that nothing was saved; empty if all is well
     */
    synchronized Optional<Note> save(String room, String mark, Note note) {
        Note now = read(room);
        if (now.text().equals(note.text())) {
            return Optional.empty();
        }
        if (!now.mark().equals(mark)) {
            return Optional.of(now);
        }
        notes.put(room, note);
        return Optional.empty();
    }
}
