package org.whosonline.cleanup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whosonline.CleanupReport;
import org.whosonline.CleanupReport.Removed;

class CleanupTest {

    private final Logger logger = Logger.getLogger(Cleanup.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Supplier<Optional<CleanupReport>> work;
    private final Cleanup cleanup = new Cleanup("", () -> work.get());

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }

    private void run(Supplier<Optional<CleanupReport>> next) {
        work = next;
        cleanup.run();
    }

    private static Optional<CleanupReport> report(boolean saved, Removed... removed) {
        return Optional.of(new CleanupReport(57 + removed.length, List.of(removed), 57, saved));
    }

    private static Optional<CleanupReport> fault() {
        throw new IllegalStateException("the store is away");
    }

    @Test
    void oneLineARunWithoutIdsAndNoneWhereNothingWasRemoved() {
        run(() ->
                report(true, new Removed("ana", Duration.ofSeconds(301)), new Removed("bob", Duration.ofSeconds(400))));
        run(() -> report(true));
        run(Optional::empty);
        assertEquals(List.of("INFO Cleanup: 57 users online, 2 removed, saved"), lines);
    }

    @Test
    void aRunThatRemovedNothingIsThereForDebugging() {
        logger.setLevel(Level.FINE);
        run(() -> report(true));
        assertEquals(List.of("FINE Cleanup: 57 users online, 0 removed, saved"), lines);
    }

    @Test
    void anOutageIsWarnedOfOnceAndItsEndTold() {
        run(CleanupTest::fault);
        run(CleanupTest::fault);
        run(() -> report(false));
        run(Optional::empty);
        run(() -> report(true));
        run(CleanupTest::fault);
        String warning = "WARNING Cleanup failed (java.lang.IllegalStateException: the store is away);"
                + " it goes on trying, and nobody is lost by it. Not said again until it works.";
        assertEquals(List.of(warning, "INFO Cleanup works again.", warning), lines);
    }

    @Test
    void anInstanceIsNamedInEveryLine_S1_8() {
        Cleanup forum = new Cleanup("forum", () -> work.get());
        work = () -> report(true, new Removed("ana", Duration.ofSeconds(301)));
        forum.run();
        work = CleanupTest::fault;
        forum.run();
        work = () -> report(true);
        forum.run();
        assertEquals(
                List.of(
                        "INFO Cleanup of forum: 57 users online, 1 removed, saved",
                        "WARNING Cleanup of forum failed (java.lang.IllegalStateException: the store is away);"
                                + " it goes on trying, and nobody is lost by it. Not said again until it works.",
                        "INFO Cleanup of forum works again."),
                lines);
    }
}
