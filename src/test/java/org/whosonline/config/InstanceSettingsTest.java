package org.whosonline.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S1 1.8: options of named instances. */
class InstanceSettingsTest {

    private static final Map<String, String> NONE = Map.of();

    private static Settings file(Map<String, String> entries) {
        return read(NONE, NONE, entries);
    }

    private static Settings read(
            Map<String, String> system, Map<String, String> environment, Map<String, String> classPath) {
        return Settings.read(new Sources(system, environment, NONE, path -> NONE, classPath));
    }

    private static String refusal(Map<String, String> entries) {
        return assertThrows(ConfigurationException.class, () -> file(entries)).getMessage();
    }

    @Test
    void anInstanceHasWhatTheMainMapHasAndKeysOfItsOwn() {
        Settings settings = file(Map.of(
                "instances", "forum, shop",
                "prefix", "site/",
                "memcached.servers", "cache:11211",
                "window", "10m",
                "record-after", "3m",
                "buckets", "4"));
        assertEquals(List.of("forum", "shop"), settings.instances());
        assertEquals(
                List.of("site/", "site/forum/", "site/shop/"),
                settings.maps().stream().map(MapSettings::prefix).toList());
        assertEquals(
                new MapSettings(
                        "forum",
                        "site/forum/",
                        "cache:11211",
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(3),
                        OptionalInt.of(4),
                        List.of()),
                settings.map("forum"));
        assertEquals(List.of("/*"), settings.map("").paths());
    }

    @Test
    void everyOptionOfAnInstanceCanBeSet() {
        Settings settings = file(Map.of(
                "instances", "my-forum",
                "instance.my-forum.prefix", "f:",
                "instance.my-forum.servers", "other:11211",
                "instance.my-forum.window", "15m",
                "whosonline.instance.my-forum.record-after", "1m",
                "instance.my-forum.buckets", "auto",
                "instance.my-forum.paths", "/forum/*,/board",
                "buckets", "2"));
        assertEquals(
                new MapSettings(
                        "my-forum",
                        "f:",
                        "other:11211",
                        Duration.ofMinutes(15),
                        Duration.ofMinutes(1),
                        OptionalInt.empty(),
                        List.of("/forum/*", "/board")),
                settings.map("my-forum"));
        assertEquals("my-forum", settings.map("my-forum").shownName());
        assertEquals("main", settings.map("").shownName());
    }

    @Test
    void environmentVariablesAreAsStrongAsAlways() {
        Map<String, String> environment = Map.of(
                "WHOSONLINE_INSTANCE_MY_FORUM_PREFIX", "env",
                "WHOSONLINE_INSTANCE_MY_FORUM_RECORD_AFTER", "30s",
                "WHOSONLINE_INSTANCE_MY_FORUM_WINDOW", "3m",
                "WHOSONLINE_INSTANCE_OTHER_WINDOW", "nonsense");
        Settings settings = read(
                Map.of("whosonline.instance.My-Forum.window", "4m"),
                environment,
                Map.of("instances", "My-Forum", "instance.My-Forum.prefix", "file"));
        MapSettings forum = settings.map("My-Forum");
        assertEquals("env", forum.prefix());
        assertEquals(Duration.ofSeconds(30), forum.recordAfter());
        assertEquals(Duration.ofMinutes(4), forum.window());
        assertEquals(
                List.of("Environment variable WHOSONLINE_INSTANCE_OTHER_WINDOW is no option and has no effect."),
                settings.warnings());
    }

    @Test
    void whatTheApplicationHasReadItselfIsStrongest() {
        Map<String, String> own = Map.of("whosonline.prefix", "own", "whosonline.instance.forum.prefix", "own/");
        Settings settings = Settings.read(new Sources(
                own,
                Map.of("whosonline.prefix", "system", "whosonline.instances", "forum"),
                Map.of("WHOSONLINE_PREFIX", "env", "WHOSONLINE_INSTANCE_FORUM_PREFIX", "env"),
                NONE,
                path -> NONE,
                NONE));
        assertEquals("own", settings.prefix());
        assertEquals("own/", settings.map("forum").prefix());
    }

