package org.whosonline.store.memcached;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import net.spy.memcached.DefaultHashAlgorithm;

/**
 * The ketama circle: which server a key lives on.
 *
 * <p>Unweighted, 160 points a server, named as libmemcached names them ({@code host} or {@code host:port}, the port left
 * out when it is 11211). Clients built on libmemcached, and spymemcached with its format LIBMEMCACHED, find the same
 * keys on the same servers. (Spymemcached's own format names the resolved address; with it, keys would move whenever
 * DNS answers otherwise.)
 *
 * <p>Immutable.
 */
final class Ring {

    private static final int DIGESTS_PER_SERVER = 40;
    private static final int POINTS_PER_DIGEST = 4;

    private final int servers;
    private final long[] points;
    private final int[] owners;

    Ring(List<ServerAddress> servers) {
        this.servers = servers.size();
        TreeMap<Long, Integer> circle = new TreeMap<>();
        for (int server = 0; server < servers.size(); server++) {
            String name = name(servers.get(server));
            for (int i = 0; i < DIGESTS_PER_SERVER; i++) {
                byte[] digest = DefaultHashAlgorithm.computeMd5(name + "-" + i);
                for (int part = 0; part < POINTS_PER_DIGEST; part++) {
                    circle.put(point(digest, part), server);
                }
            }
        }
        points = new long[circle.size()];
        owners = new int[circle.size()];
        int i = 0;
        for (Map.Entry<Long, Integer> entry : circle.entrySet()) {
            points[i] = entry.getKey();
            owners[i++] = entry.getValue();
        }
    }

    private static String name(ServerAddress server) {
        return server.port() == ServerAddress.DEFAULT_PORT ? server.host() : server.host() + ":" + server.port();
    }

    /** Four bytes of the digest, the lowest first, as an unsigned number. */
    private static long point(byte[] digest, int part) {
        long point = 0;
        for (int i = 3; i >= 0; i--) {
            point = point << 8 | digest[part * 4 + i] & 0xFF;
        }
        return point;
    }

    /**
     * Asks the servers in the order of the circle from the point of {@code key} on.
     *
     * @param living what to answer for the server of an index, or null while it is down
     * @return the first answer there is, or null if all are down
     */
    <T> T first(String key, IntFunction<T> living) {
        if (servers == 1) {
            return living.apply(0);
        }
        long hash = DefaultHashAlgorithm.KETAMA_HASH.hash(key);
        int start = Arrays.binarySearch(points, hash);
        if (start < 0) {
            start = -start - 1;
        }
        T found = null;
        for (int i = 0; i < points.length && found == null; i++) {
            found = living.apply(owners[(start + i) % points.length]);
        }
        return found;
    }
}
