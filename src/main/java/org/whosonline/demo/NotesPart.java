package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import org.whosonline.tags.Html;

/**
 * The notes as the page of a room shows them.
 *
 * <p>Texts are ready for HTML: whatever users gave is escaped.
 */
public final class NotesPart {

    private final Note note;
    private final Unsaved unsaved;
    private final Login login;
    private final boolean saved;

    private NotesPart(Note note, Unsaved unsaved, Login login, boolean saved) {
        this.note = note;
        this.unsaved = unsaved;
        this.login = login;
        this.saved = saved;
    }

    /** Those of the room that a request is about. */
    public static NotesPart of(HttpServletRequest request) {
        Unsaved unsaved = (Unsaved) request.getAttribute(Unsaved.ATTRIBUTE);
        Note note = unsaved != null && unsaved.theirs() != null
                ? unsaved.theirs()
                : Notes.of(request.getServletContext()).read(request.getParameter("id"));
        return new NotesPart(note, unsaved, Login.of(request).orElse(null), request.getParameter("saved") != null);
    }

    /** What stands in the field: what was sent and not saved, else what there is. */
    public String text() {
        return Html.text(unsaved == null ? note.text() : unsaved.text());
    }

    /** What somebody else has saved in between; null if nobody has. */
    public String theirs() {
        return isConflict() ? Html.text(note.text()) : null;
    }

    private boolean isConflict() {
        return unsaved != null && unsaved.theirs() != null;
    }

    /** Which text was before the eyes of whoever saves next. A conflict that was shown is none any more. */
    public String mark() {
        return unsaved == null ? note.mark() : Html.text(unsaved.mark());
    }

    /** Why what was sent is not saved; null if it is, or if somebody else was faster. */
    public String problem() {
        return unsaved == null ? null : unsaved.problem();
    }

    /** Whether what was sent stands in the page. */
    public boolean isUnsaved() {
        return unsaved != null;
    }

    public int maxLength() {
        return Notes.MAX_LENGTH;
    }

    /** Whether it has just been saved. */
    public boolean isSaved() {
        return saved && unsaved == null;
    }

    /** Who saved last: a name, "you", or null if nobody has. */
    public String by() {
        if (note.user() == null) {
            return null;
        }
        boolean own = login != null && login.user().equals(note.user());
        return own ? "you" : "<bdi>" + Html.text(note.name()) + "</bdi>";
    }
}
