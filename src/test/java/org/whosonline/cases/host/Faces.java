package org.whosonline.cases.host;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.whosonline.web.UserResolver;

/** Knows people by their session, and has a picture of some. */
public final class Faces implements UserResolver {

    @Override
    public String id(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null ? null : (String) session.getAttribute("user");
    }

    @Override
    public String avatar(HttpServletRequest request) {
        return id(request).startsWith("evil")
                ? "javascript:alert(1)"
                : "/faces/" + id(request).length() + ".png";
    }
}
