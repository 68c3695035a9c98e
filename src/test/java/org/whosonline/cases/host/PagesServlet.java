package org.whosonline.cases.host;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Pages that come about in other ways than by one JSP. */
public final class PagesServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        switch (request.getPathInfo()) {
            case "/forward" -> request.getRequestDispatcher("/nest.jsp").forward(request, response);
            case "/redirect" -> response.sendRedirect(request.getContextPath() + "/plain.jsp");
            case "/observed" -> Observer.of(getServletContext()).write(response);
            case "/slow" -> slow(request, response);
            case "/session" -> response.getWriter().print(request.getSession().getId());
            default -> response.sendError(404);
        }
    }

    /** A long poll: nothing happens for a while, then the request is dispatched to where it came in. */
    private static void slow(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            response.getWriter().print("after a while");
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(Long.parseLong(request.getParameter("millis")));
        async.addListener(new AsyncListener() {
            @Override
            public void onTimeout(AsyncEvent event) {
                event.getAsyncContext().dispatch();
            }

            @Override
            public void onStartAsync(AsyncEvent event) {
                // It starts once.
            }

            @Override
            public void onComplete(AsyncEvent event) {
                // Nothing is kept.
            }

            @Override
            public void onError(AsyncEvent event) {
                // The container answers.
            }
        });
    }
}
