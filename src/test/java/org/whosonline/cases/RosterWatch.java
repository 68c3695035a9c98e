package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.whosonline.testing.Await;

/**
 * A user who has a page of a room open at one node, which polls for ever, and everything that it was told. While the node is
 * down it tries again; the user is one of those in the room.
 */
final class RosterWatch implements AutoCloseable {

    private final int node;
    private final OpenPage page;
    private final List<RosterSeen> seen = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile Throwable fault;
    private volatile boolean unreachable;
    private String lastHash;

    RosterWatch(Someone user, int node, String room) {
        this.node = node;
        this.page = user.page(room);
        this.thread = new Thread(this::run, "watch-" + user.id);
        thread.setDaemon(true);
        thread.start();
        Await.until(user.id + " looks at " + room, () -> !seen.isEmpty() || fault != null);
    }

    private void run() {
        try {
            while (!closed) {
                poll();
            }
        } catch (Throwable e) {
            fault = closed ? null : e;
        }
    }

    private void poll() throws Exception {
        long begun = System.nanoTime();
        HttpResponse<String> answer;
        try {
            answer = page.user.post(
                    node, Someone.PRESENCE + "/poll", lastHash == null ? page.form() : page.form("lastHash", lastHash));
            if (answer.statusCode() == 401) {
                page.user.login(node);
                return;
            }
        } catch (IOException down) {
            unreachable = true;
            return;
        }
        if (answer.statusCode() == 404
                || answer.statusCode() == 503
                || answer.body().isEmpty()) {
            // The node starts or stops. A Jetty that stops ends what waits with an empty answer.
            unreachable = true;
            return;
        }
        unreachable = false;
        JsonObject json = Someone.json(answer);
        if (json.get("hasChanged").getAsBoolean()) {
            RosterSeen roster = RosterSeen.of(json, begun);
            lastHash = roster.isKnown() ? roster.hash() : "";
            seen.add(roster);
        }
    }

    /** Whether the last try did not reach the node. */
    boolean isUnreachable() {
        return unreachable;
    }

    /** How many rosters there have been so far. */
    int mark() {
        return seen.size();
    }

    RosterSeen last() {
        checkAlive();
        return seen.get(seen.size() - 1);
    }

    private void checkAlive() {
        if (fault != null) {
            throw new AssertionError("The watch at " + node + " broke off", fault);
        }
    }

    /** Waits until the last roster is such, and answers it. */
    RosterSeen await(String what, Duration patience, Predicate<RosterSeen> condition) {
        Await.until(what + ", seen at node " + node, patience, () -> condition.test(last()));
        return last();
    }

    /** When {@code id} was first missing in a roster after the first {@code mark} ones, on the monotonic clock. */
    long goneNanos(String id, int mark) {
        return seen.stream()
                .skip(mark)
                .filter(roster -> !roster.ids().contains(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " never went"))
                .endedNanos();
    }

    /** The rosters after the first {@code mark} ones. */
    List<RosterSeen> since(int mark) {
        checkAlive();
        return seen.subList(mark, seen.size());
    }

    /** Asserts that in each of the rosters from {@code mark} on, and the one before, all of {@code ids} are there. */
    void assertAlwaysThere(int mark, Set<String> ids) {
        List<RosterSeen> rosters = since(Math.max(0, mark - 1));
        for (int i = 0; i < rosters.size(); i++) {
            int number = i;
            RosterSeen roster = rosters.get(i);
            assertTrue(roster.isKnown(), () -> "Roster " + number + " at node " + node + " is of nobody knows whom");
            assertTrue(
                    roster.ids().containsAll(ids),
                    () -> "Roster " + number + " of " + rosters.size() + " at node " + node + " has only "
                            + roster.ids() + " of " + ids);
        }
    }

    /** Asserts that none of {@code ids} began another stay after the first {@code mark} rosters. */
    void assertNoNewStay(int mark, Set<String> ids) {
        RosterSeen before = seen.get(mark - 1);
        for (RosterSeen roster : since(mark)) {
            for (String id : ids) {
                assertEquals(
                        before.viewers().get(id).joinedAt(),
                        roster.viewers().get(id).joinedAt(),
                        () -> id + " at node " + node);
            }
        }
    }

    /** Looks no more; says nothing to the node, so that the lease has to run out. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Await.until("the watch ends", () -> !thread.isAlive());
    }
}
