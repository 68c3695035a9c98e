package org.whosonline.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.whosonline.tags.Html;

/**
 * {@code GET /room?id=R} shows who is in a room; {@code POST /room} with {@code id}, {@code conn} and {@code do} does
 * something there, see {@link RoomForm}, and goes back to the page. All of it by plain forms.
 * Looking at the page joins nobody, but whoever has joined stays.
 *
 * <p>The connection of a page travels in its address, so that each tab has its own and a reload keeps it. It is of no use
 * to anybody but its user.
 */
public final class RoomServlet extends HttpServlet {

    /** The page itself. */
    static final String PAGE = "/WEB-INF/room.jsp";

    private static final long serialVersionUID = 1L;
    private static final String FIRST_ROOM = "/docs/42";
    private static final int MAX_ROOM_BYTES = 1_024;

    /** Where the page of a room is, within the application; can be written as it is. */
    static String address(String room) {
        return "/room?id=" + Html.url(room);
    }

    static boolean isRoom(String room) {
        return room != null && !room.isEmpty() && room.getBytes(StandardCharsets.UTF_8).length <= MAX_ROOM_BYTES;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String room = request.getParameter("id");
        if (room == null || room.isEmpty()) {
            response.sendRedirect(request.getContextPath() + address(FIRST_ROOM));
        } else if (isRoom(room)) {
            RoomForm.stay(request, room);
            request.getRequestDispatcher(PAGE).forward(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        RoomForm form;
        try {
            form = RoomForm.of(request);
        } catch (RuntimeException e) {
            // Containers differ in what they throw when a form is too long or not UTF-8.
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        if (!isRoom(form.room())) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        RoomForm.Result result = form.send(request);
        if (result.problem() == null) {
            response.sendRedirect(request.getContextPath() + address(form.room()) + result.query());
        } else {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            request.setAttribute(LoginServlet.PROBLEM, result.problem());
            request.getRequestDispatcher(PAGE).forward(request, response);
        }
    }
}
