package org.whosonline.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/** What every option is set to: complete, valid and in no contradiction. Immutable. */
public final class Settings {

    private final Map<Option, Object> values;
    private final List<String> warnings;

    /** @param values a value of the right type for every option */
    Settings(Map<Option, Object> values, List<String> warnings) {
        this.values = new EnumMap<>(values);
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads the options: the strongest source that has one decides.
     *
     * @throws ConfigurationException if any source holds an option that does not exist or a value that cannot be; it
     *     names all of them. Only unknown environment variables are let pass, with a {@linkplain #warnings warning}
     */
    public static Settings read(Sources sources) {
        return new SettingsReader(sources).read();
    }

    /** What is odd but harmless, one sentence each; to be logged. */
    public List<String> warnings() {
        return warnings;
    }

    /** As written, not looked into; empty: no Memcached. */
    public String memcachedServers() {
        return get(Option.MEMCACHED_SERVERS);
    }

    /** 10 ms to 5 s. */
    public Duration memcachedTimeout() {
        return get(Option.MEMCACHED_TIMEOUT);
    }

    /** May be empty. */
    public String prefix() {
        return get(Option.PREFIX);
    }

    /** Whole seconds, more than {@link #recordAfter}, at most 24 hours. */
    public Duration window() {
        return get(Option.WINDOW);
    }

    /** Whole seconds, at least one. */
    public Duration recordAfter() {
        return get(Option.RECORD_AFTER);
    }

    /** Whole seconds, from one to {@link #window}, at most an hour. */
    public Duration cleanupInterval() {
        return get(Option.CLEANUP_INTERVAL);
    }

    public boolean cleanupEnabled() {
        return get(Option.CLEANUP_ENABLED);
    }

    /** 1 to 1,024; empty: as many as it takes. */
    public OptionalInt buckets() {
        return get(Option.BUCKETS);
    }

    /** Empty: the remote user. */
    public String userAttribute() {
        return get(Option.USER_ATTRIBUTE);
    }

    /** Empty: no name but the id. */
    public String userNameAttribute() {
        return get(Option.USER_NAME_ATTRIBUTE);
    }

    /** May be empty. */
    public List<String> ignoredUsers() {
        return get(Option.USER_IGNORE);
    }

    /** Each an exact path, a path and all below it ({@code /api/*}), or an ending ({@code *.css}); may be empty. */
    public List<String> excludedPaths() {
        return get(Option.RECORD_EXCLUDE);
    }

    public boolean listPublic() {
        return get(Option.LIST_PUBLIC);
    }

    /** Begins with a slash, does not end with one, and is more than one. */
    public String base() {
        return get(Option.BASE);
    }

    public boolean demoAutoLogin() {
        return get(Option.DEMO_AUTO_LOGIN);
    }

    /** What options ask of each other and do not get, one sentence each. */
    List<String> contradictions(Function<Option, String> describe) {
        List<String> found = new ArrayList<>();
        if (recordAfter().compareTo(window()) >= 0) {
            found.add(describe.apply(Option.RECORD_AFTER) + ": must be less than " + describe.apply(Option.WINDOW)
                    + ", or users would vanish while they browse.");
        }
        if (cleanupInterval().compareTo(window()) > 0) {
            found.add(describe.apply(Option.CLEANUP_INTERVAL) + ": must not be more than "
                    + describe.apply(Option.WINDOW) + ", or the stored count would be older than that.");
        }
        return found;
    }

    /** Each type of option is read by one parser, whose type the getter above repeats. */
    @SuppressWarnings("unchecked")
    private <T> T get(Option option) {
        return (T) values.get(option);
    }
}
