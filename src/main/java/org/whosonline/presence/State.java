package org.whosonline.presence;

import java.util.Locale;

/** How attentive a viewer is, the most active first. */
public enum State {
    /** There was input lately. */
    ACTIVE,
    /** The page is visible, but there was no input for a while. */
    IDLE,
    /** The page is hidden, or there was no input for long. Browsers slow the timers of hidden pages, so it may be silent for longer. */
    AWAY;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** As on the wire: {@code active}, {@code idle} or {@code away}. */
    public String text() {
        return text;
    }

    /** The state with this {@link #text}, or null if there is none. */
    public static State of(String text) {
        for (State state : values()) {
            if (state.text.equals(text)) {
                return state;
            }
        }
        return null;
    }
}
