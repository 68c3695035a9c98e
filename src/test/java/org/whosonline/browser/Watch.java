package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.whosonline.testing.Await;

/**
 * What the first {@code whos-here} of a page shows, recorded in the page from the moment that this is made until the page
 * goes: at every change of the page and every 50 ms. The page has to stay visible. Times are milliseconds of the epoch.
 */
final class Watch {

    private static final Gson GSON = new Gson();

    private final Tab tab;

    /** One person as shown. */
    record Face(String title, String state, boolean editing) {

        /** The name, which is what the title begins with; of names without colons and brackets. */
        String name() {
            return title.split(" — | \\(|: ")[0];
        }
    }

    /** What was shown from {@code millis} on. @param more such as {@code +3}, or empty */
    record Look(long millis, List<Face> faces, String more, boolean visible) {

        boolean has(String name) {
            return face(name).isPresent();
        }

        Optional<Face> face(String name) {
            return faces.stream().filter(face -> face.name().equals(name)).findFirst();
        }

        List<String> names() {
            return faces.stream().map(Face::name).toList();
        }
    }

    /** Something that was written on the page. */
    record Write(long millis, String what) {}

    private record Recorded(List<Look> looks, List<Write> writes, long lookedAt, long longest) {}

    private Watch(Tab tab) {
        this.tab = tab;
    }

    /** Watches the page that is there now; another watch of it has the same record. */
    static Watch of(Tab tab) throws IOException {
        tab.script(script());
        return new Watch(tab);
    }

    /** Watches each page that comes into {@code tab} from now on, from its very beginning. */
    static Watch ofNext(Tab tab) throws IOException {
        tab.cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", "(function () {" + script() + "})()"));
        return new Watch(tab);
    }

    private static String script() throws IOException {
        try (InputStream script = Watch.class.getResourceAsStream("watch.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static long now() {
        return System.currentTimeMillis();
    }

    private Recorded recorded() {
        Object json = tab.script("return JSON.stringify(window.whosonlineWatch)");
        if (json == null) {
            throw new AssertionError("The page that was watched is gone");
        }
        return GSON.fromJson((String) json, Recorded.class);
    }

    /** What is shown now. */
    Look look() {
        List<Look> looks = recorded().looks();
        return looks.get(looks.size() - 1);
    }

    /** All looks since {@code from}, the first being what was shown then. */
    List<Look> since(long from) {
        List<Look> looks = recorded().looks();
        List<Look> since = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) {
            if (i + 1 == looks.size() || looks.get(i + 1).millis() > from) {
                since.add(looks.get(i));
            }
        }
        return since;
    }

    /** Waits until what is shown is {@code right}; returns it. */
    Look await(String what, Predicate<Look> right) {
        return await(what, Await.PATIENCE, right);
    }

    Look await(String what, Duration patience, Predicate<Look> right) {
        try {
            Await.until(what, patience, () -> right.test(look()));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; shown is " + look(), e);
        }
        return look();
    }

    /** Waits until those by {@code names}, and nobody else, have faces, in this order. */
    Look awaitFaces(String... names) {
        return await(List.of(names) + " are shown", look -> look.names().equals(List.of(names)));
    }

    /** Asserts that {@code name} was shown within {@code limit} after {@code from}; waits for it if need be. */
    void assertThereWithin(String name, long from, Duration limit) {
        assertWithin(name + " is there", from, limit, look -> look.has(name));
    }

    /** Asserts that {@code name} was no longer shown within {@code limit} after {@code from}; waits for it if need be. */
    void assertGoneWithin(String name, long from, Duration limit) {
        assertWithin(name + " is gone", from, limit, look -> !look.has(name));
    }

    /** Asserts that what was shown within {@code limit} after {@code from} became {@code right}; waits for it if need be. */
    long assertWithin(String what, long from, Duration limit, Predicate<Look> right) {
        await(what, limit.plus(Await.PATIENCE), look -> since(from).stream().anyMatch(right));
        long at = since(from).stream()
                .filter(right)
                .mapToLong(Look::millis)
                .findFirst()
                .orElseThrow();
        long took = Math.max(0, at - from);
        assertTrue(took <= limit.toMillis(), () -> what + ", but only after " + took + " ms");
        return took;
    }

    /** Asserts that {@code name} has been shown all the time since {@code from}. */
    void assertAlwaysThere(String name, long from) {
        assertAlways(name + " is there", from, look -> look.has(name));
    }

    /** Asserts that {@code right} has held all the time since {@code from}. */
    void assertAlways(String what, long from, Predicate<Look> right) {
        Recorded recorded = recorded();
        assertTrue(recorded.longest() < 2_000, () -> "Nobody looked for " + recorded.longest() + " ms");
        assertTrue(now() - recorded.lookedAt() < 2_000, "Nobody looks any more");
        List<Look> wrong = since(from).stream()
                .filter(look -> !look.visible() || !right.test(look))
                .toList();
        assertEquals(List.of(), wrong, () -> what + " since " + from + ", but of " + since(from));
    }

    /** The states in which {@code name} has been shown since {@code from}. */
    Set<String> states(String name, long from) {
        return since(from).stream()
                .flatMap(look -> look.face(name).stream())
                .map(Face::state)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What has been written on the page since {@code from}. */
    List<Write> writes(long from) {
        return recorded().writes().stream()
                .filter(write -> write.millis() >= from)
                .toList();
    }
}
