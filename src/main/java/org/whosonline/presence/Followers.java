package org.whosonline.presence;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Who follows a room on this node. Of the loop only. */
final class Followers {

    private final Set<Follower> all = new LinkedHashSet<>();

    /** One of them. */
    static final class Follower {
        private final Consumer<Roster> consumer;
        private Room room;
        private boolean upToDate;
        private boolean ended;

        /** @param consumer must neither block nor throw */
        Follower(Consumer<Roster> consumer) {
            this.consumer = consumer;
        }

        void follows(Room followed) {
            room = followed;
        }

        boolean hasEnded() {
            return ended;
        }

        /** Nothing more is handed out. */
        void end() {
            ended = true;
            if (room != null) {
                room.unfollow(this);
            }
        }
    }

    void add(Follower follower) {
        all.add(follower);
    }

    void remove(Follower follower) {
        all.remove(follower);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    int size() {
        return all.size();
    }

    /** The roster is another one. */
    void changed() {
        all.forEach(follower -> follower.upToDate = false);
    }

    /** Hands {@code roster} to those who do not have it. */
    void deliver(Roster roster, PresenceFigures figures) {
        // A copy, since who gets what they waited for stops following.
        for (Follower follower : List.copyOf(all)) {
            if (!follower.upToDate) {
                follower.upToDate = true;
                figures.published.increment();
                follower.consumer.accept(roster);
            }
        }
    }
}
