package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Server;

/** The WAR logs out of the box; the JAR leaves it to the application that takes it where logs go. */
class LoggingIT {

    private static List<String> entries(Path archive) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            return zip.stream().map(entry -> entry.getName()).toList();
        }
    }

    @Test
    void theWarCarriesOneBindingAndTheJarNone() throws IOException {
        List<String> bindings = entries(Server.war()).stream()
                .filter(name -> name.startsWith("WEB-INF/lib/slf4j-") || name.contains("logback"))
                .map(name -> name.replaceAll("WEB-INF/lib/|-\\d.*", ""))
                .sorted()
                .toList();
        assertEquals(List.of("slf4j-api", "slf4j-jdk14"), bindings);

        List<String> jar = entries(Server.war().resolveSibling("whosonline-classes.jar"));
        assertTrue(jar.contains("org/whosonline/app/Initializer.class"), jar::toString);
        assertEquals(
                List.of(),
                jar.stream()
                        .filter(name -> name.startsWith("org/slf4j")
                                || name.startsWith("META-INF/services/org.slf4j")
                                || name.contains("logging.properties"))
                        .toList());
    }
}
