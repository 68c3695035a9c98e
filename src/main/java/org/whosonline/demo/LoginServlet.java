package org.whosonline.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/**
 * {@code POST /login} with {@code user} and, if wanted, {@code name}: logs in without a password and goes to the front
 * page, or to the one that the form stood in, see {@link Goal}. A user that is blank, and a user or name of more than 400 characters,
 * is refused with 400 on that page.
 */
public final class LoginServlet extends HttpServlet {

    /** Request attribute: the sentence that a page shows at its form. */
    static final String PROBLEM = "demo.problem";

    private static final long serialVersionUID = 1L;
    private static final int MAX_CHARACTERS = 400;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String user;
        String name;
        Goal goal;
        try {
            user = request.getParameter("user");
            name = request.getParameter("name");
            goal = Goal.of(request);
        } catch (RuntimeException e) {
            // Containers differ in what they throw when a form is too long or not UTF-8.
            refuse(request, response, Goal.FRONT, "What was sent cannot be read.");
            return;
        }
        if (user == null || user.isBlank()) {
            refuse(request, response, goal, "Please give a user name.");
        } else if (isTooLong(user) || name != null && isTooLong(name)) {
            refuse(request, response, goal, "Please use at most " + MAX_CHARACTERS + " characters.");
        } else {
            logIn(request, new Login(user, name == null || name.isBlank() ? null : name));
            response.sendRedirect(request.getContextPath() + goal.address());
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendRedirect(request.getContextPath() + "/");
    }

    private static void logIn(HttpServletRequest request, Login login) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            session = request.getSession();
        } else {
            // An id that somebody may have planted before must not become that of a user.
            request.changeSessionId();
        }
        login.store(session);
    }

    private static boolean isTooLong(String text) {
        return text.codePointCount(0, text.length()) > MAX_CHARACTERS;
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response, Goal goal, String sentence)
            throws ServletException, IOException {
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        request.setAttribute(PROBLEM, sentence);
        request.getRequestDispatcher(goal.page()).forward(request, response);
    }
}
