package org.whosonline.presence;

import org.whosonline.log.Line;

/**
 * What the lines of one connection say together. Each connection has up to three members in the room's map, so that the
 * newest line of each kind counts on its own:
 *
 * <pre>
 * ["=k3Jx0c… 42",1764500000,["Ana",null,"active",0,0,1764500000,30,1764500000,0]]   all about it
 * ["+k3Jx0c… 42",1764500010]                                                        it was heard of
 * ["-k3Jx0c… 42",1764500012]                                                        it was released
 * </pre>
 *
 * <p>A renewal only ever raises the time and a release is final, in whatever order they arrive: a renewal that carried the
 * state would undo a change made on another node, and one that overtook a release would make a ghost.
 *
 * @param key the connection's id, a blank, and the user's id
 * @param full null if only other lines have been seen
 * @param fullTime of the full line, in epoch seconds
 * @param seen when it was last heard of, in epoch seconds
 * @param released when it was released, in epoch seconds; -1 if it was not
 */
record Lease(String key, Full full, long fullTime, long seen, long released) {

    private static final char FULL = '=';
    private static final char RENEWAL = '+';
    private static final char RELEASE = '-';

    /** What the ids of held places begin with; no connection's does. */
    private static final char HOLD = '~';

    static String key(String user, String conn) {
        return conn + ' ' + user;
    }

    /** The id of a held place. */
    static String hold(String random) {
        return HOLD + random;
    }

    static Line full(String key, long time, Full full) {
        return new Line(FULL + key, time, full.encode());
    }

    static Line renewal(String key, long time) {
        return new Line(RENEWAL + key, time, null);
    }

    static Line release(String key, long time) {
        return new Line(RELEASE + key, time, null);
    }

    /** What {@code line} alone says; null if it is none of ours. */
    static Lease of(Line line) {
        String member = line.member();
        if (member.indexOf(' ') < 2) {
            return null;
        }
        String key = member.substring(1);
        switch (member.charAt(0)) {
            case FULL:
                Full full = line.value() == null ? null : Full.decode(line.value());
                return full == null ? null : new Lease(key, full, line.time(), line.time(), -1);
            case RENEWAL:
                return new Lease(key, null, -1, line.time(), -1);
            case RELEASE:
                return new Lease(key, null, -1, -1, line.time());
            default:
                return null;
        }
    }

    /** What both say together; of two full lines of one second, {@code later} counts. */
    Lease with(Lease later) {
        boolean newer = later.full != null && later.fullTime >= fullTime;
        return new Lease(
                key,
                newer ? later.full : full,
                newer ? later.fullTime : fullTime,
                Math.max(seen, later.seen),
                Math.max(released, later.released));
    }

    String user() {
        return key.substring(key.indexOf(' ') + 1);
    }

    String conn() {
        return key.substring(0, key.indexOf(' '));
    }

    /** Whom it is of. Only with a full line. */
    Viewer viewer() {
        String name = full.name() == null ? user() : full.name();
        return new Viewer(
                user(),
                name,
                full.avatar(),
                full.episode(),
                full.state(),
                full.editing(),
                null,
                false,
                1,
                full.hidden());
    }

    /** Whether it is no connection, but keeps the place of one to come. */
    boolean isHold() {
        return key.charAt(0) == HOLD;
    }

    boolean isReleased() {
        return released >= 0;
    }

    /** The last second in which it counts, in epoch seconds, unless it is released. Only with a full line. */
    long end() {
        return seen + full.lease() + PresenceOptions.SLACK_SECONDS;
    }

    /** Whether it counts at {@code time} in epoch seconds. */
    boolean isAlive(long time) {
        return full != null && !isReleased() && time <= end();
    }
}
