package org.whosonline.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything that can be set, one constant each: key, default, what a value may look like, and what it means.
 *
 * <p>This is the only place that knows keys, defaults and ranges; what one option asks of another is checked by
 * {@link Settings}.
 */
public enum Option {
    /** Has to be found before the file it names, so it counts only outside of files. */
    CONFIG("config", "", ValueType.text("the path of a properties file"), "File with further options"),

    MEMCACHED_SERVERS(
            "memcached.servers",
            "",
            ValueType.text("host:port,host:port, with IPv6 addresses in brackets"),
            "Where the state lives; empty: in the memory of this process, for a single node"),

    MEMCACHED_TIMEOUT(
            "memcached.timeout",
            "250ms",
            ValueType.duration(Duration.ofMillis(10), Duration.ofSeconds(5)),
            "Longest wait of any one page for Memcached"),

    PREFIX("prefix", "", ValueType.keyPrefix(150), "Before every key, to keep applications apart on one Memcached"),

    /** Far from the 30 days at which Memcached begins to take a lifetime for a date. */
    WINDOW(
            "window",
            "5m",
            ValueType.wholeSeconds(Duration.ofSeconds(2), Duration.ofHours(24)),
            "How long after the last recorded page view a user counts as online"),

    RECORD_AFTER(
            "record-after",
            "2m",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofHours(24)),
            "How long a session's page views are not recorded again; less than the window"),

    CLEANUP_INTERVAL(
            "cleanup.interval",
            "60s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofHours(1)),
            "How often users past the window are dropped and the count is stored; not more than the window"),

    CLEANUP_ENABLED(
            "cleanup.enabled",
            "true",
            ValueType.bool(),
            "Whether this application cleans up; false where cron does it"),

    BUCKETS("buckets", "auto", ValueType.autoOr(1, 1024), "Parts that the map is split into"),

    USER_ATTRIBUTE(
            "user.attribute",
            "",
            ValueType.text("the name of a session attribute"),
            "Session attribute that holds the user's id; empty: the remote user"),

    USER_NAME_ATTRIBUTE(
            "user.name-attribute",
            "",
            ValueType.text("the name of a session attribute"),
            "Session attribute that holds the user's display name; empty: the id is shown"),

    USER_IGNORE(
            "user.ignore",
            "",
            ValueType.list("user ids, separated by commas"),
            "Ids that never count, such as the name that a framework gives to unknown visitors"),

    RECORD_EXCLUDE(
            "record.exclude",
            "",
            ValueType.paths(),
            "Paths below the context path that are no page views, separated by commas"),

    LIST_PUBLIC("list.public", "false", ValueType.bool(), "Whether the list may be read without a login"),

    BASE("base", "/whosonline", ValueType.basePath(), "Where the addresses of WhosOnline begin"),

    DEMO_AUTO_LOGIN(
            "demo.auto-login",
            "false",
            ValueType.bool(),
            "Demo only: a new user for every visitor without a cookie, for load generators");

    private final String key;
    private final String defaultValue;
    private final ValueType type;
    private final String meaning;

    Option(String key, String defaultValue, ValueType type, String meaning) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.type = type;
        this.meaning = meaning;
    }

    /** The name in files and documents, such as {@code cleanup.interval}. */
    public String key() {
        return key;
    }

    /** The name as a system property and as a servlet context parameter, such as {@code whosonline.cleanup.interval}. */
    public String propertyName() {
        return Sources.NAMESPACE + key;
    }

    /** The name as an environment variable, such as {@code WHOSONLINE_CLEANUP_INTERVAL}. */
    public String environmentName() {
        return propertyName().replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** What counts where nothing is set, spelled as a value; may be empty. */
    public String defaultValue() {
        return defaultValue;
    }

    /** What a value must look like, range included, to be read after "must be". */
    public String expected() {
        return type.expected();
    }

    /** What the option is for, in one line without a full stop. */
    public String meaning() {
        return meaning;
    }

    /** The option with this exact key. */
    public static Optional<Option> of(String key) {
        for (Option option : values()) {
            if (option.key.equals(key)) {
                return Optional.of(option);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads a value without blanks around it.
     *
     * @throws IllegalArgumentException if it is not {@link #expected}
     */
    Object parse(String value) {
        return type.parse(value);
    }
}
