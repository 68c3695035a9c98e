package org.whosonline.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * {@code POST /notes} with {@code id} (the room), {@code mark} (see {@link Note#mark}) and {@code text} saves the notes of a
 * room and goes back to its page. Where somebody else has saved in between, nothing is overwritten: the page is answered
 * with 409 and shows both. What cannot be saved stands in the page as it was sent.
 */
public final class NotesServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    public void init() {
        Notes.start(getServletContext());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String room;
        String text;
        String mark;
        try {
            room = request.getParameter("id");
            text = lines(request.getParameter("text"));
            mark = request.getParameter("mark");
        } catch (RuntimeException e) {
            // Containers differ in what they throw when a form is too long or not UTF-8.
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        if (!RoomServlet.isRoom(room)) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        Optional<Unsaved> unsaved = save(request, room, mark, text);
        if (unsaved.isEmpty()) {
            String conn = RoomForm.conn(request);
            response.sendRedirect(request.getContextPath() + RoomServlet.address(room) + "&saved=1"
                    + (conn == null ? "" : "&conn=" + conn));
        } else {
            response.setStatus(unsaved.get().status());
            request.setAttribute(Unsaved.ATTRIBUTE, unsaved.get());
            request.getRequestDispatcher(RoomServlet.PAGE).forward(request, response);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendRedirect(request.getContextPath() + "/room");
    }

    private static Optional<Unsaved> save(HttpServletRequest request, String room, String mark, String text) {
        Optional<Login> login = Login.of(request);
        if (login.isEmpty()) {
            return Optional.of(new Unsaved(
                    HttpServletResponse.SC_FORBIDDEN,
                    text,
                    mark,
                    "You are not logged in any more, so this is not saved. Copy it, log in, and put it in again.",
                    null));
        }
        if (text.length() > Notes.MAX_LENGTH) {
            return Optional.of(new Unsaved(
                    HttpServletResponse.SC_BAD_REQUEST,
                    text,
                    mark,
                    "Please use at most " + Words.number(Notes.MAX_LENGTH) + " characters. This is not saved yet.",
                    null));
        }
        Note note = new Note(text, login.get().user(), login.get().shownName());
        return Notes.of(request.getServletContext())
                .save(room, mark, note)
                .map(theirs -> new Unsaved(HttpServletResponse.SC_CONFLICT, text, theirs.mark(), null, theirs));
    }

    /** With the line ends that all texts have here; browsers send others. */
    private static String lines(String text) {
        return text == null ? "" : text.replace("\r\n", "\n").replace('\r', '\n');
    }
}
