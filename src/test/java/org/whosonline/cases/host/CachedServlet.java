package org.whosonline.cases.host;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;

/**
 * Answers all paths {@code /NAME/…} with the bytes of {@code WEB-INF/cached/NAME.html}, the same for everybody and for as long
 * as they like, as a page cache does.
 */
public final class CachedServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** For the container. */
    public CachedServlet() {}

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getPathInfo().split("/")[1];
        try (InputStream page = getServletContext().getResourceAsStream("/WEB-INF/cached/" + name + ".html")) {
            if (page == null) {
                response.sendError(404);
                return;
            }
            response.setContentType("text/html;charset=UTF-8");
            response.setHeader("Cache-Control", "public, max-age=600");
            page.transferTo(response.getOutputStream());
        }
    }
}
