package org.whosonline;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The records that a reading shows to be lost, as they have to be made again. */
final class Repairs {

    private Repairs() {}

    /**
     * Those of {@code believed} that {@code made} lacks.
     *
     * @param before the reading before; null if there was none
     * @param changes what this node did itself, before any of it is forgotten because of {@code made}
     */
    static List<OnlineUser> of(Collection<Mark> believed, Reading made, Reading before, LocalChanges changes) {
        return believed.stream()
                .filter(made::lacks)
                .map(mark -> record(
                        mark, newer(changes.find(mark.user()), before == null ? null : before.find(mark.user()))))
                .toList();
    }

    private static OnlineUser newer(OnlineUser own, OnlineUser read) {
        return own == null || read != null && read.lastSeen().isAfter(own.lastSeen()) ? read : own;
    }

    /**
     * The very record of {@code mark}, with the name that was shown last.
     *
     * <p>Scenario: somebody has two sessions and hides in one of them, and the map is flushed. The other session has made
     * no request since, so its mark does not know; the last record does.
     */
    private static OnlineUser record(Mark mark, OnlineUser last) {
        Instant time = Instant.ofEpochSecond(mark.time());
        if (last == null) {
            return new OnlineUser(mark.user(), mark.user(), time, mark.hidden());
        }
        boolean hidden = last.lastSeen().isBefore(time) ? mark.hidden() : last.hidden();
        return new OnlineUser(mark.user(), last.name(), time, hidden);
    }
}
