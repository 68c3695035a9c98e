package org.whosonline.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What every option is set to: complete, valid and in no contradiction. Immutable. */
public final class Settings {

    private final Map<String, Object> values;
    private final List<String> warnings;

    /**
     * @param values a value of the right type for every option that is not of an instance, and for those that are set of
     *     instances, by {@linkplain Option#environmentName(String) environment name}
     */
    Settings(Map<String, Object> values, List<String> warnings) {
        this.values = Map.copyOf(values);
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

    /** At the start; it can be switched while the application runs. */
    public boolean recordingEnabled() {
        return get(Option.RECORDING_ENABLED);
    }

    /** At the start; it can be switched while the application runs. */
    public boolean displayEnabled() {
        return get(Option.DISPLAY_ENABLED);
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

    /** Each of scheme, host and, unless it is the usual one, port; may be empty. */
    public List<String> origins() {
        return get(Option.ORIGINS);
    }

    public boolean metricsEnabled() {
        return get(Option.METRICS_ENABLED);
    }

    /** Begins with a slash, does not end with one, and is more than one. */
    public String base() {
        return get(Option.BASE);
    }

    /** How presence is set up. */
    public PresenceSettings presence() {
        return new PresenceSettings(
                get(Option.PRESENCE_LEASE),
                get(Option.PRESENCE_HEARTBEAT),
                get(Option.PRESENCE_AWAY_LEASE),
                get(Option.PRESENCE_GRACE),
                get(Option.PRESENCE_LEAVE_GRACE),
                get(Option.PRESENCE_TICK),
                get(Option.PRESENCE_SWEEP),
                get(Option.PRESENCE_POLL_HOLD),
                get(Option.PRESENCE_SAMPLE),
                get(Option.PRESENCE_TYPING),
                get(Option.PRESENCE_IDLE_AFTER),
                get(Option.PRESENCE_AWAY_AFTER),
                get(Option.PRESENCE_STOP_AFTER),
                get(Option.PRESENCE_COUNTS),
                get(Option.PRESENCE_MAX_CONNECTIONS),
                get(Option.PRESENCE_MAX_ROOMS),
                get(Option.PRESENCE_STATUS_LENGTH),
                get(Option.PRESENCE_MAX_BODY),
                get(Option.PRESENCE_RATE));
    }

    public boolean demoAutoLogin() {
        return get(Option.DEMO_AUTO_LOGIN);
    }

    /** The names of the instances beside the main map, in the order in which they were given; may be empty. */
    public List<String> instances() {
        return get(Option.INSTANCES);
    }

    /** How each site map is kept: first the main one, then the instances. */
    public List<MapSettings> maps() {
        return Stream.concat(Stream.of(""), instances().stream()).map(this::map).toList();
    }

    /**
     * How one site map is kept.
     *
     * @param instance its name; empty for the main map
     * @throws IllegalArgumentException if there is none of that name; the message tells which there are
     */
    public MapSettings map(String instance) {
        if (instance.isEmpty()) {
            return new MapSettings(
                    "", prefix(), memcachedServers(), window(), recordAfter(), buckets(), MapSettings.EVERYWHERE);
        }
        if (!instances().contains(instance)) {
            throw new IllegalArgumentException(unknown(instance));
        }
        return new MapSettings(
                instance,
                of(instance, Option.INSTANCE_PREFIX, prefix() + instance + "/"),
                of(instance, Option.INSTANCE_SERVERS, memcachedServers()),
                of(instance, Option.INSTANCE_WINDOW, window()),
                of(instance, Option.INSTANCE_RECORD_AFTER, recordAfter()),
                of(instance, Option.INSTANCE_BUCKETS, buckets()),
                of(instance, Option.INSTANCE_PATHS, List.of()));
    }

    /** A sentence without a full stop: there is no such instance, but others. */
    String unknown(String instance) {
        return "there is no instance \"" + instance + "\"; "
                + (instances().isEmpty()
                        ? "the option " + Option.INSTANCES.key() + " names none"
                        : "there are " + String.join(", ", instances()));
    }

    private <T> T get(Option option) {
        return value(option.environmentName());
    }

    /** What is set for an instance, or else what the main map has. */
    private <T> T of(String instance, Option option, T inherited) {
        T own = value(Option.environmentName(option.keyFor(instance)));
        return own == null ? inherited : own;
    }

    /** Each type of option is read by one parser, whose type the getters above repeat. */
    @SuppressWarnings("unchecked")
    private <T> T value(String name) {
        return (T) values.get(name);
    }
}
