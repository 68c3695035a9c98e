package org.whosonline.presence;

import java.time.Duration;

/**
 * How presence is kept. Durations that stand in lines are whole seconds.
 *
 * @param prefix before every key
 * @param lease how long a connection lives without a sign of life
 * @param heartbeat how often one gives a sign of life
 * @param awayLease as {@code lease}, for one that is away
 * @param grace the same for one whose stream was closed without a word
 * @param leaveGrace how long after a release its user is still shown, so that a reload shows nothing
 * @param tick the time between two looks at the versions of followed rooms
 * @param reread how long after its last reading a followed room is read again in any case
 * @param typing how long a user is shown as typing after the last key
 * @param maxConnections how many live connections a user may have in one room
 * @param maxRooms how many rooms a connection may be in, as far as one node knows
 */
public record PresenceOptions(
        String prefix,
        Duration lease,
        Duration heartbeat,
        Duration awayLease,
        Duration grace,
        Duration leaveGrace,
        Duration tick,
        Duration reread,
        Duration typing,
        int maxConnections,
        int maxRooms) {

    /** What is added to each lease: a renewal may wait for a second before it is written, and take its time to be read. */
    public static final int SLACK_SECONDS = 3;

    /** How long the place of a user is held whose next page has been rendered, but has not joined yet, in seconds. */
    static final int HOLD_SECONDS = 10;

    long leaseSecondsOf(State state) {
        return (state == State.AWAY ? awayLease : lease).toSeconds();
    }

    /** After how long without a sign of life a connection that is not away has missed one, in seconds. */
    long missedSeconds() {
        return heartbeat().toSeconds() + SLACK_SECONDS;
    }

    /** The same for any connection: browsers let hidden pages work once a minute. */
    long missedSeconds(State state) {
        return state == State.AWAY ? Math.max(60 + SLACK_SECONDS, missedSeconds()) : missedSeconds();
    }

    /** How long a line counts: a connection is written in full again before its line is half as old. */
    long windowSeconds() {
        return 2 * (Math.max(lease.toSeconds(), awayLease.toSeconds()) + SLACK_SECONDS + 5);
    }
}
