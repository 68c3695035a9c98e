package org.whosonline;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/** A site map on any store with a clock that moves when told. Work runs on the thread that completes the store's futures. */
final class SiteMap {

    static final Duration WINDOW = Duration.ofMinutes(5);

    final Store store;
    final UsersOnline users;
    final StoreClock clock;

    SiteMap(Store store, Time time, int buckets) {
        this.store = store;
        this.clock = new StoreClock(store, time, time::nanos);
        this.users = new UsersOnline(store, clock, options(buckets), Runnable::run, new Random(1));
        users.tend();
    }

    /** As by default, with so many buckets. */
    static UsersOnline.Options options(int buckets) {
        return new UsersOnline.Options(
                "usersOnline",
                "numUsersOnline",
                WINDOW,
                Duration.ofMinutes(2),
                Duration.ofMinutes(1),
                buckets,
                Duration.ofMillis(250));
    }

    /** A time of day and a monotonic clock that stand still until told. */
    static final class Time implements InstantSource {

        private volatile long millis = 1_764_500_000_000L;

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis);
        }

        long nanos() {
            return TimeUnit.MILLISECONDS.toNanos(millis);
        }

        void pass(Duration time) {
            millis += time.toMillis();
        }
    }

    /** A browser session. */
    static final class Session implements Marks {

        volatile Mark mark;
        int writes;

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
            writes++;
        }
    }

    /** One page view, as the filter handles it. */
    void view(String id, Session session) {
        if (!users.isRecorded(session.mark, id)) {
            users.record(id, id, session);
        }
    }
}
