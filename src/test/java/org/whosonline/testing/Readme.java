package org.whosonline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The blocks of code in the README, so that tests run what it says, word by word. */
public final class Readme {

    private static final Pattern BLOCK = Pattern.compile("(?m)^```([a-z]*)\\n((?s:.*?))^```$");

    private Readme() {}

    /** The one block of a {@code language} that has {@code text} in it; fails unless there is exactly one. */
    public static String block(String language, String text) throws IOException {
        List<String> found = BLOCK.matcher(Files.readString(Path.of("README.md")))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2))
                .filter(block -> block.contains(text))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("The README has " + found.size() + " blocks of " + language + " with " + text);
        }
        return found.get(0);
    }
}
