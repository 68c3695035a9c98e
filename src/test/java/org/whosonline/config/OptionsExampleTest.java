package org.whosonline.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example lists every option that a file may hold, each commented out with its default, meaning and form. */
class OptionsExampleTest {

    private static final Path EXAMPLE = Path.of("config", "whosonline.properties.example");

    @Test
    void theExampleListsEveryOptionWithMeaningFormAndDefault() throws IOException {
        List<String> lines = Files.readAllLines(EXAMPLE);
        List<String> expected = new ArrayList<>();
        for (Option option : Option.values()) {
            if (option != Option.CONFIG) {
                expected.add("");
                expected.add("# " + option.meaning() + ".");
                expected.add("# Must be " + option.expected() + ".");
                expected.add("#" + option.key() + "=" + option.defaultValue());
            }
        }
        assertEquals(expected, lines.stream().dropWhile(line -> !line.isEmpty()).toList());
    }
}
