package org.whosonline.testing;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The sample application of Spring Boot, with the server that is embedded in it; or as a WAR for another server. */
public final class SpringBoot extends Server {

    private static final String TOMCAT = "tomcat-embed-(core|websocket)-.*";
    private static final String JETTY = "jetty-.*";

    private final List<Path> classPath;
    private final List<String> arguments;

    private SpringBoot(List<Path> classPath, String... arguments) throws IOException {
        this.classPath = classPath;
        this.arguments = List.of(arguments);
    }

    /** On embedded Tomcat, with our JAR and its libraries as Maven would put them there. */
    public static SpringBoot onTomcat(String... arguments) throws IOException {
        return new SpringBoot(
                Stream.of(springLibraries(JETTY), ourLibraries())
                        .flatMap(List::stream)
                        .toList(),
                arguments);
    }

    /** On embedded Jetty, with the one JAR that has all libraries within it. */
    public static SpringBoot onJetty(String... arguments) throws IOException {
        return new SpringBoot(
                Stream.of(springLibraries(TOMCAT), List.of(allJar()))
                        .flatMap(List::stream)
                        .toList(),
                arguments);
    }

    /** Writes the application as a WAR for a server that has no other application in its JVM. */
    public static void writeWar(Path war) throws IOException {
        try (OutputStream file = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            Path classes = sample().resolve("classes");
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    add(zip, "WEB-INF/classes/" + classes.relativize(each), each);
                }
            }
            List<Path> libraries = new ArrayList<>(
                    springLibraries("tomcat-.*|jetty-.*|asm-.*|jakarta\\.(servlet|websocket|enterprise).*"));
            libraries.addAll(ourLibraries());
            for (Path library : libraries) {
                add(zip, "WEB-INF/lib/" + library.getFileName(), library);
            }
        }
    }

    private static void add(ZipOutputStream zip, String name, Path content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(content, zip);
        zip.closeEntry();
    }

    private static Path sample() {
        return war().resolveSibling("samples/spring-boot/target");
    }

    private static List<Path> springLibraries(String without) throws IOException {
        return libraries(sample().resolve("lib"), without);
    }

    /** Without slf4j: Spring Boot brings it, and a binding. */
    private static List<Path> ourLibraries() throws IOException {
        return libraries(
                war().resolveSibling("whosonline/WEB-INF/lib"), "(slf4j|micrometer|prometheus|HdrHistogram)-.*");
    }

    private static List<Path> libraries(Path directory, String without) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().matches(without))
                    .sorted()
                    .toList();
        }
    }

    @Override
    List<String> arguments(int port) {
        List<String> line = new ArrayList<>(List.of(
                "-cp",
                Stream.concat(Stream.of(sample().resolve("classes")), classPath.stream())
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
                "sample.SampleApplication",
                "--server.address=127.0.0.1",
                "--server.port=" + port));
        line.addAll(arguments);
        return line;
    }

    @Override
    Pattern started() {
        return Pattern.compile("Started SampleApplication in");
    }

    @Override
    Pattern failed() {
        return Pattern.compile("Application run failed");
    }

    @Override
    Pattern listening() {
        return Pattern.compile("(?:Tomcat|Jetty) started on port (\\d+)");
    }

    @Override
    void askToStop(Process process) {
        process.destroy();
    }

    @Override
    public String toString() {
        return "Spring Boot";
    }
}
