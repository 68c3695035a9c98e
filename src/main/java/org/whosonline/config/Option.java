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

    RECORDING_ENABLED(
            "recording.enabled",
            "true",
            ValueType.bool(),
            "Whether page views are recorded from the start; can be switched while the application runs"),

    DISPLAY_ENABLED(
            "display.enabled",
            "true",
            ValueType.bool(),
            "Whether numbers and lists are shown from the start; can be switched while the application runs"),

    BUCKETS("buckets", "auto", ValueType.autoOr(1, 1024), "Parts that the map is split into"),

    INSTANCES("instances", "", ValueType.names(), "Further site maps, apart from each other and from the main one"),

    INSTANCE_PREFIX(
            "instance.NAME.prefix",
            PREFIX,
            "NAME/",
            "Before every key of the instance, in the place of the main prefix"),

    INSTANCE_SERVERS("instance.NAME.servers", MEMCACHED_SERVERS, "", "Where the instance's state lives"),

    INSTANCE_WINDOW("instance.NAME.window", WINDOW, "", "How long a user counts as online there"),

    INSTANCE_RECORD_AFTER(
            "instance.NAME.record-after", RECORD_AFTER, "", "How long page views are not recorded there again"),

    INSTANCE_BUCKETS("instance.NAME.buckets", BUCKETS, "", "Parts that the instance's map is split into"),

    INSTANCE_PATHS(
            "instance.NAME.paths",
            "",
            ValueType.paths(),
            "Paths below the context path whose page views are recorded in the instance, besides the main map"),

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

    ORIGINS(
            "origins",
            "",
            ValueType.origins(),
            "Other sites whose pages may send presence requests with the user's session"),

    METRICS_ENABLED(
            "metrics.enabled",
            "true",
            ValueType.bool(),
            "Whether figures for Prometheus are shown to everybody, below the base path"),

    BASE("base", "/whosonline", ValueType.basePath(), "Where the addresses of WhosOnline begin"),

    PRESENCE_LEASE(
            "presence.lease",
            "30s",
            ValueType.wholeSeconds(Duration.ofSeconds(2), Duration.ofMinutes(10)),
            "How long a page counts in a room without a sign of life; more than two heartbeats"),

    PRESENCE_HEARTBEAT(
            "presence.heartbeat",
            "10s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofMinutes(5)),
            "How often a page gives a sign of life"),

    PRESENCE_AWAY_LEASE(
            "presence.away-lease",
            "150s",
            ValueType.wholeSeconds(Duration.ofSeconds(2), Duration.ofHours(1)),
            "As presence.lease, for pages that are away: browsers let hidden pages work once a minute only; not less than presence.lease"),

    PRESENCE_GRACE(
            "presence.grace",
            "15s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            "How long a page counts whose stream was closed without a word"),

    PRESENCE_LEAVE_GRACE(
            "presence.leave-grace",
            "1s",
            ValueType.duration(Duration.ZERO, Duration.ofSeconds(30)),
            "How long somebody who left is still shown, so that a reload shows nothing"),

    PRESENCE_TICK(
            "presence.tick",
            "250ms",
            ValueType.duration(Duration.ofMillis(20), Duration.ofSeconds(10)),
            "How often a node looks for changes made on other nodes in rooms that are followed on it"),

    PRESENCE_SWEEP(
            "presence.sweep",
            "5s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofMinutes(1)),
            "How often a followed room is read whole, to find those who are silent"),

    PRESENCE_POLL_HOLD(
            "presence.poll-hold",
            "50s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofMinutes(5)),
            "How long a long poll waits for a change; proxies often cut after 60s"),

    PRESENCE_SAMPLE(
            "presence.sample",
            "40",
            ValueType.number(1, 1000),
            "How many viewers are sent to every page of a room; of a bigger room a sample and the total"),

    PRESENCE_TYPING(
            "presence.typing",
            "5s",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofMinutes(1)),
            "How long somebody is shown as typing after the last key"),

    PRESENCE_IDLE_AFTER(
            "presence.idle-after",
            "2m",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofHours(24)),
            "How long without input the script of a page calls it idle"),

    PRESENCE_AWAY_AFTER(
            "presence.away-after",
            "5m",
            ValueType.wholeSeconds(Duration.ofSeconds(1), Duration.ofHours(24)),
            "As presence.idle-after, away; not less than that. A page that is not visible is away at once"),

    PRESENCE_STOP_AFTER(
            "presence.stop-after",
            "30m",
            ValueType.wholeSeconds(Duration.ofSeconds(2), Duration.ofHours(24)),
            "How long without input a page is served; never more than half the session's own timeout"),

    PRESENCE_COUNTS(
            "presence.counts",
            "true",
            ValueType.bool(),
            "Whether a sign of life of somebody active also records them on the site map"),

    PRESENCE_MAX_CONNECTIONS(
            "presence.max-connections",
            "20",
            ValueType.number(1, 1000),
            "How many pages a user may have open in one room"),

    PRESENCE_MAX_ROOMS(
            "presence.max-rooms",
            "32",
            ValueType.number(1, 1000),
            "How many rooms one page may be in, as far as one node knows"),

    PRESENCE_STATUS_LENGTH(
            "presence.status-length", "140", ValueType.number(1, 1000), "The longest status, in characters"),

    PRESENCE_MAX_BODY(
            "presence.max-body",
            "16384",
            ValueType.number(1024, 1048576),
            "The longest body of a presence request, in bytes"),

    PRESENCE_RATE(
            "presence.rate",
            "20",
            ValueType.number(1, 10000),
            "How many presence requests a session may make a second in the long run; three times as many at once"),

    DEMO_AUTO_LOGIN(
            "demo.auto-login",
            "false",
            ValueType.bool(),
            "Demo only: a new user for every visitor without a cookie, for load generators");

    /** What stands in the keys of options of a single instance where the instance's name belongs. */
    public static final String NAME = "NAME";

    private static final String INSTANCE = "instance.";

    private final String key;
    private final String defaultValue;
    private final Option inherited;
    private final ValueType type;
    private final String meaning;

    Option(String key, String defaultValue, ValueType type, String meaning) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.inherited = null;
        this.type = type;
        this.meaning = meaning;
    }

    /** An option of a single instance that is the main map's, with {@code suffix} behind it, where it is not set. */
    Option(String key, Option inherited, String suffix, String meaning) {
        this.key = key;
        this.defaultValue = suffix;
        this.inherited = inherited;
        this.type = inherited.type;
        this.meaning = meaning;
    }

    /**
     * The name in files and documents, such as {@code cleanup.interval}; for an option of a single instance with
     * {@value #NAME} in it, such as {@code instance.NAME.window}.
     */
    public String key() {
        return key;
    }

    /** Whether each instance has an option of its own of this kind. */
    public boolean isOfInstance() {
        return key.startsWith(INSTANCE);
    }

    /** The {@link #key} with the name of an instance in it; the key itself if this is no option of an instance. */
    public String keyFor(String instance) {
        return isOfInstance() ? INSTANCE + instance + key.substring(INSTANCE.length() + NAME.length()) : key;
    }

    /** The name as a system property and as a servlet context parameter, such as {@code whosonline.cleanup.interval}. */
    public String propertyName() {
        return Sources.NAMESPACE + key;
    }

    /** The name as an environment variable, such as {@code WHOSONLINE_CLEANUP_INTERVAL}. */
    public String environmentName() {
        return environmentName(key);
    }

    /** The environment variable for {@code key}: keys that differ only in case, dots and hyphens share one. */
    static String environmentName(String key) {
        return (Sources.NAMESPACE + key).replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * What counts where nothing is set, spelled as a value; may be empty. Where there is an {@linkplain #inherited
     * inherited} option, what comes behind the value of that.
     */
    public String defaultValue() {
        return defaultValue;
    }

    /** The option whose value counts where this one of a single instance is not set. */
    public Optional<Option> inherited() {
        return Optional.ofNullable(inherited);
    }

    /** What a value must look like, range included, to be read after "must be". */
    public String expected() {
        return type.expected();
    }

    /** What the option is for, in one line without a full stop. */
    public String meaning() {
        return meaning;
    }

    /** The option with this exact key, in which any name may stand for that of an instance. */
    public static Optional<Option> of(String key) {
        String instance = instanceOf(key);
        for (Option option : values()) {
            boolean nameless = option.isOfInstance() && instance.isEmpty();
            if (!nameless && option.keyFor(instance).equals(key)) {
                return Optional.of(option);
            }
        }
        return Optional.empty();
    }

    /** What stands in {@code key} where the name of an instance belongs; empty if nothing does. */
    static String instanceOf(String key) {
        int end = key.startsWith(INSTANCE) ? key.indexOf('.', INSTANCE.length()) : -1;
        return end < 0 ? "" : key.substring(INSTANCE.length(), end);
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
