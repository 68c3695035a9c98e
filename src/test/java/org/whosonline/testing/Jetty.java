package org.whosonline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A Jetty as it is distributed, with the modules that applications with JSPs need and no others. */
public final class Jetty extends Server {

    private final Path home = Path.of(property("jetty.home"));
    private String modules = "http,ee10-deploy,ee10-jsp,ee10-annotations";

    public Jetty() throws IOException {
        Files.createDirectories(base.resolve("work"));
    }

    /** Keeps sessions in files, so that they outlive the process; from the next start on. */
    public void keepSessions() {
        modules += ",session-store-file";
    }

    @Override
    List<String> arguments(int port) {
        return List.of(
                "-jar",
                home.resolve("start.jar").toString(),
                "jetty.home=" + home,
                "jetty.base=" + base,
                // Before the modules: behind them, properties go to the environment of the last module alone.
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=" + port,
                "jetty.session.file.storeDir=" + base.resolve("sessions"),
                "--modules=" + modules);
    }

    @Override
    Pattern started() {
        return Pattern.compile("Started oejs\\.Server@");
    }

    @Override
    Pattern failed() {
        return Pattern.compile("Failed startup of context");
    }

    @Override
    Pattern listening() {
        return Pattern.compile("Started oejs\\.ServerConnector@[^\\n]*\\{127\\.0\\.0\\.1:(\\d+)\\}");
    }

    @Override
    void askToStop(Process process) {
        process.destroy();
    }

    @Override
    public String toString() {
        return "Jetty";
    }
}
