package org.whosonline.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks through the sources, strongest first, and gathers everything that is wrong. Used once, by one thread. */
final class SettingsReader {

    private static final int LONGEST_SHOWN = 200;

    private final Sources sources;
    private final Map<Option, Object> values = new EnumMap<>(Option.class);
    private final Map<Option, Origin> origins = new EnumMap<>(Option.class);
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Where a value was found: a source and the name in it. */
    private record Origin(String source, String name, String value) {

        String describe() {
            return source + " " + name + " = " + shown(value);
        }
    }

    SettingsReader(Sources sources) {
        this.sources = sources;
    }

    Settings read() {
        take("System property", sources.system(), SettingsReader::inNamespace);
        takeEnvironment();
        take("Servlet context parameter", sources.context(), SettingsReader::inNamespace);
        takeFile();
        take("File whosonline.properties on the class path, entry", sources.classPath(), SettingsReader::inFile);
        for (Option option : Option.values()) {
            values.computeIfAbsent(option, absent -> absent.parse(absent.defaultValue()));
        }
        Settings settings = new Settings(values, warnings);
        if (problems.isEmpty()) {
            // Only then: a default in the place of a wrong value would make a sentence that nobody understands.
            settings.contradictions(this::describe).forEach(problems::add);
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return settings;
    }

    private static Optional<String> inNamespace(String name) {
        return name.startsWith(Sources.NAMESPACE)
                ? Optional.of(name.substring(Sources.NAMESPACE.length()))
                : Optional.empty();
    }

    private static Optional<String> inFile(String name) {
        return Optional.of(inNamespace(name).orElse(name));
    }

    /** Sorted, so that the same mistakes always make the same message. */
    private void take(String source, Map<String, String> entries, Function<String, Optional<String>> keyOf) {
        Map<Option, Origin> here = new EnumMap<>(Option.class);
        new TreeMap<>(entries)
                .forEach((name, value) -> keyOf.apply(name).ifPresent(key -> {
                    Origin origin = new Origin(source, name, value);
                    Option option = Option.of(key).orElse(null);
                    if (option == null) {
                        problems.add(origin.describe() + ": there is no such option; there are " + knownKeys() + ".");
                    } else if (here.putIfAbsent(option, origin) != null) {
                        problems.add(
                                origin.describe() + ": " + here.get(option).name() + " is the same option; keep one.");
                    }
                }));
        here.forEach(this::take);
    }

    /**
     * Only warns of what it does not know: Kubernetes puts variables like {@code WHOSONLINE_PORT} into every container
     * once a service is called "whosonline".
     */
    private void takeEnvironment() {
        new TreeMap<>(sources.environment()).forEach((name, value) -> {
            if (!name.startsWith(Sources.ENVIRONMENT_NAMESPACE)) {
                return;
            }
            Arrays.stream(Option.values())
                    .filter(option -> option.environmentName().equals(name))
                    .findFirst()
                    .ifPresentOrElse(
                            option -> take(option, new Origin("Environment variable", name, value)),
                            () -> warnings.add("Environment variable " + name + " is no option and has no effect."));
        });
    }

    private void takeFile() {
        String path = (String) values.getOrDefault(Option.CONFIG, "");
        if (path.isEmpty()) {
            return;
        }
        try {
            take("File " + path + ", entry", sources.files().read(path), SettingsReader::inFile);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(origins.get(Option.CONFIG).describe() + ": the file cannot be read (" + e + "); it must be "
                    + Option.CONFIG.expected() + ".");
        }
    }

    /** A wrong value is a problem even where a stronger source overrules it: it would strike when that one goes. */
    private void take(Option option, Origin origin) {
        if (option == Option.CONFIG && origin.source().startsWith("File ")) {
            problems.add(origin.describe() + ": a file cannot name another one.");
            return;
        }
        try {
            Object value = option.parse(origin.value().strip());
            if (values.putIfAbsent(option, value) == null) {
                origins.put(option, origin);
            }
        } catch (IllegalArgumentException e) {
            problems.add(origin.describe() + ": must be " + option.expected() + ".");
        }
    }

    private String describe(Option option) {
        Origin origin = origins.get(option);
        return origin == null ? option.key() + " = " + option.defaultValue() + " (the default)" : origin.describe();
    }

    private static String knownKeys() {
        return Arrays.stream(Option.values()).map(Option::key).collect(Collectors.joining(", "));
    }

    /** Quoted, on one line and of bearable length. */
    private static String shown(String value) {
        String line = value.replaceAll("\\p{Cntrl}", " ");
        return '"' + (line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…") + '"';
    }
}
