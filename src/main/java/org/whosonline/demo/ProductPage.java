package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.whosonline.tags.Html;

/**
 * What the page of a product shows besides what its tags do.
 *
 * <p>Texts are ready for HTML.
 */
public final class ProductPage {

    /** Request attribute: the product. */
    static final String PRODUCT = Product.class.getName();

    private final HttpServletRequest request;
    private final Login login;

    private ProductPage(HttpServletRequest request) {
        this.request = request;
        this.login = Login.of(request).orElse(null);
    }

    /** The page for one request; sets the headers that its content needs, but for those that the tags set. */
    public static ProductPage of(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader("Vary", "Cookie");
        if (request.getSession(false) != null) {
            response.setHeader("Cache-Control", "private, no-store");
        }
        return new ProductPage(request);
    }

    public Product product() {
        return (Product) request.getAttribute(PRODUCT);
    }

    public List<Product> all() {
        return List.of(Product.values());
    }

    /** The name of whoever is logged in; null if nobody is. */
    public String ownName() {
        return login == null ? null : Html.text(login.shownName());
    }

    /** Where WhosOnline's own addresses start, within this application. */
    public String base() {
        return Html.text(Site.of(request.getServletContext()).base());
    }

    /** What was wrong with the form just sent; null if nothing. */
    public String problem() {
        return (String) request.getAttribute(LoginServlet.PROBLEM);
    }
}
