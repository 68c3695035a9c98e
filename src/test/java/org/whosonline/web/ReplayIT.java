package org.whosonline.web;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.store.memcached.MemcachedStore;
import org.whosonline.store.memcached.ServerList;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

@DisplayName("S1 1.1-1.5, 1.9: a day of real traffic through the filter, on a real Memcached")
class ReplayIT {

    private MemcachedProcess memcached;
    private MemcachedStore store;

    @BeforeEach
    void start() {
        memcached = MemcachedProcess.running();
        // The timeout is no part of this, and a busy machine may take long.
        store = new MemcachedStore(ServerList.parse(memcached.address()), Duration.ofSeconds(5), System::nanoTime);
        Await.result(store.settled());
    }

    @AfterEach
    void stop() {
        store.close();
        memcached.close();
    }

    @Test
    void inOneBucket() throws Exception {
        new Replay(store, 1).run();
    }

    @Test
    void inEightBuckets() throws Exception {
        new Replay(store, 8).run();
    }

    @Test
    void inOneThenEightThenThreeBuckets() throws Exception {
        new Replay(store, 1, 8, 3).run();
    }
}
