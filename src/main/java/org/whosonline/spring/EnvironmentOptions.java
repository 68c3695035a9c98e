package org.whosonline.spring;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/** The options of WhosOnline that Spring knows: from application.properties, the command line, profiles and so on. */
final class EnvironmentOptions {

    private static final String NAMESPACE = "whosonline.";

    /** What WhosOnline reads itself, and names by its right name when it is wrong. */
    private static final Set<String> READ_ANYWAY =
            Set.of("systemProperties", "systemEnvironment", "servletContextInitParams", "servletConfigInitParams");

    private EnvironmentOptions() {}

    /** Names and values, these as Spring's own order of sources has them, placeholders filled in. */
    static Map<String, String> of(ConfigurableEnvironment environment) {
        Map<String, String> options = new TreeMap<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> named && !READ_ANYWAY.contains(source.getName())) {
                for (String name : named.getPropertyNames()) {
                    if (name.startsWith(NAMESPACE)) {
                        options.put(name, environment.getProperty(name, ""));
                    }
                }
            }
        }
        return options;
    }
}
