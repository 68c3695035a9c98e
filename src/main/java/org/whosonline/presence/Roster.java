package org.whosonline.presence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.whosonline.log.JsonText;

/**
 * Who is in a room, as of one moment. Immutable and thread-safe.
 *
 * <p>Hidden users are no part of what {@link #viewers}, {@link #total} and {@link #hash} say; only {@link #seenBy} shows one
 * their own entry.
 */
public final class Roster {

    /** Among so many viewers one is soon found. */
    private static final int FEW = 20;

    /** How much is hashed at once, in characters. */
    private static final int PIECE = 8_192;

    private final String room;
    private final List<Viewer> viewers;
    private final Map<String, Viewer> hidden;
    private final Instant asOf;
    private final boolean stale;
    private volatile String hash;
    private volatile Map<String, Viewer> index;

    private Roster(String room, List<Viewer> viewers, Map<String, Viewer> hidden, Instant asOf, boolean stale) {
        this.room = room;
        this.viewers = viewers;
        this.hidden = hidden;
        this.asOf = asOf;
        this.stale = stale;
    }

    /**
     * @param viewers in the order of {@link Viewer#BY_NAME}; not copied
     * @param hidden by id
     * @param asOf null if unknown
     */
    static Roster of(String room, List<Viewer> viewers, Map<String, Viewer> hidden, Instant asOf, boolean stale) {
        return new Roster(room, Collections.unmodifiableList(viewers), hidden, asOf, stale);
    }

    /** What there is to say while the store has not been read, or not for long. */
    public static Roster unknown(String room) {
        return new Roster(room, List.of(), Map.of(), null, true);
    }

    /** The room's id. */
    public String room() {
        return room;
    }

    /** In the order of {@link Viewer#BY_NAME}, so that a change of one never moves the others. */
    public List<Viewer> viewers() {
        return viewers;
    }

    /** How many {@link #viewers} there are; empty if that is not known, which is not the same as nobody. */
    public OptionalInt total() {
        return asOf == null ? OptionalInt.empty() : OptionalInt.of(viewers.size());
    }

    /** As of when this is right, in the store's time; null if not known at all. */
    public Instant asOf() {
        return asOf;
    }

    /** Whether this may be out of date: the store is away, or has just lost what it held. */
    public boolean stale() {
        return stale;
    }

    /** The viewer of that id; empty if they are not here, or hidden. */
    public Optional<Viewer> viewer(String id) {
        return viewers.size() <= FEW
                ? viewers.stream().filter(viewer -> viewer.id().equals(id)).findFirst()
                : Optional.ofNullable(index().get(id));
    }

    private Map<String, Viewer> index() {
        Map<String, Viewer> known = index;
        if (known == null) {
            known = new HashMap<>(viewers.size() * 2);
            for (Viewer viewer : viewers) {
                known.put(viewer.id(), viewer);
            }
            index = known;
        }
        return known;
    }

    /** This roster as {@code user} (null for nobody) may see it: with their own entry, should they be hidden. */
    public Roster seenBy(String user) {
        Viewer own = user == null ? null : hidden.get(user);
        if (own == null) {
            return this;
        }
        List<Viewer> all = new ArrayList<>(viewers);
        int place = Collections.binarySearch(all, own, Viewer.BY_NAME);
        all.add(place < 0 ? -place - 1 : place, own);
        return of(room, all, Map.of(), asOf, stale);
    }

    /**
     * The MD5, in 32 hexadecimal digits, of everything about the viewers that can be seen: equal for equal rosters on every
     * node, and no other after a mere renewal.
     */
    public String hash() {
        String known = hash;
        if (known == null) {
            known = computeHash();
            hash = known;
        }
        return known;
    }

    private String computeHash() {
        MessageDigest md5;
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has MD5", e);
        }
        StringBuilder text = new StringBuilder();
        for (Viewer viewer : viewers) {
            text.append(JsonText.quote(viewer.id())).append(JsonText.quote(viewer.name()));
            text.append(viewer.avatar() == null ? "-" : JsonText.quote(viewer.avatar()));
            text.append(viewer.joinedAt()).append(viewer.state().text()).append(viewer.editing());
            text.append(viewer.status() == null ? "-" : JsonText.quote(viewer.status()));
            text.append(viewer.typing()).append(viewer.connections()).append(viewer.hidden());
            if (text.length() >= PIECE) {
                md5.update(text.toString().getBytes(StandardCharsets.UTF_8));
                text.setLength(0);
            }
        }
        md5.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(md5.digest());
    }

    /** Whether nobody could tell this from {@code other} by looking. */
    boolean looksLike(Roster other) {
        boolean same = total().equals(other.total()) && viewers.equals(other.viewers);
        if (same && hash == null) {
            // The hash of a big room takes its time.
            hash = other.hash;
        }
        return same && stale == other.stale && hidden.equals(other.hidden);
    }
}
