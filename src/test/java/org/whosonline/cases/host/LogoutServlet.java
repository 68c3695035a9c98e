package org.whosonline.cases.host;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Logs out in each of the ways that applications have. */
public final class LogoutServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        switch (request.getParameter("how")) {
            case "invalidate" -> session.invalidate();
            case "logout" -> request.logout();
            case "logout, invalidate" -> {
                request.logout();
                invalidate(request.getSession(false));
            }
            case "invalidate, logout" -> {
                session.invalidate();
                request.logout();
            }
            case "attribute" -> session.removeAttribute("user");
            default -> throw new ServletException("Nobody logs out by " + request.getParameter("how"));
        }
        request.getRequestDispatcher("/part.jsp").forward(request, response);
    }

    /** Some containers have ended the session with the login. */
    private static void invalidate(HttpSession session) {
        if (session != null) {
            session.invalidate();
        }
    }
}