    @Test
    void anUnknownInstanceStopsTheStartWithTheKeyAndTheKnownNames() {
        assertEquals(
                "WhosOnline cannot start: File whosonline.properties on the class path, entry instance.x.prefix = \"a\":"
                        + " there is no instance \"x\"; there are forum, shop.",
                refusal(Map.of("instances", "forum,shop", "instance.x.prefix", "a")));
        assertTrue(refusal(Map.of("instance.x.prefix", "a"))
                .contains("there is no instance \"x\"; the option instances names none."));
        assertTrue(refusal(Map.of("instances", "forum", "instance.Forum.prefix", "a"))
                .contains("there is no instance \"Forum\"; there are forum."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"instance.forum.colour", "instance.forum", "instance..prefix", "instance.a.b.prefix"})
    void anUnknownKeyOfAnInstanceStopsTheStart(String key) {
        assertTrue(refusal(Map.of("instances", "forum", key, "a"))
                .contains("entry " + key + " = \"a\": there is no such option; there are config, "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a_b",
                "a.b",
                "a,,b",
                "a,A",
                "main",
                "Main",
                "caf\u00e9",
                "abcdefghijabcdefghijabcdefghijx",
                "a/b"
            })
    void namesAreOfLettersDigitsAndHyphens(String names) {
        assertTrue(
                refusal(Map.of("instances", names)).contains("must be names of letters, digits and hyphens"),
                () -> refusal(Map.of("instances", names)));
    }

    @Test
    void twoMapsNeverShareTheirKeys() {
        assertEquals(
                "WhosOnline cannot start: File whosonline.properties on the class path, entry instance.forum.prefix ="
                        + " \"\": must differ from that of the main map, or the two would be one map.",
                refusal(Map.of("instances", "forum", "instance.forum.prefix", "")));
        assertTrue(refusal(Map.of("instances", "a,b", "instance.b.prefix", "a/"))
                .contains("instance.b.prefix = \"a/\": must differ from that of instance a, or"));
        file(Map.of("instances", "forum", "instance.forum.prefix", "", "instance.forum.servers", "other:11211"));
    }

    @Test
    void theTimesOfAnInstanceMustAgree() {
        assertEquals(
                "WhosOnline cannot start: record-after = 2m (the default), for instance forum: must be less than File"
                        + " whosonline.properties on the class path, entry instance.forum.window = \"90s\", or users would"
                        + " vanish while they browse.",
                refusal(Map.of("instances", "forum", "instance.forum.window", "90s")));
        assertTrue(refusal(Map.of(
                        "instances", "forum", "instance.forum.window", "30s", "instance.forum.record-after", "10s"))
                .contains("cleanup.interval = 60s (the default): must not be more than File"));
    }

    @Test
    void aPrefixThatOnlyBecomesTooLongTogetherIsRefused() {
        String message = refusal(Map.of("instances", "forum", "prefix", "a".repeat(148)));
        assertTrue(message.contains(", for instance forum: must be at most 150 bytes"), message);
    }

    @Test
    void anInstanceThatIsNotThereIsAnsweredWithThoseThatAre() {
        Settings settings = file(Map.of("instances", "forum,shop"));
        assertEquals(
                "there is no instance \"x\"; there are forum, shop",
                assertThrows(IllegalArgumentException.class, () -> settings.map("x"))
                        .getMessage());
    }

    @Test
    void optionsOfInstancesHaveTheNameInTheirKeys() {
        assertEquals("instance.forum.window", Option.INSTANCE_WINDOW.keyFor("forum"));
        assertEquals("window", Option.WINDOW.keyFor(""));
        assertEquals(Option.INSTANCE_WINDOW, Option.of("instance.forum.window").orElseThrow());
        assertEquals(Option.WINDOW, Option.of("window").orElseThrow());
    }
}
