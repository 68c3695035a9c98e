package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.whosonline.store.Keys;

/**
 * The keys under which presence keeps its data.
 *
 * @param prefix before every key
 */
record RoomKeys(String prefix) {

    /** What is left of a key for a room's id: the rest is for the prefix and for how a big room is split. */
    private static final int MAX_ID = 80;

    /** The map of a room's leases. */
    String leases(String room) {
        return prefix + "room:" + id(room);
    }

    /** The counter that tells whether a room has changed. */
    String version(String room) {
        return prefix + "roomVersion:" + id(room);
    }

    /** What has been reported of a user's stay in a room. */
    String stay(String room, String user) {
        return prefix + "roomStay:" + hash(room + '\n' + user);
    }

    /** The map of rooms that are in use. */
    String rooms() {
        return prefix + "rooms";
    }

    /** The map of the users' own words. */
    String statuses() {
        return prefix + "statuses";
    }

    String statusVersion() {
        return prefix + "statusesVersion";
    }

    /** Since when the store holds anything at all. */
    String born() {
        return prefix + "presenceSince";
    }

    String sweepLock() {
        return prefix + "roomSweep";
    }

    /** The id itself where it is short, else its hash. Of what stands behind a colon only this class and the map decide. */
    private static String id(String room) {
        boolean plain = room.indexOf(':') < 0 && !room.startsWith("#") && encodedLength(room) <= MAX_ID;
        return plain ? room : "#" + hash(room);
    }

    /** How long {@link Keys#encode} makes it, which takes nothing that is too long for a key. */
    private static int encodedLength(String room) {
        int length = 0;
        for (byte b : room.getBytes(StandardCharsets.UTF_8)) {
            length += b > ' ' && b < 127 && b != '%' ? 1 : 3;
        }
        return length;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
