package org.whosonline.command;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints what stands in the store, line by line. */
@Command(
        name = "dump",
        description = "Print the map as it stands in Memcached, superseded lines included; a line that begins with #"
                + " names the key and its size.")
final class DumpCommand implements Callable<Integer> {

    @ParentCommand
    private WhosOnlineCommand top;

    @Override
    public Integer call() {
        return top.onSite(site -> {
            site.reading().beside().forEach(this::print);
            site.reading().logs().forEach(this::print);
            byte[] count = site.storedCount();
            if (count != null) {
                print(site.countKey(), count);
            }
            return ExitCodes.DONE;
        });
    }

    private void print(String key, byte[] value) {
        top.out().println("# " + Text.safe(key) + ": " + Text.number(value.length, "byte"));
        String text = new String(value, StandardCharsets.UTF_8);
        String lines = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (String line : lines.split("\n", -1)) {
            top.out().println(Text.printable(line));
        }
    }
}
