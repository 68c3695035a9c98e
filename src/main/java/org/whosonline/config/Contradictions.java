package org.whosonline.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** What options ask of each other and do not get, one sentence each. Used once, by one thread. */
final class Contradictions {

    private final Settings settings;
    private final BiFunction<Option, String, String> origin;
    private final List<String> found = new ArrayList<>();

    /** @param origin tells an option of an instance (empty: of the main map) with its value and where that comes from */
    private Contradictions(Settings settings, BiFunction<Option, String, String> origin) {
        this.settings = settings;
        this.origin = origin;
    }

    static List<String> of(Settings settings, BiFunction<Option, String, String> origin) {
        Contradictions contradictions = new Contradictions(settings, origin);
        contradictions.checkTimes(settings.map(""), Option.RECORD_AFTER, Option.WINDOW);
        for (String instance : settings.instances()) {
            MapSettings map = settings.map(instance);
            contradictions.checkTimes(map, Option.INSTANCE_RECORD_AFTER, Option.INSTANCE_WINDOW);
            contradictions.checkPrefix(map);
        }
        contradictions.checkKeys();
        contradictions.checkPresence(settings.presence());
        return contradictions.found;
    }

    private void checkTimes(MapSettings map, Option recordAfter, Option window) {
        if (map.recordAfter().compareTo(map.window()) >= 0) {
            found.add(origin.apply(recordAfter, map.name()) + ": must be less than " + origin.apply(window, map.name())
                    + ", or users would vanish while they browse.");
        }
        if (settings.cleanupInterval().compareTo(map.window()) > 0) {
            found.add(origin.apply(Option.CLEANUP_INTERVAL, "") + ": must not be more than "
                    + origin.apply(window, map.name()) + ", or the stored count would be older than that.");
        }
    }

    private void checkPresence(PresenceSettings presence) {
        if (presence.lease().compareTo(presence.heartbeat().multipliedBy(2)) <= 0) {
            found.add(origin.apply(Option.PRESENCE_LEASE, "") + ": must be more than twice "
                    + origin.apply(Option.PRESENCE_HEARTBEAT, "") + ", or one lost request would drop a viewer.");
        }
        if (presence.awayLease().compareTo(presence.lease()) < 0) {
            found.add(origin.apply(Option.PRESENCE_AWAY_LEASE, "") + ": must not be less than "
                    + origin.apply(Option.PRESENCE_LEASE, "") + ".");
        }
        if (presence.awayAfter().compareTo(presence.idleAfter()) < 0) {
            found.add(origin.apply(Option.PRESENCE_AWAY_AFTER, "") + ": must not be less than "
                    + origin.apply(Option.PRESENCE_IDLE_AFTER, "") + ".");
        }
    }

    /** One that is put together of two valid parts may still be too long. */
    private void checkPrefix(MapSettings map) {
        try {
            Option.INSTANCE_PREFIX.parse(map.prefix());
        } catch (IllegalArgumentException e) {
            found.add(origin.apply(Option.INSTANCE_PREFIX, map.name()) + ": must be "
                    + Option.INSTANCE_PREFIX.expected() + "; set it to something shorter.");
        }
    }

    /** Two maps under the same keys would be one, each undoing what the other keeps. */
    private void checkKeys() {
        Map<List<String>, MapSettings> places = new HashMap<>();
        for (MapSettings map : settings.maps()) {
            MapSettings other = places.putIfAbsent(List.of(map.servers(), map.prefix()), map);
            if (other != null) {
                found.add(origin.apply(Option.INSTANCE_PREFIX, map.name()) + ": must differ from that of "
                        + (other.name().isEmpty() ? "the main map" : "instance " + other.name())
                        + ", or the two would be one map.");
            }
        }
    }
}
