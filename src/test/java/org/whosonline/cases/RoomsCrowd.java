package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.whosonline.testing.Await;

/** Many users who come, change and go as chance will have it, at nodes that chance picks, beside a model of all that. */
final class RoomsCrowd implements AutoCloseable {

    private static final int THREADS = 8;
    private static final int PAGES = 3;
    private static final String[] STATES = {"active", "idle", "away"};
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    final RosterModel model;
    private final long seed;
    private final RoomsSite site;
    private final List<String> rooms;
    private final Someone reader;
    private final List<CrowdMember> members = new ArrayList<>();
    private final List<RosterWatch> watches = new ArrayList<>();
    private final List<Random> randoms = new ArrayList<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    private final ScheduledExecutorService keeper = Executors.newScheduledThreadPool(2);
    private final CompletableFuture<Void> fault = new CompletableFuture<>();

    /** @param followed how many of the rooms somebody follows on each node */
    RoomsCrowd(RoomsSite site, long seed, int users, List<String> rooms, int followed) throws Exception {
        this.site = site;
        this.seed = seed;
        this.rooms = rooms;
        this.reader = site.login("reader");
        Set<String> watchers = new HashSet<>();
        for (int i = 0; i < followed * site.nodes.size(); i++) {
            Someone watcher = site.login("watcher" + i);
            watches.add(new RosterWatch(watcher, i % site.nodes.size(), rooms.get(i / site.nodes.size())));
            watchers.add(watcher.id);
        }
        this.model = new RosterModel(Set.copyOf(rooms.subList(0, followed)), watchers);
        for (int i = 0; i < users; i++) {
            members.add(new CrowdMember(site.login("user" + i)));
        }
        for (int i = 0; i < THREADS; i++) {
            randoms.add(new Random(seed + i));
        }
        for (int half = 0; half < 2; half++) {
            int first = half;
            keeper.scheduleWithFixedDelay(() -> keepAlive(first), 0, 200, TimeUnit.MILLISECONDS);
        }
    }

    /** Heartbeats of half of the users, as their pages send them. */
    private void keepAlive(int first) {
        Random random = new Random(seed - 1 - first);
        try {
            for (int i = first; i < members.size(); i += 2) {
                CrowdMember member = members.get(i);
                synchronized (member) {
                    for (CrowdMember.Live live : member.pages) {
                        if (System.nanoTime() - live.beaten > RoomsCluster.HEARTBEAT.toNanos() * 3 / 4) {
                            beat(live, random.nextInt(site.nodes.size()), live.says());
                        }
                    }
                }
            }
        } catch (Throwable e) {
            fault.completeExceptionally(e);
            throw new IllegalStateException(e);
        }
    }

    private void beat(CrowdMember.Live live, int node, String... says) throws Exception {
        long begun = System.nanoTime();
        live.page.beat(node, says);
        live.beaten = begun;
        model.heard(live.page, live.state, live.editing, begun, System.nanoTime());
    }

