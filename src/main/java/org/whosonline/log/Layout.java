package org.whosonline.log;

/**
 * One way in which a map is split.
 *
 * @param buckets the number of buckets, from 1 to {@value #MAX_BUCKETS}
 * @param since when it began, in epoch seconds of the store's time
 */
public record Layout(int buckets, long since) {

    static final int MAX_BUCKETS = 4096;

    /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Layout layout && buckets == layout.buckets && since == layout.since;
    }

    @Override
    public int hashCode() {
        return 31 * buckets + Long.hashCode(since);
    }
}
