package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Server;

/** Where the build puts the description of the tag library. */
class TagLibraryIT {

    /** SHOW-H08. */
    @Test
    void theLibraryIsInTheWarOnce() throws Exception {
        try (ZipFile war = new ZipFile(Server.war().toFile())) {
            assertEquals(List.of(), tlds(war));
        }
        try (ZipFile classes = new ZipFile(
                Server.war().resolveSibling("whosonline-classes.jar").toFile())) {
            assertEquals(List.of("META-INF/whosonline.tld"), tlds(classes));
        }
    }

    private static List<String> tlds(ZipFile file) {
        return file.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith(".tld"))
                .toList();
    }
}
