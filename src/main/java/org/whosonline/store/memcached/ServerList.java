package org.whosonline.store.memcached;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The Memcached servers of one store, at least one, none twice.
 *
 * <p>The order only decides whose clock counts. The spelling of a host decides which keys it gets, so all nodes must
 * spell the hosts alike.
 *
 * @param servers in configured order
 */
public record ServerList(List<ServerAddress> servers) {

    private static final String EXPECTED =
            "; expected host, host:port, [IPv6]:port or a bare IPv6 address, separated by commas";

    /** What an IPv6 address is made of, with an optional zone such as {@code %eth0}. */
    private static final String IPV6 = "[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[\\w.-]+)?";

    private static final Pattern BARE_IPV6 = Pattern.compile("(" + IPV6 + ")");
    private static final Pattern BRACKETED = Pattern.compile("\\[(" + IPV6 + ")](?::(.*))?");
    private static final Pattern NAMED = Pattern.compile("([\\w.-]+)(?::(.*))?");

    /** @throws IllegalArgumentException if there is no server, or one twice */
    public ServerList {
        servers = List.copyOf(servers);
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("No Memcached server is named" + EXPECTED);
        }
        // By text: a record's own equals() would keep our class loader from being collected after an undeploy, for the
        // JDK holds on to the last method handle it was made of (JDK-8078641, in Java 17).
        Set<String> seen = new HashSet<>();
        for (ServerAddress server : servers) {
            if (!seen.add(server.toString().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The Memcached server \"" + server + "\" is named twice");
            }
        }
    }

    /**
     * Reads {@code host:port,host:port}. The port is {@value ServerAddress#DEFAULT_PORT} where none is given; an IPv6
     * address stands in brackets, or alone without a port; blanks around items and empty items are ignored.
     *
     * @throws IllegalArgumentException naming the item that cannot be read
     */
    public static ServerList parse(String text) {
        List<ServerAddress> servers = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            if (!item.isBlank()) {
                servers.add(server(item.strip()));
            }
        }
        return new ServerList(servers);
    }

    private static ServerAddress server(String item) {
        // Two colons or more without brackets are an address, never an address and a port: "2001:db8::2" would
        // otherwise become port 2 of another host. "host:1:2" fits neither pattern and is refused.
        if (item.indexOf(':') != item.lastIndexOf(':') && !item.startsWith("[")) {
            return match(BARE_IPV6, item);
        }
        return match(item.startsWith("[") ? BRACKETED : NAMED, item);
    }

    private static ServerAddress match(Pattern form, String item) {
        Matcher matcher = form.matcher(item);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + item + "\" is no server" + EXPECTED);
        }
        String port = matcher.groupCount() < 2 ? null : matcher.group(2);
        return new ServerAddress(matcher.group(1), port == null ? ServerAddress.DEFAULT_PORT : port(port, item));
    }

    private static int port(String digits, String item) {
        if (digits.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(digits);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        }
        throw new IllegalArgumentException("\"" + item + "\" has no port from 1 to 65535" + EXPECTED);
    }

    /** As it is configured. */
    @Override
    public String toString() {
        return servers.stream().map(ServerAddress::toString).collect(Collectors.joining(", "));
    }
}