    /** Lets everybody do things for {@code duration}; answers when the last was done. */
    long burst(Duration duration) throws Exception {
        long until = System.nanoTime() + duration.toNanos();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            tasks.add(() -> {
                while (System.nanoTime() - until < 0) {
                    actAsOneOf(first);
                }
                return null;
            });
        }
        run(tasks);
        return System.nanoTime();
    }

    private void run(List<Callable<Void>> tasks) throws Exception {
        for (Future<Void> task : pool.invokeAll(tasks)) {
            task.get();
        }
    }

    private void actAsOneOf(int first) throws Exception {
        Random random = randoms.get(first);
        CrowdMember member = members.get(first + THREADS * random.nextInt(members.size() / THREADS));
        int node = random.nextInt(site.nodes.size());
        int what = random.nextInt(20);
        synchronized (member) {
            CrowdMember.Live live =
                    member.pages.isEmpty() ? null : member.pages.get(random.nextInt(member.pages.size()));
            if (live == null || what < 6 && member.pages.size() < PAGES) {
                CrowdMember.Live opened =
                        new CrowdMember.Live(member.someone.page(rooms.get(random.nextInt(rooms.size()))));
                beat(opened, opened.changes.next(node));
                member.pages.add(opened);
            } else if (what < 10) {
                live.state = STATES[random.nextInt(STATES.length)];
                beat(live, live.changes.next(node), "state", live.state);
            } else if (what < 13) {
                live.editing = !live.editing;
                beat(live, live.changes.next(node), "editing", Boolean.toString(live.editing));
            } else if (what < 15) {
                String status = "busy " + random.nextInt(1000);
                member.someone.say(member.statuses.next(node), status);
                model.says(member.someone.id, status);
            } else if (what < 18) {
                leave(member, live, node);
            } else {
                // It crashes: nothing is ever heard of it again.
                member.pages.remove(live);
            }
        }
    }

    private void leave(CrowdMember member, CrowdMember.Live live, int node) throws Exception {
        live.page.leave(node);
        model.left(live.page, System.nanoTime());
        member.pages.remove(live);
    }

    /** Everybody leaves. */
    void leave() throws Exception {
        for (CrowdMember member : members) {
            synchronized (member) {
                for (CrowdMember.Live live : List.copyOf(member.pages)) {
                    leave(member, live, member.someone.id.hashCode() & 1);
                }
            }
        }
    }

    /** Asserts that what nodes tell is right from a second after {@code ended} on, until releases are settled, too. */
    void assertRight(long ended) throws Exception {
        long settled = ended + RoomsCluster.RELEASE.toNanos();
        for (RosterWatch watch : watches) {
            watch.last();
        }
        List<Callable<Void>> tasks = new ArrayList<>();
        for (String room : rooms) {
            tasks.add(() -> {
                boolean done = false;
                while (!done) {
                    done = look(room, ended + SECOND) && System.nanoTime() - settled > 0;
                }
                return null;
            });
        }
        run(tasks);
        if (fault.isDone()) {
            fault.get();
        }
    }

    /** Looks at {@code room} on both nodes; answers whether all was right, and fails if it was not after {@code deadline}. */
    private boolean look(String room, long deadline) throws Exception {
        List<RosterSeen> rosters = new ArrayList<>();
        boolean right = true;
        for (int node = 0; node < site.nodes.size(); node++) {
            RosterSeen roster = reader.roster(node, room);
            if (roster == null) {
                return false;
            }
            String wrong = model.mismatch(room, roster);
            right &= wrong == null;
            if (roster.begunNanos() - deadline > 0) {
                assertNull(wrong, () -> told(site.nodes.get(rosters.size()) + ": " + wrong));
            }
            rosters.add(roster);
        }
        RosterSeen first = rosters.get(0);
        RosterSeen last = rosters.get(rosters.size() - 1);
        if (first.begunNanos() - deadline > 0 && model.isSettled(room, first.begunNanos(), last.endedNanos())) {
            assertEquals(first.viewers(), last.viewers(), () -> told(room));
            assertEquals(first.hash(), last.hash(), () -> told(room));
        }
        return right;
    }

    /** What was reported too often or not often enough, now that everybody has gone. */
    List<String> wrongReports(Map<String, Long> reports) {
        List<String> wrong = new ArrayList<>();
        for (String room : rooms) {
            for (CrowdMember member : members) {
                String stay = room + ' ' + member.someone.id;
                int[] stays = model.stays(room, member.someone.id);
                long joined = reports.getOrDefault("joined " + stay, 0L);
                long left = reports.getOrDefault("left " + stay, 0L);
                if (joined < stays[0] || joined > stays[1] || left != joined) {
                    wrong.add(stay + " joined " + joined + " and left " + left + " times instead of " + stays[0]
                            + " to " + stays[1]);
                }
            }
        }
        return wrong;
    }

    /** {@code what}, and how to have the same crowd again. */
    String told(String what) {
        return "Seed " + seed + ": " + what;
    }

    @Override
    public void close() {
        watches.forEach(RosterWatch::close);
        keeper.shutdownNow();
        pool.shutdownNow();
        Await.until("nobody does anything any more", () -> keeper.isTerminated() && pool.isTerminated());
    }
}
