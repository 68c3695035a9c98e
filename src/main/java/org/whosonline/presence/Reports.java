package org.whosonline.presence;

import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands reports to the application's listener, on the thread that is meant for it. Thread-safe. */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private final PresenceListener listener;
    private final Executor thread;

    Reports(PresenceListener listener, Executor thread) {
        this.listener = listener;
        this.thread = thread;
    }

    void send(Stays.Kind kind, Stays.Report report) {
        thread.execute(() -> {
            try {
                if (kind == Stays.Kind.JOINED) {
                    listener.joined(report.room(), report.viewer());
                } else {
                    listener.left(report.room(), report.viewer());
                }
            } catch (RuntimeException e) {
                LOG.warn(
                        "The application's {} failed; the report is lost.",
                        listener.getClass().getName(),
                        e);
            }
        });
    }
}
