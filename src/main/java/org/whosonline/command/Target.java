package org.whosonline.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.MapSettings;
import org.whosonline.config.Option;
import org.whosonline.config.Settings;
import org.whosonline.store.memcached.ServerList;

/**
 * The map that a command is about.
 *
 * @param servers where it lives
 * @param prefix what stands before its keys
 * @param window how long a user counts as online, as configured; what stands beside the data is better
 */
record Target(ServerList servers, String prefix, Duration window) {

    /**
     * The one place where an instance becomes servers, prefix and window.
     *
     * @param instance the name of an instance; empty for the site map that has no name
     * @param flags what was given on the command line, which {@code settings} hold already and which goes before what the
     *     instance has
     * @throws UsageException if there is no such instance, or no Memcached
     */
    static Target of(Settings settings, Optional<String> instance, Map<Option, String> flags) {
        String name = instance.orElse("");
        // A shell variable that is not set must not become the main map.
        if (instance.isPresent() && name.isEmpty()) {
            throw new UsageException("--instance must be followed by a name.");
        }
        if (!name.isEmpty() && !settings.instances().contains(name)) {
            throw new UsageException(
                    "There is no instance \"" + Text.safe(name) + "\": " + known(settings.instances()) + ".");
        }
        MapSettings map = settings.map(name);
        MapSettings given = settings.map("");
        String servers = flags.containsKey(Option.MEMCACHED_SERVERS) ? given.servers() : map.servers();
        return new Target(
                servers(servers, name, flags),
                flags.containsKey(Option.PREFIX) ? given.prefix() : map.prefix(),
                flags.containsKey(Option.WINDOW) ? given.window() : map.window());
    }

    private static String known(List<String> instances) {
        return instances.isEmpty()
                ? "none is configured (option instances)"
                : "there are " + String.join(", ", instances);
    }

    private static ServerList servers(String list, String instance, Map<Option, String> flags) {
        if (list.isBlank()) {
            throw new UsageException("No Memcached is configured (--servers, or the option memcached.servers), so users"
                    + " are kept in the memory of the application: there is nothing that cron could clean.");
        }
        try {
            return ServerList.parse(list);
        } catch (IllegalArgumentException e) {
            String name = flags.containsKey(Option.MEMCACHED_SERVERS)
                    ? Flags.name(Option.MEMCACHED_SERVERS)
                    : (instance.isEmpty() ? Option.MEMCACHED_SERVERS : Option.INSTANCE_SERVERS).keyFor(instance);
            throw new ConfigurationException(List.of(name + ": " + e.getMessage() + "."));
        }
    }
}
