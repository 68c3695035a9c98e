package org.whosonline.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class EnvironmentOptionsTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    @Test
    void takesOurNamesOnly() {
        weakest(Map.of("whosonline.window", "5m", "whosonlineish", "x", "server.port", "0"));
        assertEquals(Map.of("whosonline.window", "5m"), EnvironmentOptions.of(environment));
    }

    @Test
    void fillsInPlaceholdersAndMakesTextOfEverything() {
        weakest(Map.of("minutes", 7, "whosonline.window", "${minutes}m", "whosonline.list.public", true));
        assertEquals(
                Map.of("whosonline.window", "7m", "whosonline.list.public", "true"),
                EnvironmentOptions.of(environment));
    }

    @Test
    void theStrongestSourceOfSpringDecides() {
        weakest(Map.of("whosonline.window", "5m"));
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("commandLineArgs", Map.of("whosonline.window", "3m")));
        assertEquals(Map.of("whosonline.window", "3m"), EnvironmentOptions.of(environment));
    }

    @Test
    void leavesSystemPropertiesToWhosOnline() {
        environment
                .getPropertySources()
                .replace(
                        "systemProperties",
                        new MapPropertySource("systemProperties", Map.of("whosonline.window", "5m")));
        assertEquals(Map.of(), EnvironmentOptions.of(environment));
    }

    private void weakest(Map<String, Object> properties) {
        environment.getPropertySources().addLast(new MapPropertySource("application.properties", properties));
    }
}
