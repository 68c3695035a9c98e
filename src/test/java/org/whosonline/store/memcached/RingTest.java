package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaNodeKeyFormatter;
import net.spy.memcached.KetamaNodeLocator;
import net.spy.memcached.MemcachedNode;
import org.junit.jupiter.api.Test;

class RingTest {

    private static final List<ServerAddress> SERVERS = ServerList.parse(
                    "one.test, two.test, two.test:11212, 10.0.0.1:11213")
            .servers();

    private final Ring ring = new Ring(SERVERS);

    @Test
    void otherClientsWithKetamaFindTheSameServer() {
        List<MemcachedNode> nodes = SERVERS.stream().map(RingTest::node).toList();
        KetamaNodeLocator other = new KetamaNodeLocator(
                nodes, DefaultHashAlgorithm.KETAMA_HASH, KetamaNodeKeyFormatter.Format.LIBMEMCACHED, Map.of());
        for (String key : keys()) {
            assertSame(other.getPrimary(key), ring.first(key, nodes::get), key);
        }
    }

    /** As much of a node as the locator looks at; by identity, for the locator keeps nodes in maps. */
    private static MemcachedNode node(ServerAddress address) {
        InetSocketAddress socket = InetSocketAddress.createUnresolved(address.host(), address.port());
        return (MemcachedNode) Proxy.newProxyInstance(
                RingTest.class.getClassLoader(),
                new Class<?>[] {MemcachedNode.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getSocketAddress" -> socket;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void onlyTheKeysOfADeadServerMoveAndTheySpread() {
        int[] moved = new int[SERVERS.size()];
        for (String key : keys()) {
            int home = ring.first(key, server -> server);
            int other = ring.first(key, server -> server == 2 ? null : server);
            if (home == 2) {
                assertNotEquals(2, other);
                moved[other]++;
            } else {
                assertEquals(home, other);
            }
        }
        assertTrue(moved[0] > 100 && moved[1] > 100 && moved[3] > 100, "each takes a share");
    }

    @Test
    void withNoneLivingThereIsNone() {
        assertNull(ring.first("key", server -> null));
        assertNull(new Ring(SERVERS.subList(0, 1)).first("key", server -> null));
    }

    private static List<String> keys() {
        return IntStream.range(0, 10_000).mapToObj(i -> "usersOnline:" + i).toList();
    }
}
