package org.whosonline.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The README's table lists the options as they are: one row each, in their order, as
 * <code>| `key` | `default` | …</code>, an empty default as <code>| `key` | empty | …</code>, and the key of another option
 * where that one's value is the default.
 */
class OptionsReadmeTest {

    private static final String HEADER = "| option | default |";

    @Test
    void theTableListsEveryOptionWithItsDefault() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("README.md"));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith(HEADER)), "README.md has no table " + HEADER);
        List<String> rows = lines.stream()
                .dropWhile(line -> !line.startsWith(HEADER))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(OptionsReadmeTest::keyAndDefault)
                .toList();
        assertEquals(Stream.of(Option.values()).map(OptionsReadmeTest::row).toList(), rows);
    }

    private static String keyAndDefault(String line) {
        String[] cells = line.split("\\|", 4);
        return cells.length < 4 ? line : "| " + cells[1].strip() + " | " + cells[2].strip() + " |";
    }

    private static String row(Option option) {
        String inherited = option.inherited()
                .map(main -> "`" + main.key() + "`" + (option.defaultValue().isEmpty() ? "" : " + "))
                .orElse("");
        String own = option.defaultValue().isEmpty() ? "" : "`" + option.defaultValue() + "`";
        String value = inherited + own;
        return "| `" + option.key() + "` | " + (value.isEmpty() ? "empty" : value) + " |";
    }
}
