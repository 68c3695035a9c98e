package org.whosonline.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks through the sources, strongest first, and gathers everything that is wrong. Used once, by one thread. */
final class SettingsReader {

    private static final int LONGEST_SHOWN = 200;
    private static final String OWN = "Property";
    private static final String SYSTEM = "System property";
    private static final String ENVIRONMENT = "Environment variable";

    private final Sources sources;

    /** By environment name, which is the same for every spelling of an option. */
    private final Map<String, Object> values = new HashMap<>();

    private final Map<String, Origin> origins = new HashMap<>();
    private final List<Origin> ofInstances = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Where a value was found: a source and the name in it, which stands for the key. */
    private record Origin(String source, String name, String key, String value) {

        String describe() {
            return source + " " + name + " = " + shown(value);
        }
    }

    SettingsReader(Sources sources) {
        this.sources = sources;
    }

    Settings read() {
        take(OWN, sources.own(), SettingsReader::inNamespace);
        take(SYSTEM, sources.system(), SettingsReader::inNamespace);
        takeEnvironment();
        take("Servlet context parameter", sources.context(), SettingsReader::inNamespace);
        takeFile();
        take("File whosonline.properties on the class path, entry", sources.classPath(), SettingsReader::inFile);
        for (Option option : Option.values()) {
            if (!option.isOfInstance()) {
                values.computeIfAbsent(option.environmentName(), absent -> option.parse(option.defaultValue()));
            }
        }
        takeEnvironmentOfInstances(new Settings(values, warnings).instances());
        Settings settings = new Settings(values, warnings);
        if (problems.isEmpty()) {
            // Only then: a default in the place of a wrong value would make a sentence that nobody understands.
            checkNames(settings);
        }
        if (problems.isEmpty()) {
            problems.addAll(Contradictions.of(settings, this::describe));
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
        Map<String, Origin> here = new TreeMap<>();
        new TreeMap<>(entries)
                .forEach((name, value) ->
                        keyOf.apply(name).ifPresent(key -> sort(here, new Origin(source, name, key, value))));
        here.values().forEach(origin -> take(Option.of(origin.key()).orElseThrow(), origin));
    }

    private void sort(Map<String, Origin> here, Origin origin) {
        if (Option.of(origin.key()).isEmpty()) {
            problems.add(origin.describe() + ": there is no such option; there are " + knownKeys() + ".");
            return;
        }
        Origin same = here.putIfAbsent(Option.environmentName(origin.key()), origin);
        if (same != null) {
            problems.add(origin.describe() + ": " + same.name() + " is the same option; keep one.");
        }
    }

    private void takeEnvironment() {
        for (Option option : Option.values()) {
            String value = sources.environment().get(option.environmentName());
            if (value != null && !option.isOfInstance()) {
                take(option, new Origin(ENVIRONMENT, option.environmentName(), option.key(), value));
            }
        }
    }

    /**
     * After all the rest, since a variable does not tell the name of its instance from the rest of its key; as strong as
     * the other variables all the same.
     *
     * <p>Only warns of what it does not know: Kubernetes puts variables like {@code WHOSONLINE_PORT} into every container
     * once a service is called "whosonline".
     */
    private void takeEnvironmentOfInstances(List<String> instances) {
        Set<String> known = new HashSet<>();
        for (Option option : Option.values()) {
            for (String instance : option.isOfInstance() ? instances : List.of("")) {
                String key = option.keyFor(instance);
                String name = Option.environmentName(key);
                known.add(name);
                String value = sources.environment().get(name);
                if (value != null && option.isOfInstance()) {
                    Origin before = origins.get(name);
                    if (before != null && !Set.of(OWN, SYSTEM).contains(before.source())) {
                        values.remove(name);
                    }
                    take(option, new Origin(ENVIRONMENT, name, key, value));
                }
            }
        }
        for (String name : new TreeSet<>(sources.environment().keySet())) {
            if (name.startsWith(Sources.ENVIRONMENT_NAMESPACE) && !known.contains(name)) {
                warnings.add(ENVIRONMENT + " " + name + " is no option and has no effect.");
            }
        }
    }

    private void takeFile() {
        String path = (String) values.getOrDefault(Option.CONFIG.environmentName(), "");
        if (path.isEmpty()) {
            return;
        }
        try {
            take("File " + path + ", entry", sources.files().read(path), SettingsReader::inFile);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(describe(Option.CONFIG, "") + ": the file cannot be read (" + e + "); it must be "
                    + Option.CONFIG.expected() + ".");
        }
    }

    /** A wrong value is a problem even where a stronger source overrules it: it would strike when that one goes. */
    private void take(Option option, Origin origin) {
        if (option == Option.CONFIG && origin.source().startsWith("File ")) {
            problems.add(origin.describe() + ": a file cannot name another one.");
            return;
        }
        if (option.isOfInstance()) {
            ofInstances.add(origin);
        }
        try {
            Object value = option.parse(origin.value().strip());
            String name = Option.environmentName(origin.key());
            if (values.putIfAbsent(name, value) == null) {
                origins.put(name, origin);
            }
        } catch (IllegalArgumentException e) {
            problems.add(origin.describe() + ": must be " + option.expected() + ".");
        }
    }

    /** An option of an instance that does not exist is a name misspelled, here or in the list of names. */
    private void checkNames(Settings settings) {
        ofInstances.forEach(origin -> {
            String instance = Option.instanceOf(origin.key());
            if (!settings.instances().contains(instance)) {
                problems.add(origin.describe() + ": " + settings.unknown(instance) + ".");
            }
        });
    }

    /** An option with its value and where that comes from. */
    private String describe(Option option, String instance) {
        Origin origin = origins.get(Option.environmentName(option.keyFor(instance)));
        if (origin != null) {
            return origin.describe();
        }
        return option.inherited().isPresent()
                ? describe(option.inherited().get(), "") + ", for instance " + instance
                : option.key() + " = " + option.defaultValue() + " (the default)";
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
