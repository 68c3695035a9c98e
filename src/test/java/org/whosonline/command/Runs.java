package org.whosonline.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.whosonline.testing.MemcachedProcess;

/** Runs commands in this process, as the shell would. */
final class Runs {

    private Runs() {}

    /** What became of one. */
    record Ended(int code, String out, String err) {

        /** The output with the seconds of each "N s ago" left out, which a slow machine makes more of. */
        String outWithoutSeconds() {
            return out.replaceAll("\\d+ s ago", "N s ago");
        }
    }

    static Ended run(String... arguments) {
        return run(Map.of(), arguments);
    }

    static Ended run(Map<String, String> variables, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Environment environment = new Environment(
                Map.of(),
                variables,
                Map::of,
                InstantSource.system(),
                System::nanoTime,
                new PrintWriter(out),
                new PrintWriter(err));
        int code = WhosOnlineCommand.line(environment).execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    /** One on the map of {@code memcached}. */
    static Ended on(MemcachedProcess memcached, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(0, List.of("--servers", memcached.address()));
        return run(all.toArray(String[]::new));
    }
}
