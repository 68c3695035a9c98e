package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.whosonline.testing.MemcachedConsole;

/** The logs of a site map as they lie in Memcached. */
final class Logs {

    /** What the field case has: names of 40 letters. */
    private static final int ID_LENGTH = 40;

    private Logs() {}

    /** The members in the logs themselves. */
    static Set<String> stored(MemcachedConsole console, String key, int buckets) {
        Set<String> found = new TreeSet<>();
        for (int i = 0; i < buckets; i++) {
            String log = console.value(buckets == 1 ? key : key + i);
            if (log != null) {
                log.lines().skip(1).forEach(line -> found.add(line.substring(2, line.indexOf('"', 2))));
            }
        }
        return found;
    }

    /** Fills the log at {@code key} with people who are online, to the last byte; answers how many they are. */
    static int fill(MemcachedConsole console, String key, int bytes) {
        long now = console.stat("time");
        StringBuilder log = new StringBuilder("[1,\"0123456789abcdef\"]\n");
        int users = 0;
        while (log.length() < bytes) {
            log.append("[\"")
                    .append(String.format("%0" + ID_LENGTH + "d", users++))
                    .append("\",")
                    .append(now)
                    .append("]\n");
        }
        assertTrue(console.store("set", key, log.toString()), key);
        // Shorter and shorter ones, until there is no room for anybody.
        for (int length = ID_LENGTH; length > 0; length--) {
            while (console.store(
                    "append", key, "[\"" + Integer.toString(users, 36) + "-".repeat(length) + "\"," + now + "]\n")) {
                users++;
            }
        }
        return users;
    }
}
