package org.whosonline.jmx;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.whosonline.CleanupReport;
import org.whosonline.Figures;
import org.whosonline.Figures.LastCleanup;
import org.whosonline.Snapshot;
import org.whosonline.UsersOnline;

/** Shows one site map. Thread-safe. */
final class SiteMapBean implements SiteMapMXBean {

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final UsersOnline users;
    private final Figures figures;

    SiteMapBean(UsersOnline users) {
        this.users = users;
        this.figures = users.figures();
    }

    @Override
    public int getUsersOnline() {
        return users.snapshot().count().orElse(-1);
    }

    @Override
    public int getUsersHidden() {
        Snapshot snapshot = users.snapshot();
        return snapshot.count().isPresent() ? snapshot.hidden() : -1;
    }

    @Override
    public boolean isStale() {
        return users.snapshot().stale();
    }

    @Override
    public long getSnapshotAgeSeconds() {
        Snapshot snapshot = users.snapshot();
        return snapshot.asOf() == null
                ? -1
                : Math.max(
                        0, Duration.between(snapshot.asOf(), users.storeTime()).toSeconds());
    }

    @Override
    public boolean isStoreAvailable() {
        return users.isStoreAvailable();
    }

    @Override
    public long getRecords() {
        return figures.records();
    }

    @Override
    public long getRecordsFailed() {
        return figures.recordsFailed();
    }

    @Override
    public long getRecordsRefused() {
        return figures.recordsRefused();
    }

    @Override
    public long getRemovals() {
        return figures.removals();
    }

    @Override
    public long getReadings() {
        return figures.readings();
    }

    @Override
    public long getReadingsFailed() {
        return figures.readingsFailed();
    }

    @Override
    public double getLastReadingMillis() {
        return millis(figures.lastReading());
    }

    @Override
    public long getRepairs() {
        return figures.repairs();
    }

    @Override
    public String getLastCleanup() {
        LastCleanup last = figures.lastCleanup();
        return last == null ? null : last.ended().toString();
    }

    @Override
    public int getLastCleanupRemoved() {
        LastCleanup last = figures.lastCleanup();
        return last == null ? -1 : last.removed();
    }

    @Override
    public double getLastCleanupMillis() {
        LastCleanup last = figures.lastCleanup();
        return last == null ? -1 : millis(last.took());
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / NANOS_PER_MILLI;
    }

    @Override
    public boolean isRecordingEnabled() {
        return users.switches().isRecording();
    }

    @Override
    public void setRecordingEnabled(boolean enabled) {
        users.switches().setRecording(enabled);
    }

    @Override
    public boolean isDisplayEnabled() {
        return users.switches().isDisplayed();
    }

    @Override
    public void setDisplayEnabled(boolean enabled) {
        users.switches().setDisplayed(enabled);
    }

    /** Throws only what every console can read: the exceptions of our own packages are unknown to it. */
    @Override
    public String cleanUpNow() {
        try {
            CleanupReport report = users.cleanUp();
            return "%d users before, %d removed, %d now, %s"
                    .formatted(
                            report.before(),
                            report.removed().size(),
                            report.now(),
                            report.saved() ? "saved" : "not everything saved");
        } catch (RuntimeException e) {
            return "Failed, and nobody is lost by it: " + e.getMessage();
        }
    }
}
