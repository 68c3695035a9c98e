package org.whosonline.command;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.whosonline.log.JsonText;
import org.whosonline.store.Store;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** Puts maps into a Memcached, byte by byte, and looks what became of them. */
final class Data implements AutoCloseable {

    static final String HEADER = "[1,\"5f0c27a19be3d488\"]\n";

    private final MemcachedStore store;

    /** The server's time in epoch seconds, when this was made. */
    final long now;

    Data(MemcachedProcess memcached) {
        store = new MemcachedStore(ServerList.parse(memcached.address()), Duration.ofSeconds(5), System::nanoTime);
        Await.result(store.settled());
        now = Await.result(store.time()).getEpochSecond();
    }

    /** A line of a user seen some seconds ago. */
    String seen(String id, int secondsAgo) {
        return "[" + JsonText.quote(id) + "," + (now - secondsAgo) + "]\n";
    }

    void map(String... lines) {
        set("usersOnline", HEADER + String.join("", lines));
        layout("{\"window\":300,\"layouts\":[[1," + (now - 9_000) + "]]}");
    }

    void layout(String json) {
        set("usersOnline:layout", json);
    }

    void set(String key, String value) {
        if (!Await.result(store.set(key, value.getBytes(StandardCharsets.UTF_8), Store.FOREVER))) {
            throw new AssertionError("No room for " + key);
        }
    }

    /** The value, or null if there is none. */
    String get(String key) {
        byte[] value = Await.result(store.get(key));
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** Every figure of the server that a write moves. */
    static List<String> writes(MemcachedProcess memcached) {
        return List.of(
                        "cmd_set",
                        "cmd_touch",
                        "cmd_flush",
                        "cas_hits",
                        "cas_misses",
                        "cas_badval",
                        "delete_hits",
                        "delete_misses",
                        "incr_hits",
                        "incr_misses",
                        "total_items")
                .stream()
                .map(name -> name + " " + memcached.stat(name))
                .toList();
    }

    @Override
    public void close() {
        store.close();
    }
}
