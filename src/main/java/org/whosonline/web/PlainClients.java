package org.whosonline.web;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Since when clients have been listening that do nothing else, such as a bare {@code EventSource}. They have no connection
 * of their own that could remember it, so each node counts for itself. Thread-safe.
 */
final class PlainClients {

    private static final int REMEMBERED = 10_000;

    private final LongSupplier nanos;
    private final RecentMap<String, Long> since = new RecentMap<>(REMEMBERED);

    /** @param nanos a clock as {@link System#nanoTime} is one */
    PlainClients(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Whether a page has been listening for so long that it is taken for abandoned.
     *
     * @param again whether it connects again by itself: one that was just loaded begins anew
     */
    boolean isStopped(Sender sender, List<Connections.Place> places, boolean again) {
        long now = nanos.getAsLong();
        String client = key(sender, places);
        Long begun = since.get(client);
        if (begun == null || !again) {
            since.put(client, now);
            return false;
        }
        return now - begun > TimeUnit.SECONDS.toNanos(sender.stopAfterSeconds());
    }

    private static String key(Sender sender, List<Connections.Place> places) {
        List<String> rooms =
                places.stream().map(Connections.Place::room).distinct().toList();
        return (sender.session() == null ? ' ' + sender.user() : sender.session()) + rooms;
    }
}
