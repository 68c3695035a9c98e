package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Server;

/** What the built artifacts contain, and what they must not bring into an application. */
class ArtifactCasesIT {

    private static final List<String> OLD_NAMES =
            List.of("javax/servlet", "javax.servlet", "javax/websocket", "javax.websocket", "javax/el/", "javax.el.");

    /** Micrometer's instrumentation of other servers, which nobody loads; the one JAR has none of it. */
    private static final Pattern UNUSED = Pattern.compile(
            ".*!WEB-INF/lib/micrometer-core-[^!]*!(META-INF/MANIFEST\\.MF|io/micrometer/core/instrument/binder/(http|jetty)/.*)");

    @Test
    @DisplayName("SHOW-H05: neither our JARs nor any JAR in the WAR know the old javax names")
    void nothingKnowsTheOldNames() throws Exception {
        List<String> found = new ArrayList<>();
        Map<String, byte[]> files = everything();
        files.forEach((path, content) -> {
            if (UNUSED.matcher(path).matches()) {
                return;
            }
            String text = new String(content, StandardCharsets.ISO_8859_1);
            OLD_NAMES.stream().filter(text::contains).forEach(name -> found.add(path + " has " + name));
        });
        assertEquals(List.of(), found);
        assertTrue(files.keySet().stream().anyMatch(path -> path.endsWith("org/whosonline/web/OnlineFilter.class")));
    }

    @Test
    @DisplayName("SHOW-H08: nothing carries a copy of what containers and tag libraries bring")
    void nothingClashesWithTheContainer() throws Exception {
        List<String> clashes = everything().keySet().stream()
                .filter(path -> path.matches(".*[!/](jakarta/(servlet|el|websocket)/|org/apache/taglibs/).*")
                        || path.endsWith(".tld") && !path.endsWith("!META-INF/whosonline.tld"))
                .toList();
        assertEquals(List.of(), clashes);
    }

    /** Every file of the two JARs and of the WAR, those inside JARs included. */
    private static Map<String, byte[]> everything() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (Path archive : List.of(Server.classesJar(), Server.allJar(), Server.war())) {
            read(archive.getFileName().toString(), Files.readAllBytes(archive), files);
        }
        return files;
    }

    private static void read(String name, byte[] archive, Map<String, byte[]> files) throws IOException {
        try (InputStream bytes = new ByteArrayInputStream(archive);
                ZipInputStream zip = new ZipInputStream(bytes)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String path = name + "!" + entry.getName();
                byte[] content = zip.readAllBytes();
                if (path.endsWith(".jar")) {
                    read(path, content, files);
                } else {
                    files.put(path, content);
                }
            }
        }
    }
}
