package org.whosonline.cleanup;

import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.CleanupReport;

/**
 * One run after the other on one site map: cleans up if it is this node's turn, and says what came of it in one line. Ids and names are
 * never logged.
 *
 * <p>Thread-safe, though meant to run on one thread at a time.
 */
public final class Cleanup {

    private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

    private final String name;
    private final Supplier<Optional<CleanupReport>> work;
    private volatile boolean failing;

    /**
     * @param instance whose map this is; empty for the main map
     * @param work cleans up, or answers nothing when it is another node's turn; may wait for the store, and throws what
     *     it does not get over
     */
    public Cleanup(String instance, Supplier<Optional<CleanupReport>> work) {
        this.name = instance.isEmpty() ? "Cleanup" : "Cleanup of " + instance;
        this.work = work;
    }

    /** Runs once. Throws nothing: a run that failed is followed by the next. */
    void run() {
        try {
            work.get().ifPresent(this::report);
        } catch (RuntimeException e) {
            fail(e.toString(), e);
        }
    }

    private void report(CleanupReport report) {
        if (!report.saved()) {
            fail("not everything was saved", null);
            return;
        }
        if (failing) {
            failing = false;
            LOG.info("{} works again.", name);
        }
        String line = "{}: {} users online, {} removed, saved";
        if (report.removed().isEmpty()) {
            LOG.debug(line, name, report.now(), 0);
        } else {
            LOG.info(line, name, report.now(), report.removed().size());
        }
    }

    /** Once for each time that the store goes away, not once a minute for as long as it is. */
    private void fail(String what, RuntimeException e) {
        if (failing) {
            LOG.debug("{} failed again: {}", name, what);
        } else {
            failing = true;
            LOG.warn(
                    "{} failed ({}); it goes on trying, and nobody is lost by it. Not said again until it works.",
                    name,
                    what,
                    e);
        }
    }
}
