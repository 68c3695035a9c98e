package org.whosonline.jmx;

/**
 * One site map on this node: how it is, what it has done since the start, and two switches.
 *
 * <p>Counters are of this node alone; what is online is the same on all nodes.
 */
public interface SiteMapMXBean {

    /** How many users are online; -1 while nobody knows, which is not zero. */
    int getUsersOnline();

    /** How many of {@link #getUsersOnline} hide; -1 while nobody knows. */
    int getUsersHidden();

    /** Whether the store could not be read when that was due: {@link #getUsersOnline} is an old number. */
    boolean isStale();

    /** How old the last reading of the map is; -1 if there was none, or if it is not shown. */
    long getSnapshotAgeSeconds();

    /** Whether the store answers, as far as this node knows without asking it. */
    boolean isStoreAvailable();

    /** Page views that were recorded, and the store has them. */
    long getRecords();

    /** Records that the store did not answer; the user's next request makes them again. */
    long getRecordsFailed();

    /** Records that found the map full. */
    long getRecordsRefused();

    /** Users taken off because their session ended. */
    long getRemovals();

    /** Readings of the whole map. */
    long getReadings();

    /** Readings that the store did not answer, or that found what cannot be read. */
    long getReadingsFailed();

    /** How long the last reading took. */
    double getLastReadingMillis();

    /** Records that were found lost (flush, restart, eviction) and written again. */
    long getRepairs();

    /** When this node last cleaned up, in ISO-8601 by the store's clock; null if it has not. */
    String getLastCleanup();

    /** How many users that cleanup dropped; -1 if there was none. */
    int getLastCleanupRemoved();

    /** How long that cleanup took; -1 if there was none. */
    double getLastCleanupMillis();

    /** Whether page views are recorded. */
    boolean isRecordingEnabled();

    /** Switches recording off or on, on this node, until the application stops. */
    void setRecordingEnabled(boolean enabled);

    /** Whether numbers and lists are shown. */
    boolean isDisplayEnabled();

    /** Switches display off or on, on this node, until the application stops. */
    void setDisplayEnabled(boolean enabled);

    /**
     * Cleans up now, whosever turn it is.
     *
     * @return what came of it, in a line
     */
    String cleanUpNow();
}
