package org.whosonline;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switches one site map off and on while the application runs. Thread-safe.
 *
 * <p>While recording is off nobody is put on the map; who logs out is taken off. While display is off every snapshot says
 * unknown. With both off nothing is sent to the store, except for a {@link UsersOnline#cleanUp} that is asked for. On
 * again, everything goes on by itself: a session's mark is believed only while the map shows its user, and who logged out
 * meanwhile is taken off.
 */
public final class Switches {

    private static final Logger log = LoggerFactory.getLogger(Switches.class);

    private final String map;
    private volatile boolean recording = true;
    private volatile boolean displayed = true;

    /** @param map what the log calls the map */
    Switches(String map) {
        this.map = map;
    }

    public boolean isRecording() {
        return recording;
    }

    public void setRecording(boolean on) {
        if (recording != on) {
            recording = on;
            tell("Recording on", on);
        }
    }

    public boolean isDisplayed() {
        return displayed;
    }

    public void setDisplayed(boolean on) {
        if (displayed != on) {
            displayed = on;
            tell("Display of", on);
        }
    }

    /** Whether nothing is to be done at all. */
    public boolean areOff() {
        return !recording && !displayed;
    }

    private void tell(String what, boolean on) {
        log.info("{} the map {} is switched {}.", what, map, on ? "on" : "off");
    }
}
