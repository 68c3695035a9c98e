package org.whosonline.log;

import java.nio.charset.StandardCharsets;

/**
 * One line of a log: what became of one member at one time.
 *
 * <p>On the wire a JSON array without blanks, ended by a line feed: {@code ["42",1764500000]},
 * {@code ["42",1764500000,"Ana"]}, or {@code ["42",1764500000,false]} for a removal.
 *
 * @param member whom it is about, exact, any Unicode
 * @param time when, in epoch seconds of the store's time, from 0 to {@value #MAX_TIME}
 * @param value what is known of the member, as JSON without a line feed; null if nothing
 */
public record Line(String member, long time, String value) {

    /** The value of a line that takes its member off the map. */
    public static final String REMOVAL = "false";

    /** The largest time: twelve digits. */
    public static final long MAX_TIME = 999_999_999_999L;

    public Line {
        if (time < 0 || time > MAX_TIME) {
            throw new IllegalArgumentException("A time is from 0 to " + MAX_TIME + " seconds, not " + time);
        }
    }

    /** A line that takes {@code member} off the map, as of {@code time}. */
    public static Line removal(String member, long time) {
        return new Line(member, time, REMOVAL);
    }

    public boolean isRemoval() {
        return REMOVAL.equals(value);
    }

    /**
     * Whether this line, standing later in the log than {@code other} of the same member, is the one that counts: the
     * newer by time; at equal times a removal, else the later. Order alone would not do, for operations arrive late,
     * layouts change and servers return with old data.
     */
    boolean supersedes(Line other) {
        return supersedes(time, isRemoval(), other.time, other.isRemoval());
    }

    static boolean supersedes(long time, boolean removal, long otherTime, boolean otherRemoval) {
        return time != otherTime ? time > otherTime : removal || !otherRemoval;
    }

    /** The bytes of this line, the line feed included. */
    byte[] encode() {
        return encode(member, time, value);
    }

    /**
     * As {@link #encode}, with a line feed before it as well. A line that is glued to what a broken writer left without its
     * end makes no sense to any reader; a record that is lost so is made again, a removal would not be.
     */
    byte[] encodeApart() {
        byte[] line = encode();
        byte[] apart = new byte[line.length + 1];
        apart[0] = '\n';
        System.arraycopy(line, 0, apart, 1, line.length);
        return apart;
    }

    static byte[] encode(String member, long time, String value) {
        String rest = value == null ? "]\n" : "," + value + "]\n";
        return ("[" + JsonText.quote(member) + "," + time + rest).getBytes(StandardCharsets.UTF_8);
    }
}
