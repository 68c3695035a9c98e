package org.whosonline.app;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.whosonline.config.Sources;

/** Where an application in a servlet container keeps its options. */
final class ServletSources {

    private static final String CLASS_PATH_FILE = "whosonline.properties";

    private ServletSources() {}

    /**
     * All of them.
     *
     * @param own what the application has read itself
     * @throws ServletException if {@code whosonline.properties} is there, but cannot be read
     */
    static Sources of(ServletContext context, Map<String, String> own) throws ServletException {
        return new Sources(
                own,
                entries(System.getProperties()),
                System.getenv(),
                Collections.list(context.getInitParameterNames()).stream()
                        .collect(Collectors.toMap(Function.identity(), context::getInitParameter)),
                path -> read(Files.newBufferedReader(Path.of(path))),
                classPath(context.getClassLoader()));
    }

    private static Map<String, String> classPath(ClassLoader loader) throws ServletException {
        InputStream found = loader.getResourceAsStream(CLASS_PATH_FILE);
        if (found == null) {
            return Map.of();
        }
        try {
            return read(new InputStreamReader(found, StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            throw new ServletException(
                    "WhosOnline cannot start: the file " + CLASS_PATH_FILE + " on the class path cannot be read (" + e
                            + ").",
                    e);
        }
    }

    /** Reads properties in UTF-8 and closes {@code reader}. */
    private static Map<String, String> read(Reader reader) throws IOException {
        try (reader) {
            Properties properties = new Properties();
            properties.load(reader);
            return entries(properties);
        }
    }

    /** Only the texts: others may keep anything in the system properties, and take it away at any time. */
    private static Map<String, String> entries(Properties properties) {
        Map<String, String> entries = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (value != null) {
                entries.put(name, value);
            }
        }
        return entries;
    }
}
