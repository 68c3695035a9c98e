package org.whosonline.cases.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.whosonline.presence.PresenceListener;
import org.whosonline.presence.Viewer;

/**
 * Writes down who comes and goes: {@code joined ROOM USER} or {@code left ROOM USER}, a line each, at the end of the file
 * that the system property {@value #FILE} names. All nodes may share one.
 */
public final class Bell implements PresenceListener {

    public static final String FILE = "bell.file";

    /** For the service loader. */
    public Bell() {}

    @Override
    public void joined(String room, Viewer viewer) {
        write("joined " + room + ' ' + viewer.id());
    }

    @Override
    public void left(String room, Viewer viewer) {
        write("left " + room + ' ' + viewer.id());
    }

    private static void write(String line) {
        try {
            Files.writeString(
                    Path.of(System.getProperty(FILE)),
                    line + '\n',
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
