package org.whosonline.tags;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.whosonline.testing.Server;

/** A WAR with the JAR that the build made and the libraries that it needs, and with nothing else, not even a web.xml. */
final class ForeignWar implements AutoCloseable {

    private static final String LIB = "WEB-INF/lib/";

    private final Path file;

    ForeignWar() throws IOException {
        file = Files.createTempFile("foreign", ".war");
        try (OutputStream bytes = Files.newOutputStream(file);
                ZipOutputStream foreign = new ZipOutputStream(bytes);
                ZipFile war = new ZipFile(Server.war().toFile())) {
            for (Enumeration<? extends ZipEntry> all = war.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                String name = entry.getName();
                if (name.startsWith(LIB) && name.endsWith(".jar") && !name.startsWith(LIB + "whosonline")) {
                    try (InputStream library = war.getInputStream(entry)) {
                        add(foreign, name, library);
                    }
                }
            }
            try (InputStream classes = Files.newInputStream(Server.war().resolveSibling("whosonline-classes.jar"))) {
                add(foreign, LIB + "whosonline.jar", classes);
            }
        }
    }

    private static void add(ZipOutputStream war, String name, InputStream content) throws IOException {
        war.putNextEntry(new ZipEntry(name));
        content.transferTo(war);
        war.closeEntry();
    }

    Path path() {
        return file;
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
