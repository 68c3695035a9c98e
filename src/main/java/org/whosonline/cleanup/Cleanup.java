package org.whosonline.cleanup;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.CleanupReport;

/**
 * One run after the other: cleans up if it is this node's turn, and says what came of it in one line. Ids and names are
 * never logged.
 *
 * <p>Thread-safe, though meant to run on one thread at a time.
 */
public final class Cleanup {

    private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

    private final Supplier<Optional<CleanupReport>> work;
    private final InstantSource clock;
    private volatile Instant lastRun;
    private volatile boolean failing;

    /**
     * @param work cleans up, or answers nothing when it is another node's turn; may wait for the store, and throws what
     *     it does not get over
     * @param clock the time of day of this node
     */
    public Cleanup(Supplier<Optional<CleanupReport>> work, InstantSource clock) {
        this.work = work;
        this.clock = clock;
    }

    /** Runs once. Throws nothing: a run that failed is followed by the next. */
    void run() {
        try {
            work.get().ifPresent(this::report);
        } catch (RuntimeException e) {
            fail(e.toString(), e);
        }
    }

    /** When a cleanup last ended on this node, well or half done; null if none has. */
    public Instant lastRun() {
        return lastRun;
    }

    private void report(CleanupReport report) {
        lastRun = clock.instant();
        if (!report.saved()) {
            fail("not everything was saved", null);
            return;
        }
        if (failing) {
            failing = false;
            LOG.info("Cleanup works again.");
        }
        String line = "Cleanup: {} users online, {} removed, saved";
        if (report.removed().isEmpty()) {
            LOG.debug(line, report.now(), 0);
        } else {
            LOG.info(line, report.now(), report.removed().size());
        }
    }

    /** Once for each time that the store goes away, not once a minute for as long as it is. */
    private void fail(String what, RuntimeException e) {
        if (failing) {
            LOG.debug("Cleanup failed again: {}", what);
        } else {
            failing = true;
            LOG.warn(
                    "Cleanup failed ({}); it goes on trying, and nobody is lost by it. Not said again until it works.",
                    what,
                    e);
        }
    }
}
