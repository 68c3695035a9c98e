package org.whosonline.store.memcached;

/**
 * Where a Memcached server listens.
 *
 * @param host a name, or an address; an IPv6 address without brackets
 * @param port from 1 to 65535
 */
public record ServerAddress(String host, int port) {

    /** Memcached's own default. */
    public static final int DEFAULT_PORT = 11_211;

    /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
    @Override
    public boolean equals(Object other) {
        return other instanceof ServerAddress address && port == address.port && host.equals(address.host);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    /** As it is written in a server list: {@code host:port} or {@code [address]:port}. */
    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
}
