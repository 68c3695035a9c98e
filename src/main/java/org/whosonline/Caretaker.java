package org.whosonline;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.whosonline.UsersOnline.Options;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.Line;
import org.whosonline.log.MapReader;
import org.whosonline.log.MapReader.MapReading;
import org.whosonline.log.StoreClock;
import org.whosonline.store.Store;

/**
 * The site map for an operator outside of the application: to look into and to clean up by hand or by cron.
 *
 * <p>Obeys what the nodes of the site agreed on, and never writes that anew where it is gone. Thread-safe; safe beside
 * any number of running nodes.
 */
public final class Caretaker {

    private final Store store;
    private final StoreClock clock;
    private final Options options;
    private final Executor worker;
    private final RandomGenerator random;
    private final MapReader reader;

    /**
     * @param clock knows the store's time already
     * @param options of which the number of buckets, the throttle and the timeout have no effect here
     * @param worker runs what takes long
     */
    public Caretaker(Store store, StoreClock clock, Options options, Executor worker, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.options = options;
        this.worker = worker;
        this.random = random;
        this.reader = new MapReader(store, clock, options.name());
    }

    /** Reads the map and writes nothing. */
    public CompletableFuture<MapReading> read() {
        return reader.read();
    }

    /** Who is online according to {@code reading}. */
    public Snapshot snapshot(MapReading reading, Duration window) {
        return Snapshot.of(reading(reading, window), Map.of(), window, false);
    }

    /** As {@link #snapshot}, {@linkplain Snapshot#BY_NAME by name}, and with those who hide from other users. */
    public List<OnlineUser> everybody(MapReading reading, Duration window) {
        return reading(reading, window).users().values().stream()
                .sorted(Snapshot.BY_NAME)
                .toList();
    }

    private Reading reading(MapReading reading, Duration window) {
        return Reading.of(reading.contents(), clock.seconds() - window.toSeconds());
    }

    /** What {@link #cleanUp} would do if the map is as in {@code reading}. */
    public CleanupReport foresee(MapReading reading, Duration window) {
        return MapCleanup.report(reading.contents(), window, clock.seconds());
    }

    /** Drops the users past {@code window} and stores map and count, whoever's turn it is. */
    public CompletableFuture<CleanupReport> cleanUp(Duration window) {
        Options own = new Options(
                options.name(),
                options.countKey(),
                window,
                options.recordAfter(),
                options.cleanupInterval(),
                options.buckets(),
                options.timeout());
        return new MapCleanup(store, clock, guest(window), own, report -> {}).run();
    }

    private AppendedMap guest(Duration window) {
        return AppendedMap.ofGuest(store, clock, options.name(), window.toSeconds(), worker, random);
    }

    /**
     * Takes {@code id} off the map as of now, as a logout would. Who goes on browsing comes back with the next page view.
     *
     * @param reading from just before
     * @return whether the user was there
     */
    public CompletableFuture<Boolean> remove(String id, MapReading reading, Duration window) {
        Optional<Line> last =
                Optional.ofNullable(reading.contents().lines().get(id)).filter(line -> !line.isRemoval());
        if (last.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        // A node whose clock is a little ahead may have stamped the record later than now.
        long time = Math.max(clock.seconds(), last.get().time());
        return guest(window).remove(id, time).thenApply(done -> true);
    }

    /** Whether {@code id} is still there after {@link #remove}: a removal is refused where the map is full. */
    public CompletableFuture<Boolean> isThere(String id) {
        return read().thenApply(reading -> {
            Line line = reading.contents().lines().get(id);
            return line != null && !line.isRemoval();
        });
    }
}
