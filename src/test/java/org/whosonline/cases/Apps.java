package org.whosonline.cases;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.whosonline.testing.Server;

/** Applications with options, files and libraries of their own. */
final class Apps {

    /** A page on which anybody logs in as anybody, also as users that the demo's form would refuse. */
    private static final String AS_JSP = """
            <%@ page contentType="text/plain;charset=UTF-8" %><%
            session.setAttribute("demo.user", request.getParameter("user"));
            %>done""";

    /** Has every cleanup logged, also one that removed nobody. */
    private static final String LOGGING = """
            handlers = java.util.logging.ConsoleHandler
            java.util.logging.ConsoleHandler.level = FINE
            java.util.logging.ConsoleHandler.formatter = org.apache.juli.OneLineFormatter
            org.whosonline.cleanup.level = FINE
            """;

    private Apps() {}

    /** The files of an application with a public list and these options, keys (without prefix) and values in turn. */
    static Map<String, String> with(String... options) {
        StringBuilder properties = new StringBuilder("whosonline.list.public=true\n");
        for (int i = 0; i < options.length; i += 2) {
            properties
                    .append("whosonline.")
                    .append(options[i])
                    .append('=')
                    .append(options[i + 1])
                    .append('\n');
        }
        Map<String, String> files = new HashMap<>();
        files.put("WEB-INF/classes/whosonline.properties", properties.toString());
        files.put("as.jsp", AS_JSP);
        files.put("WEB-INF/classes/logging.properties", LOGGING);
        return files;
    }

    /** A copy of the built WAR at {@code copy} that has some more files. */
    static Path war(Path copy, Map<String, String> files) throws IOException {
        return war(copy, files, library -> true);
    }

    /** A copy of the built WAR at {@code copy} with more files, and of its libraries only some. */
    static Path war(Path copy, Map<String, String> files, Predicate<String> libraries) throws IOException {
        Files.copy(Server.war(), copy, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem zip = FileSystems.newFileSystem(copy)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = zip.getPath("/" + file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            for (Path library : libraries(zip)) {
                if (!libraries.test(library.getFileName().toString())) {
                    Files.delete(library);
                }
            }
        }
        return copy;
    }

    /** The libraries of the built WAR that {@code wanted} names, with their content. */
    static Map<String, byte[]> libraries(Predicate<String> wanted) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        try (FileSystem zip = FileSystems.newFileSystem(Server.war())) {
            for (Path library : libraries(zip)) {
                if (wanted.test(library.getFileName().toString())) {
                    found.put(library.getFileName().toString(), Files.readAllBytes(library));
                }
            }
        }
        return found;
    }

    private static List<Path> libraries(FileSystem zip) throws IOException {
        try (Stream<Path> libraries = Files.list(zip.getPath("/WEB-INF/lib"))) {
            return libraries.toList();
        }
    }
}
