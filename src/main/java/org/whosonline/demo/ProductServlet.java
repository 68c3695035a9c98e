package org.whosonline.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/** {@code GET /product?id=7}: something to buy, and how many others are looking at it. For everybody. */
public final class ProductServlet extends HttpServlet {

    /** The page itself. */
    static final String PAGE = "/WEB-INF/product.jsp";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String id = request.getParameter("id");
        Optional<Product> product = Product.of(id);
        if (id == null || id.isEmpty()) {
            response.sendRedirect(request.getContextPath() + Product.HERON.address());
        } else if (product.isPresent()) {
            request.setAttribute(ProductPage.PRODUCT, product.get());
            request.getRequestDispatcher(PAGE).forward(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
