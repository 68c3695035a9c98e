package org.whosonline.store.memcached;

import java.util.Map;

/**
 * What one server tells of itself in answer to {@code stats}.
 *
 * @param server as it is configured
 * @param living whether it answered; if not, the rest is empty or zero
 * @param version of Memcached
 * @param uptime in seconds
 * @param items how many items it holds, of everybody who uses it
 * @param bytes how much of its memory they take
 * @param limit how many bytes they may take
 * @param evictions how many items it has dropped before their time for want of memory
 */
public record ServerFigures(
        String server,
        boolean living,
        String version,
        long uptime,
        long items,
        long bytes,
        long limit,
        long evictions) {

    static ServerFigures down(ServerAddress server) {
        return new ServerFigures(server.toString(), false, "", 0, 0, 0, 0, 0);
    }

    /** @param stats null if it did not answer */
    static ServerFigures of(ServerAddress server, StatsCommand.Stats stats) {
        if (stats == null) {
            return down(server);
        }
        Map<String, Long> figures = stats.figures();
        return new ServerFigures(
                server.toString(),
                true,
                stats.version(),
                figures.getOrDefault("uptime", 0L),
                figures.getOrDefault("curr_items", 0L),
                figures.getOrDefault("bytes", 0L),
                figures.getOrDefault("limit_maxbytes", 0L),
                figures.getOrDefault("evictions", 0L));
    }
}
