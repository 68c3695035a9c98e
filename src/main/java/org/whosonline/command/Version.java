package org.whosonline.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this release, as the build wrote it down. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(file);
            return new String[] {"WhosOnline " + properties.getProperty("version")};
        }
    }
}
