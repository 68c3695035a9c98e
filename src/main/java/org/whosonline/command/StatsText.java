package org.whosonline.command;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.whosonline.log.Contents;
import org.whosonline.log.Layout;
import org.whosonline.log.Line;
import org.whosonline.log.MapReader.MapReading;
import org.whosonline.store.memcached.ServerFigures;

/** The figures of a map and its servers for people. */
final class StatsText {

    private static final double MEGABYTE = 1024.0 * 1024;

    private StatsText() {}

    /**
     * One figure a line.
     *
     * @param now in epoch seconds
     * @param storedCount null if there is none
     */
    static List<String> ofMap(MapReading reading, Duration window, long now, byte[] storedCount) {
        Contents contents = reading.contents();
        long online = 0;
        long past = 0;
        for (Line line : contents.lines().values()) {
            boolean counts = line.time() >= now - window.toSeconds();
            online += counts && !line.isRemoval() ? 1 : 0;
            past += counts || line.isRemoval() ? 0 : 1;
        }
        List<String> lines = new ArrayList<>();
        lines.add("Users online: " + online + ", seen within the last " + window.toSeconds() + " s");
        lines.add("Past the window: " + past);
        lines.add("Stored count: "
                + (storedCount == null ? "none" : Text.safe(new String(storedCount, StandardCharsets.UTF_8).strip())));
        lines.add(size(reading, online));
        lines.add("Split: " + split(reading.layouts()));
        lines.add(superseded(contents));
        return lines;
    }

    private static String size(MapReading reading, long online) {
        List<Integer> sizes =
                reading.logs().values().stream().map(log -> log.length).toList();
        int bytes = reading.contents().bytes();
        int largest = sizes.stream().mapToInt(Integer::intValue).max().orElse(0);
        return "Size: " + Text.number(bytes, "byte") + " in " + Text.number(sizes.size(), "key") + ", the largest "
                + largest + (online == 0 ? "" : ", " + Text.decimal((double) bytes / online) + " a user");
    }

    private static String split(List<Layout> layouts) {
        return layouts.isEmpty()
                ? "not told beside the data"
                : layouts.stream()
                        .map(layout -> "over " + Text.number(layout.buckets(), "key") + " since "
                                + Instant.ofEpochSecond(layout.since()))
                        .collect(Collectors.joining(", "));
    }

    private static String superseded(Contents contents) {
        int all = contents.scanned();
        int superseded = all - contents.lines().size();
        double share = all == 0 ? 0 : 100.0 * superseded / all;
        return "Lines: " + all + ", of them superseded " + superseded + " (" + Text.decimal(share)
                + " %), and not readable " + contents.skipped();
    }

    /** One line. */
    static String ofServer(ServerFigures server) {
        if (!server.living()) {
            return "Memcached " + server.server() + ": does not answer";
        }
        return "Memcached " + server.server() + ": version " + Text.safe(server.version()) + ", up " + server.uptime()
                + " s, " + Text.number(server.items(), "item") + ", " + megabytes(server.bytes()) + " of "
                + megabytes(server.limit()) + " MB, " + Text.number(server.evictions(), "eviction");
    }

    private static String megabytes(long bytes) {
        return Text.decimal(bytes / MEGABYTE);
    }
}
