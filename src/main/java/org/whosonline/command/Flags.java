package org.whosonline.command;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.whosonline.config.Option;
import org.whosonline.config.Settings;

/** Which map is meant, as given on the command line. Filled in by picocli. */
final class Flags {

    @picocli.CommandLine.Option(
            names = "--servers",
            paramLabel = "HOST:PORT,...",
            description = "The Memcached servers, spelled as for the application (option memcached.servers).",
            scope = picocli.CommandLine.ScopeType.INHERIT)
    private String servers;

    @picocli.CommandLine.Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "What stands before every key (option prefix).",
            scope = picocli.CommandLine.ScopeType.INHERIT)
    private String prefix;

    @picocli.CommandLine.Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "One of several site maps (option instances).",
            scope = picocli.CommandLine.ScopeType.INHERIT)
    private String instance;

    @picocli.CommandLine.Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A properties file with the application's options (option config).",
            scope = picocli.CommandLine.ScopeType.INHERIT)
    private String config;

    @picocli.CommandLine.Option(
            names = "--window",
            paramLabel = "TIME",
            description = "How long a user counts as online, such as 90s or 5m; if absent: as the application has it.",
            scope = picocli.CommandLine.ScopeType.INHERIT)
    private String window;

    /** How an option is called on the command line. */
    static String name(Option option) {
        return switch (option) {
            case MEMCACHED_SERVERS -> "--servers";
            case PREFIX -> "--prefix";
            case CONFIG -> "--config";
            case WINDOW -> "--window";
            default -> throw new IllegalArgumentException(option + " is no flag");
        };
    }

    /** What was given, without the window, which has no part in what options ask of each other. */
    Map<Option, String> given() {
        Map<Option, String> given = new EnumMap<>(Option.class);
        put(given, Option.MEMCACHED_SERVERS, servers);
        put(given, Option.PREFIX, prefix);
        put(given, Option.CONFIG, config);
        return given;
    }

    private static void put(Map<Option, String> given, Option option, String value) {
        if (value != null) {
            given.put(option, value);
        }
    }

    Optional<String> instance() {
        return Optional.ofNullable(instance);
    }

    /** @throws org.whosonline.config.ConfigurationException if a window was given that cannot be */
    Optional<Settings> window() {
        return Optional.ofNullable(window).map(CommandSources::window);
    }
}
