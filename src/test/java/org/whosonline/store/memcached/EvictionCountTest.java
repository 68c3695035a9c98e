package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionCountTest {

    private final EvictionCount count = new EvictionCount();

    private static ServerFigures told(String server, long evictions) {
        return new ServerFigures(server, true, "1.6.18", 1, 1, 1, 1, evictions);
    }

    private static ServerFigures down(String server) {
        return new ServerFigures(server, false, "", 0, 0, 0, 0, 0);
    }

    @Test
    void whatWasBeforeTheFirstQuestionIsNotCounted() {
        assertEquals(0, count.add(List.of(told("a", 100), told("b", 50))));
        assertEquals(3, count.add(List.of(told("a", 101), told("b", 52))));
    }

    @Test
    void aServerThatIsAwayTakesNothingOff() {
        count.add(List.of(told("a", 100), told("b", 50)));
        assertEquals(5, count.add(List.of(told("a", 100), told("b", 55))));
        assertEquals(5, count.add(List.of(told("a", 100), down("b"))));
        assertEquals(6, count.add(List.of(told("a", 100), told("b", 56))));
    }

    @Test
    void aServerThatWasRestartedCountsFromZero() {
        count.add(List.of(told("a", 100)));
        assertEquals(4, count.add(List.of(told("a", 4))));
    }
}
