package org.whosonline.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the demo's shop has. Texts are ready for HTML. */
public enum Product {
    HERON(
            7,
            "Heron",
            "Desk lamp",
            "\u20ac89",
            "A lamp that stands on one leg and looks over your shoulder. Warm light, a heavy foot, and a neck that stays"
                    + " where you leave it.",
            List.of("Steel, powder-coated", "46 cm high", "LED, 2700 K, changeable")),
    PEBBLE(
            8,
            "Pebble",
            "Teapot",
            "\u20ac54",
            "Round as something the sea has worked on for a while. Holds four cups, pours without a drop, and keeps warm"
                    + " until the second one.",
            List.of("Stoneware, glazed", "0.9 l", "Sieve of steel inside")),
    REED(
            9,
            "Reed",
            "Stool",
            "\u20ac120",
            "Three legs never wobble. A seat for the kitchen, a step for the shelf, a table for the bath.",
            List.of("Ash, oiled", "45 cm high", "Carries 120 kg"));

    private final int id;
    private final String title;
    private final String kind;
    private final String price;
    private final String text;
    private final List<String> facts;

    Product(int id, String title, String kind, String price, String text, List<String> facts) {
        this.id = id;
        this.title = title;
        this.kind = kind;
        this.price = price;
        this.text = text;
        this.facts = facts;
    }

    /** @param id as it stands in addresses; may be null */
    static Optional<Product> of(String id) {
        return Arrays.stream(values())
                .filter(product -> Integer.toString(product.id).equals(id))
                .findFirst();
    }

    public int id() {
        return id;
    }

    public String title() {
        return title;
    }

    public String kind() {
        return kind;
    }

    public String price() {
        return price;
    }

    public String text() {
        return text;
    }

    public List<String> facts() {
        return facts;
    }

    /** The room of those who look at it. */
    public String room() {
        return "/product/" + id;
    }

    /** Where its page is, within the application. */
    public String address() {
        return "/product?id=" + id;
    }
}
