package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Readme;

/** The coordinates that the README names are those that the build makes. */
class ReadmeDependencyTest {

    @Test
    void theDependencyIsTheOneThatTheBuildMakes() throws IOException {
        String shown = Readme.block("xml", "<dependency>");
        String pom = Files.readString(Path.of("pom.xml"));
        for (String element : List.of("groupId", "artifactId", "version")) {
            assertEquals(first(element, pom), first(element, shown), element);
        }
        assertEquals("classes", first("classifier", shown));
    }

    private static String first(String element, String xml) {
        Matcher found = Pattern.compile("<" + element + ">([^<]*)</").matcher(xml);
        return found.find() ? found.group(1) : "";
    }
}
