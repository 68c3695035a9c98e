package org.whosonline;

import java.io.Serializable;

/**
 * What a session remembers of its last record, so that it records at most once in a while.
 *
 * <p>Immutable, and serializable for containers that keep or replicate sessions.
 *
 * @param user the id that was recorded; a mark says nothing about another user of the same session
 * @param time when, in epoch seconds of the store's time
 * @param hidden whether the user was recorded as hidden; false in marks that were kept before there were hidden users
 */
public record Mark(String user, long time, boolean hidden) implements Serializable {

    /** Of a user whom everybody may see. */
    public Mark(String user, long time) {
        this(user, time, false);
    }

    /** Spelled out: a record's own would keep the application's class loader from being collected (JDK-8078641). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Mark mark && time == mark.time && hidden == mark.hidden && user.equals(mark.user);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * user.hashCode() + Long.hashCode(time)) + Boolean.hashCode(hidden);
    }
}
