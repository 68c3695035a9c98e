package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;
import org.whosonline.testing.ScriptedCluster;

/**
 * Random interleavings of everything that can go wrong, against the one thing that must come out: after the faults
 * end, whoever is active is in the map and whoever left is not.
 */
@DisplayName(
        "S1 1.3, 1.9, 1.11, RACE-H01: whatever the interleaving, nobody active is lost and nobody who left rises again")
class UsersOnlinePropertiesTest {

    /** More of them find what is rarer: {@code -DargLine=-Druns=100000}. */
    private static final int RUNS = Integer.getInteger("runs", 6_000);

    private static final int STEPS = 120;
    private static final int[][] OPINIONS = {{1, 1, 1}, {0, 0, 0}, {1, 8, 3}, {8, 3, 8}, {0, 8, 1}};

    @Test
    @DisplayName("flush, restart, old data, lost and late operations, bucket changes, logouts, compactors: 6,000 runs")
    void nobodyIsLostOrRisesAgain() {
        for (int seed = 0; seed < RUNS; seed++) {
            new Run(seed, 1 << 20).play();
        }
    }

    @Test
    @DisplayName("the same in a store whose items hold a few hundred bytes, so that logs are full all the time")
    void fullLogsLoseNobodyWhereTheMapMayGrow() {
        for (int seed = 0; seed < RUNS / 4; seed++) {
            new Run(seed * 5 + 1, 400).play();
        }
    }

    private static final class Session implements Marks {
        String user;
        Mark mark;
        boolean active;

        Session(String user) {
            this.user = user;
        }

        @Override
        public Object session() {
            return this;
        }

        @Override
        public Mark get() {
            return mark;
        }

        @Override
        public void set(Mark mark) {
            this.mark = mark;
        }
    }

    private static final class Run {
        private final int seed;
        private final Random random;
        private final ScriptedCluster cluster;
        private final List<UsersOnline> nodes = new ArrayList<>();
        private final List<Session> sessions = new ArrayList<>();
        private final StringBuilder story = new StringBuilder();

        Run(int seed, int maxValue) {
            this.seed = seed;
            this.random = new Random(seed);
            this.cluster = new ScriptedCluster(random, 1 + seed % 3, maxValue);
            int[] opinions = OPINIONS[seed % OPINIONS.length];
            for (int i = 0; i < 2; i++) {
                nodes.add(node(opinions[i], random.nextInt(1_200_000) - 600_000));
            }
            for (int i = 0; i < 8; i++) {
                sessions.add(new Session("u" + i % 6));
            }
        }

        private UsersOnline node(int buckets, long wrongBy) {
            Store store = cluster.client();
            InstantSource wall = () -> Instant.ofEpochMilli(cluster.millis() + wrongBy);
            StoreClock clock = new StoreClock(store, wall, () -> TimeUnit.MILLISECONDS.toNanos(cluster.millis()));
            clock.learn();
            var options = new UsersOnline.Options(
                    "usersOnline",
                    "numUsersOnline",
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(1),
                    buckets,
                    Duration.ofMillis(250));
            return new UsersOnline(store, clock, options, cluster::execute, random);
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                disturb();
                if (step % 40 == 39) {
                    heal();
                    check(step);
                }
            }
        }

        private void disturb() {
            int what = random.nextInt(100);
            if (what < 36) {
                request(any(sessions), any(nodes));
            } else if (what < 46) {
                logout(any(sessions));
            } else if (what < 56) {
                pass(random.nextInt(10) == 0 ? 40_000 : random.nextInt(3_000));
            } else if (what < 68) {
                cleanUp(any(nodes));
            } else if (what < 79) {
                tick();
            } else if (what < 82) {
                startNode();
            } else if (what < 92) {
                disturbServer(random.nextInt(servers()));
            } else {
                cluster.lost = random.nextInt(3) == 0 ? 0.2 : 0;
                cluster.unanswered = random.nextInt(3) == 0 ? 0.2 : 0;
                cluster.late = random.nextInt(3) == 0 ? 0.2 : 0;
            }
            for (int i = random.nextInt(12); i > 0; i--) {
                cluster.step();
            }
        }

        private void disturbServer(int server) {
            int what = random.nextInt(5);
            if (what == 0) {
                cluster.flush(server);
                tell("flush " + server);
            } else if (what == 1) {
                cluster.saveOld(server);
            } else if (!cluster.isAlive(server)) {
                comeBack(server);
            } else if (what == 2) {
                cluster.kill(server);
                tell("kill " + server);
            } else if (what == 3) {
                cluster.kill(server);
                comeBack(server);
            }
        }

        /** A node joins that may want another number of buckets, as in a rolling change of the configuration. */
        private void startNode() {
            if (nodes.size() < 6) {
                int[] opinions = OPINIONS[seed % OPINIONS.length];
                nodes.add(node(opinions[nodes.size() % 3], random.nextInt(1_200_000) - 600_000));
            }
        }

        private void request(Session session, UsersOnline node) {
            session.active = true;
            if (!node.isRecorded(session.mark, session.user)) {
                Mark before = session.mark;
                node.record(session.user, session.user, session);
                tell("request of " + session.user + " at node " + nodes.indexOf(node) + ", mark " + before + " -> "
                        + session.mark);
            }
        }

        private void logout(Session session) {
            if (session.mark != null) {
                tell("logout " + session.mark);
                any(nodes).remove(session.mark);
            }
            session.mark = null;
            session.active = false;
            // The next one to use this browser may be somebody else.
            session.user = "u" + random.nextInt(6);
        }

        private void cleanUp(UsersOnline node) {
            node.beginCleanUp();
        }

        private void comeBack(int server) {
            if (!cluster.isAlive(server)) {
                if (random.nextBoolean()) {
                    cluster.restart(server);
                    tell("restart");
                } else {
                    cluster.comeBackOld(server);
                    tell("come back old");
                }
            }
        }

        private void tick() {
            nodes.forEach(UsersOnline::tend);
        }

        private void pass(long millis) {
            // Operations end within the timeout; what is left then was answered or given up.
            cluster.settle();
            cluster.advance(millis);
            cluster.settle();
        }

        private void heal() {
            cluster.lost = 0;
            cluster.unanswered = 0;
            cluster.late = 0;
            cluster.reviveAll();
            cluster.settle();
            for (int round = 0; round < 2; round++) {
                for (int second = 0; second < 8; second++) {
                    tick();
                    pass(1_000);
                }
                for (Session session : sessions) {
                    if (session.active) {
                        request(session, any(nodes));
                    }
                }
                cluster.settle();
            }
        }

        private void check(int step) {
            Set<String> expected = new TreeSet<>();
            for (Session session : sessions) {
                if (session.active) {
                    expected.add(session.user);
                }
            }
            pass(1_100);
            tick();
            for (UsersOnline node : nodes) {
                node.renew();
                cluster.settle();
                Set<String> online = new TreeSet<>();
                node.snapshot().users().forEach(user -> online.add(user.id()));
                assertEquals(
                        expected,
                        online,
                        () -> "run " + seed + ", step " + step + ", node " + nodes.indexOf(node) + story);
            }
        }

        private void tell(String what) {
            story.append('\n').append(cluster.millis() % 10_000_000).append(' ').append(what);
        }

        private int servers() {
            return 1 + seed % 3;
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }
    }
}
