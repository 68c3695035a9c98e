package org.whosonline.store.memcached;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code stats}: a sign of life that tells the server's time and version.
 *
 * <p>What answers, but without a time, is no Memcached that anything could be stamped with, and is refused.
 */
final class StatsCommand extends Command<StatsCommand.Stats> {

    private static final byte[] REQUEST = "stats\r\n".getBytes(StandardCharsets.US_ASCII);

    /** The figures kept, by Memcached's names. */
    private static final Set<String> FIGURES = Set.of("uptime", "curr_items", "bytes", "limit_maxbytes", "evictions");

    private Instant time;
    private String version = "unknown";
    private final Map<String, Long> figures = new HashMap<>();

    StatsCommand() {
        super(REQUEST, false);
    }

    /** Takes {@code STAT name value} or {@code END}. */
    @Override
    void line(String text) throws MalformedReplyException {
        if (text.equals("END")) {
            if (time == null) {
                throw malformed("no time");
            }
            finish(new Stats(time, version, Map.copyOf(figures)));
            return;
        }
        String[] words = text.split(" ", 3);
        if (!words[0].equals("STAT") || words.length < 2) {
            throw malformed(quote(text));
        }
        String value = words.length < 3 ? "" : words[2];
        if (words[1].equals("time")) {
            time = time(value);
        } else if (words[1].equals("version")) {
            version = value;
        } else if (FIGURES.contains(words[1]) && value.matches("[0-9]{1,18}")) {
            figures.put(words[1], Long.valueOf(value));
        }
    }

    private Instant time(String seconds) throws MalformedReplyException {
        try {
            return Instant.ofEpochSecond(Integer.toUnsignedLong(Integer.parseUnsignedInt(seconds)));
        } catch (NumberFormatException e) {
            throw malformed("the time " + quote(seconds));
        }
    }

    /**
     * @param time in whole seconds, rounded down
     * @param version of Memcached, for the log
     * @param figures by Memcached's names, those of {@link #FIGURES} that it told
     */
    record Stats(Instant time, String version, Map<String, Long> figures) {}
}
