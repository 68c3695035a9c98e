package org.whosonline.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.Option;
import org.whosonline.config.Settings;
import org.whosonline.config.Sources;

/** Where a command finds options: its flags stand for the system properties of the same name, and before them. */
final class CommandSources {

    private static final String CLASS_PATH_FILE = "whosonline.properties";

    private CommandSources() {}

    /**
     * Reads the options.
     *
     * @param flags by option what was given on the command line
     * @throws ConfigurationException which names the flags as they were given
     */
    static Settings settings(Environment environment, Map<Option, String> flags) {
        Map<String, String> system = new HashMap<>(environment.system());
        flags.forEach((option, value) -> system.put(option.propertyName(), value));
        return read(
                new Sources(
                        system,
                        environment.variables(),
                        Map.of(),
                        CommandSources::file,
                        environment.classPath().get()),
                flags);
    }

    /** Reads one flag by itself: what it is compared with in an application means nothing to a command. */
    static Settings window(String value) {
        Map<String, String> system = Map.of(
                Option.WINDOW.propertyName(), value,
                Option.RECORD_AFTER.propertyName(), "1s",
                Option.CLEANUP_INTERVAL.propertyName(), "1s");
        return read(new Sources(system, Map.of(), Map.of(), path -> Map.of(), Map.of()), Map.of(Option.WINDOW, value));
    }

    private static Settings read(Sources sources, Map<Option, String> flags) {
        try {
            return Settings.read(sources);
        } catch (ConfigurationException e) {
            throw new ConfigurationException(e.problems().stream()
                    .map(problem -> asGiven(problem, flags))
                    .toList());
        }
    }

    private static String asGiven(String problem, Map<Option, String> flags) {
        String sentence = problem;
        for (Option option : flags.keySet()) {
            sentence = sentence.replace("System property " + option.propertyName(), "Option " + Flags.name(option));
        }
        return sentence;
    }

    private static Map<String, String> file(String path) throws IOException {
        return read(Files.newBufferedReader(Path.of(path)));
    }

    /** Reads {@code whosonline.properties} where {@code loader} has one. */
    static Supplier<Map<String, String>> classPath(ClassLoader loader) {
        return () -> {
            InputStream found = loader.getResourceAsStream(CLASS_PATH_FILE);
            try {
                return found == null ? Map.of() : read(new InputStreamReader(found, StandardCharsets.UTF_8));
            } catch (IOException | IllegalArgumentException e) {
                throw new ConfigurationException(List.of("The file " + CLASS_PATH_FILE
                        + " of the application cannot be read (" + e.getMessage() + ")."));
            }
        };
    }

    private static Map<String, String> read(Reader reader) throws IOException {
        try (reader) {
            Properties properties = new Properties();
            properties.load(reader);
            return properties(properties);
        }
    }

    /** Those entries that are texts. */
    static Map<String, String> properties(Properties properties) {
        Map<String, String> entries = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> entries.put(name, properties.getProperty(name)));
        return entries;
    }
}
