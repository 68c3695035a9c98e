package org.whosonline.cases.host;

import jakarta.servlet.http.HttpServletRequest;
import org.whosonline.web.Visibility;

/** Hides those whom the application has noted down: {@code hidden:ID} among its own attributes. */
public final class Shy implements Visibility {

    /** For the service loader. */
    public Shy() {}

    @Override
    public boolean isHidden(HttpServletRequest request, String userId) {
        return request.getServletContext().getAttribute("hidden:" + userId) != null;
    }
}
