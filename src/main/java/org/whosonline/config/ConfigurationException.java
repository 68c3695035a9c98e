package org.whosonline.config;

import java.util.List;

/**
 * One or more options are set wrongly, so that nothing may start. The message says it all in sentences for whoever set
 * them: source, key, value, and what would be right.
 */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String[] problems;

    /** @param problems one sentence each, at least one */
    public ConfigurationException(List<String> problems) {
        super("WhosOnline cannot start: " + String.join(" ", problems));
        this.problems = problems.toArray(String[]::new);
    }

    /** All that was found wrong, in the order of the sources, one sentence each. */
    public List<String> problems() {
        return List.of(problems);
    }
}
