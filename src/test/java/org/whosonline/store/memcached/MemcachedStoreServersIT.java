package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.memcached.StoreFixture.AT_ONCE;
import static org.whosonline.store.memcached.StoreFixture.assertFailsWithin;
import static org.whosonline.store.memcached.StoreFixture.awaitAvailable;
import static org.whosonline.store.memcached.StoreFixture.connect;
import static org.whosonline.store.memcached.StoreFixture.set;
import static org.whosonline.store.memcached.StoreFixture.stores;
import static org.whosonline.store.memcached.StoreFixture.text;
import static org.whosonline.testing.Await.result;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** Where keys live and where servers are found. */
@Timeout(60)
class MemcachedStoreServersIT {

    @Test
    void aHostThatIsUnknownIsMerelyDown() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                MemcachedStore store = connect("[fe80::1%nosuch]:11211," + memcached.address())) {
            assertTrue(store.available());
            set(store, "k", "one");
            assertNotNull(result(store.time()));
        }
    }

    @Test
    void whileOneOfTwoServersIsDownItsKeysLiveOnTheOther() {
        try (MemcachedProcess one = MemcachedProcess.running();
                MemcachedProcess two = MemcachedProcess.running();
                MemcachedStore store = connect(one.address() + "," + two.address())) {
            List<String> keys = IntStream.range(0, 40).mapToObj(i -> "k" + i).toList();
            keys.forEach(key -> set(store, key, "first"));
            assertEquals(40, curr(one) + curr(two));
            assertTrue(curr(one) > 0 && curr(two) > 0, "they are spread");
            int onTwo = curr(two);
            long epoch = store.epoch();

            one.kill();
            Await.until("the loss is noticed", () -> store.epoch() != epoch);
            assertTrue(store.available());
            assertEquals(onTwo, result(store.getAll(keys)).size());
            keys.forEach(key -> set(store, key, "second"));
            assertEquals(40, curr(two));
            assertNotNull(result(store.time()), "that of the other");

            one.start();
            long without = store.epoch();
            Await.until("the return is noticed", () -> store.epoch() != without);
            Map<String, byte[]> values = result(store.getAll(keys));
            assertEquals(onTwo, values.size(), "the keys have moved back");
            keys.forEach(key -> set(store, key, "third"));
            assertEquals(40 - onTwo, curr(one));
        }
    }

    private static int curr(MemcachedProcess memcached) {
        return Integer.parseInt(memcached.stat("curr_items"));
    }

    @Test
    @DisplayName("CONN-H05: an IPv6 address works, alone and beside another")
    void anIpv6AddressWorks() {
        try (MemcachedProcess six = MemcachedProcess.runningOn("::1");
                MemcachedProcess four = MemcachedProcess.running()) {
            for (String servers : List.of(six.address(), four.address() + "," + six.address())) {
                try (MemcachedStore store = connect(servers)) {
                    set(store, "k", "one");
                    assertEquals("one", text(store, "k"));
                }
            }
        }
    }

    @Test
    @DisplayName("CONN-H05: a name with several addresses works, whichever the server listens on")
    void aNameWithSeveralAddressesWorks() throws UnknownHostException {
        InetAddress[] both = {InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")};
        for (InetAddress address : both) {
            try (MemcachedProcess memcached = MemcachedProcess.runningOn(address.getHostAddress());
                    MemcachedStore store = connect("cache.test:" + memcached.port(), host -> both)) {
                awaitAvailable(store);
                set(store, "k", "one");
            }
        }
    }

    @Test
    void aNameThatIsUnknownAtFirstAndAHostThatMovesAreFound() throws UnknownHostException {
        InetAddress four = InetAddress.getByName("127.0.0.1");
        InetAddress six = InetAddress.getByName("::1");
        AtomicReference<InetAddress> answer = new AtomicReference<>();
        Server.Names names = host -> {
            InetAddress address = answer.get();
            if (address == null) {
                throw new UnknownHostException(host);
            }
            return new InetAddress[] {address};
        };
        try (MemcachedProcess first = MemcachedProcess.running();
                MemcachedProcess second = MemcachedProcess.runningOn("::1", first.port());
                MemcachedStore store = connect("cache.test:" + first.port(), names)) {
            assertFailsWithin(AT_ONCE, () -> store.get("k"));
            answer.set(four);
            awaitAvailable(store);
            set(store, "k", "first");
            answer.set(six);
            first.kill();
            Await.until("it is found where it has moved to", () -> stores(store, "second"));
            assertEquals("VALUE k 0 6", second.ask("get k"));
        }
    }
}
