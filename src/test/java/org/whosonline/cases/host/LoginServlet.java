package org.whosonline.cases.host;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Logs in as {@code user}, maybe with a {@code name} to be shown: into the session, or with the container where a password is given. */
public final class LoginServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        HttpSession session = request.getSession();
        String password = request.getParameter("password");
        if (password == null) {
            session.setAttribute("user", request.getParameter("user"));
            session.setAttribute("name", request.getParameter("name"));
        } else {
            request.login(request.getParameter("user"), password);
        }
        String idle = request.getParameter("idleSeconds");
        if (idle != null) {
            session.setMaxInactiveInterval(Integer.parseInt(idle));
        }
        response.sendRedirect(request.getContextPath() + "/plain.jsp");
    }
}
