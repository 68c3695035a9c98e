package org.whosonline.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer in Prometheus's text format 0.0.4, read strictly: whatever breaks the format, or what {@code promtool check
 * metrics} would find fault with, fails the test.
 */
public final class Exposition {

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-z_]+) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"([A-Za-z0-9_-]*)\"");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, String> help = new LinkedHashMap<>();
    private final Map<String, Double> samples = new TreeMap<>();
    private final Map<String, Set<String>> labels = new TreeMap<>();

    public Exposition(String text) {
        assertTrue(text.endsWith("\n"), text);
        String current = null;
        for (String line : text.split("\n")) {
            Matcher comment = COMMENT.matcher(line);
            if (comment.matches()) {
                Map<String, String> told = comment.group(1).equals("HELP") ? help : types;
                assertNull(told.put(comment.group(2), comment.group(3)), line);
                current = comment.group(2);
            } else {
                sample(line, current);
            }
        }
        types.forEach(this::lint);
        assertEquals(types.keySet(), help.keySet());
    }

    private void sample(String line, String family) {
        Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        String name = sample.group(1);
        assertNotNull(types.get(family), line);
        Set<String> names =
                types.get(family).equals("summary") ? Set.of(family + "_count", family + "_sum") : Set.of(family);
        assertTrue(names.contains(name), () -> line + " is not of " + family);
        String set = sample.group(2) == null ? "" : sample.group(2);
        double value = Double.parseDouble(sample.group(3));
        assertNull(samples.put(name + "{" + set + "}", value), line);
        for (String label : set.isEmpty() ? List.<String>of() : List.of(set.split(","))) {
            Matcher pair = LABEL.matcher(label);
            assertTrue(pair.matches(), line);
            labels.computeIfAbsent(pair.group(1), any -> new TreeSet<>()).add(pair.group(2));
        }
        assertTrue(types.get(family).equals("gauge") || value >= 0, line);
    }

    private void lint(String name, String type) {
        assertTrue(Set.of("counter", "gauge", "summary").contains(type), () -> name + " is a " + type);
        assertEquals(type.equals("counter"), name.endsWith("_total"), name);
        assertFalse(name.matches(".*_(count|sum|bucket|info|millis|ms|nanos|gauge|counter|summary)(_.*)?"), name);
        String text = help.get(name);
        assertNotNull(text, name);
        assertTrue(text.matches("[A-Z].{10,}[^. ]"), () -> name + ": " + text);
    }

    /** Types by the names of families, these without {@code _count} and {@code _sum}. */
    public Map<String, String> types() {
        return types;
    }

    /** All values of all labels, by the names of labels. */
    public Map<String, Set<String>> labels() {
        return labels;
    }

    /** The value of a sample as it is written, such as {@code whosonline_users_online{instance="main"}}. */
    public double value(String sample) {
        Double value = samples.get(sample);
        assertNotNull(value, () -> sample + " in " + samples);
        return value;
    }

    /** The value of a figure of the main map; the name without {@code whosonline_}. */
    public double main(String name) {
        return value("whosonline_" + name + "{instance=\"main\"}");
    }

    /** The value of a figure of the main map for one kind of operation. */
    public double main(String name, String op) {
        return value("whosonline_" + name + "{instance=\"main\",op=\"" + op + "\"}");
    }
}
