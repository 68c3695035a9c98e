package org.whosonline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A Jetty as it is distributed, with the modules that applications with JSPs need and no others. */
public final class Jetty extends Server {

    private final Path home = Path.of(property("jetty.home"));
    private final StringBuilder modules = new StringBuilder("http,ee10-deploy,ee10-jsp,ee10-annotations");

    public Jetty() throws IOException {
        Files.createDirectories(base.resolve("work"));
    }

    /** Adds a module to the next start. */
    public void module(String name) {
        modules.append(',').append(name);
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
