package org.whosonline.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request says about itself: names and the values of each, in the order in which they came. Not thread-safe. */
final class Fields {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    void add(String name, String value) {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /** All values of a field; empty if it was not sent. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * The one value of a field; null if it was not sent.
     *
     * @throws RefusedException 400 if it was sent more than once
     */
    String single(String name) throws RefusedException {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw RefusedException.bad(name + " must not be given more than once.");
        }
        return all.isEmpty() ? null : all.get(0);
    }

    /**
     * The one value of a field, which is yes or no; null if it was not sent.
     *
     * @throws RefusedException 400 if it is something else
     */
    Boolean flag(String name) throws RefusedException {
        String value = single(name);
        if (value == null) {
            return null;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw RefusedException.bad(name + " must be true or false.");
        }
        return Boolean.valueOf(value);
    }
}
