package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whosonline.store.HeapStore;

class SiteMapsTest {

    private static UsersOnline map() {
        SiteMap.Time time = new SiteMap.Time();
        time.pass(Duration.ofSeconds(1));
        return new SiteMap(new HeapStore(time), time, 1).users;
    }

    @Test
    void givesEachByItsName() {
        UsersOnline main = map();
        UsersOnline shop = map();
        Map<String, UsersOnline> given = new HashMap<>(Map.of("", main, "shop", shop));
        SiteMaps maps = SiteMaps.of(given);
        given.clear();

        assertSame(main, maps.get(""));
        assertSame(shop, maps.get("shop"));
    }

    @Test
    void saysWhichThereAre() {
        SiteMaps one = SiteMaps.of(Map.of("", map()));
        assertEquals(
                "There is no instance \"shop\" of WhosOnline; there is only the main one, which has no name.",
                assertThrows(IllegalArgumentException.class, () -> one.get("shop"))
                        .getMessage());
        Map<String, UsersOnline> inOrder = new LinkedHashMap<>();
        List.of("", "forum", "shop").forEach(name -> inOrder.put(name, map()));
        SiteMaps three = SiteMaps.of(inOrder);
        assertEquals(
                "There is no instance \"Shop\" of WhosOnline; besides the main one, which has no name, there are forum,"
                        + " shop.",
                assertThrows(IllegalArgumentException.class, () -> three.get("Shop"))
                        .getMessage());
    }

    @Test
    void theMainOneHasToBeThere() {
        assertThrows(IllegalArgumentException.class, () -> SiteMaps.of(Map.of("shop", map())));
    }
}
