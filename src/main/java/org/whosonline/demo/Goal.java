package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Where to go after a login.
 *
 * @param address within the application
 * @param page the page at that address, for a form that has to be shown again
 */
record Goal(String address, String page) {

    static final Goal FRONT = new Goal("/", "/index.jsp");

    /**
     * The page that the form stood in, by its parameters {@code id}, a room, or {@code product}.
     *
     * @throws RuntimeException if the form cannot be read
     */
    static Goal of(HttpServletRequest request) {
        Optional<Product> product = Product.of(request.getParameter("product"));
        if (product.isPresent()) {
            request.setAttribute(ProductPage.PRODUCT, product.get());
            return new Goal(product.get().address(), ProductServlet.PAGE);
        }
        String room = request.getParameter("id");
        return RoomServlet.isRoom(room) ? new Goal(RoomServlet.address(room), RoomServlet.PAGE) : FRONT;
    }
}
