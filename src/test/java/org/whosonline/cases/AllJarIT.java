package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Server;

/** What is in the one JAR, and what must not be. */
class AllJarIT {

    private final ZipFile all = open();

    private static ZipFile open() {
        try {
            return new ZipFile(Server.allJar().toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws Exception {
        all.close();
    }

    private List<String> names() {
        return all.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .toList();
    }

    private String text(String name) throws Exception {
        return new String(all.getInputStream(all.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void nothingOfOthersIsUnderItsOwnName() {
        assertEquals(
                List.of(),
                names().stream()
                        .filter(name -> !name.startsWith("org/whosonline/") && !name.startsWith("META-INF/"))
                        .toList());
        Set<String> shaded = names().stream()
                .filter(name -> name.startsWith("org/whosonline/shaded/") && name.endsWith(".class"))
                .map(name -> name.split("/")[3] + "/" + name.split("/")[4])
                .map(name -> name.replaceFirst("picocli/.*", "picocli"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                Set.of(
                        "com/google",
                        "io/micrometer",
                        "io/prometheus",
                        "jakarta/activation",
                        "jakarta/xml",
                        "net/spy",
                        "org/HdrHistogram",
                        "org/jspecify",
                        "org/quartz",
                        "org/slf4j",
                        "picocli"),
                shaded);
    }

    @Test
    void ourClassesKnowNothingUnderItsOldName() throws Exception {
        List<String> old = List.of(
                "net/spy/",
                "com/google/gson/",
                "org/quartz/",
                "org/slf4j/",
                "jakarta/xml/bind/",
                "io/micrometer/",
                "io.micrometer.",
                "io/prometheus/",
                "org/jspecify/");
        for (String name : names()) {
            // Those of others have addresses of theirs in messages, which look like packages.
            if (name.endsWith(".class") && !name.startsWith("org/whosonline/shaded/")) {
                String content = new String(
                                all.getInputStream(all.getEntry(name)).readAllBytes(), StandardCharsets.ISO_8859_1)
                        .replaceAll("org[/.]whosonline[/.]shaded[/.][a-z]+[/.][a-z0-9]+[/.]", "");
                for (String text : old) {
                    assertTrue(!content.contains(text), () -> name + " has " + text);
                }
            }
        }
    }

    @Test
    void metaInfHasWhatContainersAndLawyersLookFor() throws Exception {
        List<String> metaInf = names().stream()
                .filter(name -> name.startsWith("META-INF/") && !name.startsWith("META-INF/maven/"))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "META-INF/LICENSE",
                        "META-INF/LICENSE.md",
                        "META-INF/LICENSE.txt",
                        "META-INF/MANIFEST.MF",
                        "META-INF/NOTICE",
                        "META-INF/NOTICE.md",
                        "META-INF/services/jakarta.servlet.ServletContainerInitializer",
                        "META-INF/services/org.whosonline.shaded.org.slf4j.spi.SLF4JServiceProvider",
                        "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
                        "META-INF/web-fragment.xml",
                        "META-INF/whosonline.tld"),
                metaInf);
        assertEquals(
                "org.whosonline.app.Initializer",
                text("META-INF/services/jakarta.servlet.ServletContainerInitializer")
                        .strip());
        assertTrue(text("META-INF/LICENSE").contains("Apache License"));
        assertTrue(text("META-INF/LICENSE.txt").contains("QOS.ch"));
        assertTrue(text("META-INF/LICENSE.txt").contains("Gil Tene"));
        assertTrue(text("META-INF/LICENSE.md").contains("Redistribution and use in source and binary forms"));
        String notice = text("META-INF/NOTICE");
        List.of(
                        "Gson",
                        "Quartz",
                        "Micrometer",
                        "Prometheus",
                        "HdrHistogram",
                        "picocli",
                        "spymemcached",
                        "SLF4J",
                        "Jakarta XML Binding")
                .forEach(library -> assertTrue(notice.contains(library), library));
        assertEquals(names().size(), Set.copyOf(names()).size());
    }
}
