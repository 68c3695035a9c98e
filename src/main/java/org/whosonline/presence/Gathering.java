package org.whosonline.presence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The connections of a room put together by user, as of one copy and one moment. Not changed once made. */
final class Gathering {

    private final Map<String, Person> people = new HashMap<>();
    private long nextEnd = Long.MAX_VALUE;
    private long nextNanos = Long.MAX_VALUE;

    /** Somebody who is there, or whose place is held. */
    static final class Person {
        private Lease newest;
        private State state = State.AWAY;
        private long episode = Long.MAX_VALUE;
        private long seen = -1;
        private int connections;
        private boolean editing;
        private boolean typing;
        private List<String> places = List.of();

        /** Whether a roster that is being put together has them already. */
        private boolean listed;

        private void add(Lease lease, boolean counts, boolean types) {
            Full full = lease.full();
            if (newest == null || isNewer(lease, newest)) {
                newest = lease;
            }
            // A place that is held, or a tab that has just been closed, says something only while nothing else does.
            if (counts && connections == 0) {
                state = full.state();
                editing = full.editing();
            } else if (counts || connections == 0) {
                state = full.state().compareTo(state) < 0 ? full.state() : state;
                editing |= full.editing();
            }
            if (lease.isHold()) {
                places = new ArrayList<>(places);
                places.add(lease.key());
            }
            typing |= types;
            episode = Math.min(episode, full.episode());
            connections += counts ? 1 : 0;
            seen = counts ? Math.max(seen, lease.seen()) : seen;
        }

        /** Of two lines of one second always the same counts, or nodes would show different names. */
        private static boolean isNewer(Lease lease, Lease other) {
            return lease.fullTime() != other.fullTime()
                    ? lease.fullTime() > other.fullTime()
                    : lease.key().compareTo(other.key()) > 0;
        }

        /** When their stay began, in epoch seconds. */
        long episode() {
            return episode;
        }

        /** When one of their connections was last heard of, in epoch seconds; -1 if none is alive. */
        long seen() {
            return seen;
        }

        /** How many connections are alive. */
        int connections() {
            return connections;
        }

        /** The full line that was written last. */
        Full newest() {
            return newest.full();
        }

        /** The keys of the places that are held for them. */
        List<String> places() {
            return places;
        }

        /** All that is known of them, as one connection would say it. */
        Full full() {
            Full full = newest.full();
            return new Full(
                    full.name(),
                    full.avatar(),
                    state,
                    editing,
                    0,
                    episode,
                    full.lease(),
                    full.activeAt(),
                    full.hidden());
        }

        Viewer viewer(String id, String status) {
            Full full = newest.full();
            return new Viewer(
                    id,
                    full.name() == null ? id : full.name(),
                    full.avatar(),
                    episode,
                    state,
                    editing,
                    status,
                    typing,
                    Math.max(1, connections),
                    full.hidden());
        }
    }

    /**
     * @param times when what is seen here for the first time ends again
     */
    Gathering(Copy copy, Sightings times) {
        for (Lease lease : copy.leases().values()) {
            if (lease.full() == null) {
                continue;
            }
            boolean alive = lease.isAlive(copy.time());
            boolean leaving = !alive && times.isLeaving(lease);
            if (!alive && !leaving) {
                continue;
            }
            if (alive) {
                nextEnd = Math.min(nextEnd, lease.end());
            }
            boolean types = alive && times.isTyping(lease);
            people.computeIfAbsent(lease.user(), user -> new Person()).add(lease, alive && !lease.isHold(), types);
        }
        nextNanos = times.next();
    }

    /** Who is there; null if they are not. */
    Person person(String user) {
        return people.get(user);
    }

    boolean isEmpty() {
        return people.isEmpty();
    }

    /** The earliest second, in epoch seconds, after which somebody's lease has run out; the largest number if none will. */
    long nextEnd() {
        return nextEnd;
    }

    /** When something else ends, on the monotonic clock relative to {@link Sightings}; the largest number if nothing does. */
    long nextNanos() {
        return nextNanos;
    }

    /**
     * The roster of all who are there.
     *
     * @param before the one that was made last
     * @param statuses the status of a user, or null
     */
    Roster roster(Roster before, UnaryOperator<String> statuses, Instant asOf, boolean stale) {
        List<Viewer> stayed = new ArrayList<>(people.size());
        List<Viewer> others = new ArrayList<>();
        Map<String, Viewer> hidden = new HashMap<>();
        // In a big room nearly all were there before, by the same name: they are in order already, and what is the same
        // object is soon found to be equal.
        for (Viewer old : before.viewers()) {
            Person person = people.get(old.id());
            if (person != null) {
                person.listed = true;
                Viewer viewer = person.viewer(old.id(), statuses.apply(old.id()));
                add(viewer.equals(old) ? old : viewer, viewer.name().equals(old.name()) ? stayed : others, hidden);
            }
        }
        people.forEach((id, person) -> {
            if (person.listed) {
                person.listed = false;
            } else {
                add(person.viewer(id, statuses.apply(id)), others, hidden);
            }
        });
        others.sort(Viewer.BY_NAME);
        return Roster.of(before.room(), merged(stayed, others), hidden, asOf, stale);
    }

    /** Both in one; each is in order. */
    private static List<Viewer> merged(List<Viewer> many, List<Viewer> few) {
        List<Viewer> all = new ArrayList<>(many.size() + few.size());
        int taken = 0;
        for (Viewer one : few) {
            int place = taken - Collections.binarySearch(many.subList(taken, many.size()), one, Viewer.BY_NAME) - 1;
            all.addAll(many.subList(taken, place));
            all.add(one);
            taken = place;
        }
        all.addAll(many.subList(taken, many.size()));
        return all;
    }

    private static void add(Viewer viewer, List<Viewer> viewers, Map<String, Viewer> hidden) {
        if (viewer.hidden()) {
            hidden.put(viewer.id(), viewer);
        } else {
            viewers.add(viewer);
        }
    }
}
