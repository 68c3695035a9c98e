package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.whosonline.Rarely;

class SmallThingsTest {

    @Test
    void seldomIsOnceAMinuteAlsoWhereTheClockPassesTheEndOfTheNumbers() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        Rarely rarely = new Rarely(nanos::get);
        assertTrue(rarely.isDue());
        nanos.addAndGet(59_000_000_000L);
        assertFalse(rarely.isDue());
        nanos.addAndGet(1_000_000_000L);
        assertTrue(rarely.isDue());
        assertFalse(rarely.isDue());
    }

    @Test
    void whatIsNotUsedForLongestIsForgottenFirst() {
        RecentMap<String, Integer> map = new RecentMap<>(2);
        map.put("a", 1);
        map.put("b", 2);
        assertEquals(1, map.get("a"));
        assertNull(map.put("c", 3));
        assertNull(map.get("b"));
        assertEquals(1, map.put("a", 4));
        map.remove("a");
        assertNull(map.get("a"));
    }
}
