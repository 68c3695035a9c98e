package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ends with a session. */
class SessionWatchTest {

    private final Deque<Runnable> held = new ArrayDeque<>();
    private final SessionWatch watch = new SessionWatch(held::add);
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void listen() {
        watch.onEnd(told::add);
    }

    private void aMomentLater() {
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    @Test
    @DisplayName("PRIV-H06: a logout ends at once what is open for that session, and nothing else")
    void logout() {
        watch.add("a", () -> told.add("first of a"));
        watch.add("b", () -> told.add("of b"));
        watch.add(null, () -> told.add("of nobody's session"));
        watch.add("a", () -> {}).close();
        assertEquals(2, watch.size());
        watch.loggedOut("a");
        assertEquals(List.of("first of a", "a"), told);
        watch.loggedOut("a");
        assertEquals(List.of("first of a", "a", "a"), told);
        assertEquals(1, watch.size());
    }

    @Test
    @DisplayName("A session that ends otherwise counts a moment later, but not when the application stops meanwhile")
    void destroyed() {
        watch.add("a", () -> told.add("open"));
        watch.destroyed("a");
        assertEquals(List.of(), told);
        aMomentLater();
        assertEquals(List.of("open", "a"), told);
        watch.destroyed("b");
        watch.stopping();
        watch.destroyed("c");
        aMomentLater();
        assertEquals(List.of("open", "a"), told);
        watch.loggedOut("d");
        assertEquals(List.of("open", "a", "d"), told);
    }

    @Test
    @DisplayName("What is open follows its session to another id, and can still be closed")
    void renamed() {
        SessionWatch.Entry kept = watch.add("a", () -> told.add("kept"));
        SessionWatch.Entry closed = watch.add("a", () -> told.add("closed"));
        watch.renamed("a", "b");
        watch.renamed("unknown", "c");
        closed.close();
        closed.close();
        watch.loggedOut("a");
        assertEquals(List.of("a"), told);
        watch.loggedOut("b");
        assertEquals(List.of("a", "kept", "b"), told);
        kept.close();
        assertEquals(0, watch.size());
    }

    @Test
    @DisplayName("One that fails to end keeps no other from it")
    void failing() {
        watch.add("a", () -> {
            throw new IllegalStateException("test");
        });
        watch.add("a", () -> told.add("other"));
        watch.loggedOut("a");
        assertEquals(List.of("other", "a"), told);
    }
}
