package org.whosonline.web;

import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.store.HeapStore;

@DisplayName("S1 1.1-1.5, 1.9: a day of real traffic through the filter, on the in-process store")
class ReplayTest {

    private final HeapStore store = new HeapStore(InstantSource.system());

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

    @Test
    void inAsManyBucketsAsItTakes() throws Exception {
        new Replay(store, 0).run();
    }
}
