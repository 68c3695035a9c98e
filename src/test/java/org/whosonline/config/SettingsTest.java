package org.whosonline.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {

    private static final Map<String, String> NONE = Map.of();

    private static Settings context(Map<String, String> context) {
        return Settings.read(new Sources(NONE, NONE, context, SettingsTest::noFile, NONE));
    }

    private static Settings context(String key, String value) {
        return context(Map.of("whosonline." + key, value));
    }

    private static Map<String, String> noFile(String path) throws IOException {
        throw new NoSuchFileException(path);
    }

    private static String refusal(Map<String, String> context) {
        return assertThrows(ConfigurationException.class, () -> context(context))
                .getMessage();
    }

    @Test
    void nothingSetGivesTheDefaults() {
        Settings settings = context(NONE);
        assertEquals("", settings.memcachedServers());
        assertEquals(Duration.ofMillis(250), settings.memcachedTimeout());
        assertEquals("", settings.prefix());
        assertEquals(Duration.ofMinutes(5), settings.window());
        assertEquals(Duration.ofMinutes(2), settings.recordAfter());
        assertEquals(Duration.ofSeconds(60), settings.cleanupInterval());
        assertTrue(settings.cleanupEnabled());
        assertTrue(settings.recordingEnabled());
        assertTrue(settings.displayEnabled());
        assertEquals(List.of(), settings.instances());
        assertEquals(OptionalInt.empty(), settings.buckets());
        assertEquals("", settings.userAttribute());
        assertEquals("", settings.userNameAttribute());
        assertEquals(List.of(), settings.ignoredUsers());
        assertEquals(List.of(), settings.excludedPaths());
        assertFalse(settings.listPublic());
        assertEquals("/whosonline", settings.base());
        assertFalse(settings.demoAutoLogin());
        assertEquals(List.of(), settings.warnings());
    }

    @ParameterizedTest
    @EnumSource(Option.class)
    void everyDefaultIsAValueThatMayBeSet(Option option) {
        if (option != Option.CONFIG && !option.isOfInstance()) {
            context(option.key(), option.defaultValue());
        }
    }

    @Test
    void theStrongestSourceWins() {
        Map<String, String> system = Map.of("whosonline.prefix", "system", "whosonline.config", "/etc/who");
        Map<String, String> environment =
                Map.of("WHOSONLINE_PREFIX", "env", "WHOSONLINE_USER_NAME_ATTRIBUTE", "env", "HOME", "/root");
        Map<String, String> context = Map.of(
                "whosonline.prefix", "context",
                "whosonline.user.name-attribute", "context",
                "whosonline.user.attribute", "context",
                "other", "x");
        Map<String, String> file =
                Map.of("prefix", "file", "user.attribute", "file", "whosonline.user.ignore", "file", "base", "/file");
        Map<String, String> classPath = Map.of("user.ignore", "class", "base", "/class", "record.exclude", "/class");

        Settings settings = Settings.read(new Sources(
                system,
                environment,
                context,
                path -> {
                    assertEquals("/etc/who", path);
                    return file;
                },
                classPath));

        assertEquals("system", settings.prefix());
        assertEquals("env", settings.userNameAttribute());
        assertEquals("context", settings.userAttribute());
        assertEquals(List.of("file"), settings.ignoredUsers());
        assertEquals("/file", settings.base());
        assertEquals(List.of("/class"), settings.excludedPaths());
    }

    @ParameterizedTest
    @CsvSource({"90s,PT1M30S", "5m,PT5M", "2h,PT2H", "PT4M,PT4M", "150000ms,PT2M30S"})
    void durationsAreReadInEverySpelling(String text, String expected) {
        assertEquals(
                Duration.parse(expected),
                context(Map.of("whosonline.window", text, "whosonline.record-after", "1s"))
                        .window());
    }

    @Test
    void bucketsAreAutoOrANumber() {
        assertEquals(OptionalInt.of(8), context("buckets", " 8 ").buckets());
        assertEquals(OptionalInt.empty(), context("buckets", "auto").buckets());
    }

    @Test
    void anEmptyValueOfAStrongerSourceIsAValue() {
        Settings settings = Settings.read(new Sources(
                Map.of("whosonline.memcached.servers", ""),
                NONE,
                Map.of("whosonline.memcached.servers", "cache1:11211"),
                SettingsTest::noFile,
                NONE));
        assertEquals("", settings.memcachedServers());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memcached.timeout|9ms",
                "memcached.timeout|6s",
                "memcached.timeout|250",
                "window|300",
                "window|1s",
                "window|5 m",
                "window|-5m",
                "window|150500ms",
                "window|PT150.5S",
                "window|86401s",
                "window|40d",
                "window|99999999999999999999h",
                "record-after|0s",
                "cleanup.interval|61m",
                "cleanup.interval|''",
                "cleanup.enabled|yes",
                "cleanup.enabled|TRUE",
                "buckets|0",
                "buckets|1025",
                "buckets|eight",
                "user.ignore|a,,b",
                "record.exclude|ping",
                "record.exclude|/a/*/b",
                "record.exclude|*.*",
                "list.public|1",
                "base|/",
                "base|''",
                "base|whosonline",
                "base|/who/",
                "base|/a//b",
                "base|/a/../b",
                "base|/a b",
                "base|/*",
            })
    void aWrongValueIsRefusedWithSourceKeyValueAndWhatWouldBeRight(String key, String value) {
        String message = refusal(Map.of("whosonline." + key, value));
        assertEquals(
                "WhosOnline cannot start: Servlet context parameter whosonline." + key + " = \"" + value
                        + "\": must be " + Option.of(key).orElseThrow().expected() + ".",
                message);
    }

    @Test
    void anExpiryBeyondThirtyDaysCannotBeSet_STOR_H03() {
        for (String window : List.of("2592000s", "2592001s", "PT960H")) {
            assertTrue(refusal(Map.of("whosonline.window", window)).contains("from 2s to 24h"));
        }
    }

    @Test
    void thePrefixIsMeasuredAsItIsStored() {
        assertEquals(150, context("prefix", "a".repeat(150)).prefix().length());
        assertTrue(refusal(Map.of("whosonline.prefix", "a".repeat(151))).contains("at most 150 bytes"));
        assertEquals("é".repeat(25), context("prefix", "é".repeat(25)).prefix());
        assertTrue(refusal(Map.of("whosonline.prefix", "é".repeat(26))).contains("at most 150 bytes"));
    }

    @Test
    void anUnknownKeyIsRefusedInEveryPlaceThatIsOurs() {
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> Settings.read(new Sources(
                                Map.of("whosonline.windw", "5m", "other.windw", "5m"),
                                NONE,
                                Map.of("whosonline.Window", "5m"),
                                SettingsTest::noFile,
                                Map.of("window ", "5m"))))
                .getMessage();
        assertTrue(message.contains("System property whosonline.windw = \"5m\": there is no such option"), message);
        assertTrue(message.contains("Servlet context parameter whosonline.Window = \"5m\": there is no"), message);
        assertTrue(message.contains("class path, entry window  = \"5m\": there is no such option"), message);
        assertTrue(message.contains("there are config, memcached.servers, "), message);
        assertFalse(message.contains("other"), message);
    }

    @Test
    void anUnknownEnvironmentVariableIsOnlyWarnedOf() {
        Settings settings = Settings.read(
                new Sources(NONE, Map.of("WHOSONLINE_PORT", "tcp://10.0.0.1:80"), NONE, SettingsTest::noFile, NONE));
        assertEquals(
                List.of("Environment variable WHOSONLINE_PORT is no option and has no effect."), settings.warnings());
    }

    @Test
    void allProblemsAreToldAtOnce() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> context(Map.of("whosonline.buckets", "x", "whosonline.base", "x", "whosonline.y", "x")));
        assertEquals(3, refused.problems().size());
    }

    @Test
    void aWrongValueIsRefusedEvenWhereAStrongerSourceOverrulesIt() {
        assertThrows(
                ConfigurationException.class,
                () -> Settings.read(new Sources(
                        Map.of("whosonline.buckets", "8"),
                        NONE,
                        Map.of("whosonline.buckets", "many"),
                        SettingsTest::noFile,
                        NONE)));
    }

    @Test
    void optionsThatContradictEachOtherAreRefusedWithBoth() {
        assertEquals(
                "WhosOnline cannot start: Servlet context parameter whosonline.record-after = \"5m\": must be less than"
                        + " window = 5m (the default), or users would vanish while they browse.",
                refusal(Map.of("whosonline.record-after", "5m")));
        assertTrue(refusal(Map.of("whosonline.window", "30s", "whosonline.record-after", "10s"))
                .contains("cleanup.interval = 60s (the default): must not be more than Servlet context parameter"
                        + " whosonline.window = \"30s\""));
        assertEquals(
                "WhosOnline cannot start: presence.away-after = 5m (the default): must not be less than Servlet context"
                        + " parameter whosonline.presence.idle-after = \"6m\".",
                refusal(Map.of("whosonline.presence.idle-after", "6m")));
    }

    @Test
    void aFileThatCannotBeReadIsRefused() {
        String message = refusal(Map.of("whosonline.config", "/nowhere"));
        assertTrue(
                message.contains("whosonline.config = \"/nowhere\": the file cannot be read"
                        + " (java.nio.file.NoSuchFileException: /nowhere)"),
                message);
    }

    @Test
    void aFileMayNeitherNameAnotherNorSetAnOptionTwice() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> Settings.read(new Sources(
                        NONE,
                        NONE,
                        NONE,
                        SettingsTest::noFile,
                        Map.of("config", "/etc/who", "prefix", "a", "whosonline.prefix", "b"))));
        assertTrue(refused.getMessage().contains("a file cannot name another one"), refused.getMessage());
        assertTrue(
                refused.getMessage().contains("whosonline.prefix = \"b\": prefix is the same option; keep one."),
                refused.getMessage());
    }

    @Test
    void environmentNamesHaveUnderscoresForDotsAndHyphens() {
        assertEquals("WHOSONLINE_USER_NAME_ATTRIBUTE", Option.USER_NAME_ATTRIBUTE.environmentName());
        assertEquals("WHOSONLINE_RECORD_AFTER", Option.RECORD_AFTER.environmentName());
    }

    @Test
    void aValueIsShownOnOneLine() {
        assertTrue(refusal(Map.of("whosonline.buckets", "1\n2" + "x".repeat(300)))
                .contains("= \"1 2" + "x".repeat(197) + "…\":"));
    }
}
