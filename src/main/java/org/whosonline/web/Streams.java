package org.whosonline.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.whosonline.presence.Presence;

/**
 * The open streams of a node. They share one thread for all that is not done by the container's, however many there are.
 * Thread-safe.
 */
public final class Streams implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

    /** How often {@link #tend} wants to be called. */
    public static final Duration TENDING = Duration.ofMillis(250);

    private static final Duration SHORTEST_RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(4);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);
    private static final Duration ONE_CLOSE = Duration.ofMillis(20);

    /** Streams of one user on this node for each page that may be open in one room. */
    private static final int STREAMS_PER_PAGE = 5;

    private final PresenceSite site;
    private final Executor loop;
    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final Frames frames;
    private final Set<RoomStream> open = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> byUser = new ConcurrentHashMap<>();
    private final PlainClients plainClients;
    private final Queue<EventStream> woken = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean waking = new AtomicBoolean();
    private volatile boolean closing;

    /**
     * @param loop runs what it is given one after the other; nothing given to it waits
     * @param nanos a clock as {@link System#nanoTime} is one
     */
    public Streams(PresenceSite site, Executor loop, LongSupplier nanos, RandomGenerator random) {
        this.site = site;
        this.loop = loop;
        this.nanos = nanos;
        this.random = random;
        this.frames = new Frames(site.json());
        this.plainClients = new PlainClients(nanos);
    }

    /** How many there are. */
    public int size() {
        return open.size();
    }

    /**
     * Opens one. On the thread of {@code request}, which has been checked.
     *
     * @param plain whether the connections were made up here
     * @throws RefusedException 429 if the user has too many, 503 if none can be opened at all
     */
    void open(HttpServletRequest request, Sender sender, List<Connections.Place> places, boolean plain)
            throws RefusedException, IOException {
        if (!request.isAsyncSupported()) {
            throw RefusedException.unavailable("A filter of this application does not support asynchronous requests"
                    + " (<async-supported>), so there are no streams; polls may do.");
        }
        count(sender.user());
        RoomStream stream;
        try {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            stream = new RoomStream(this, context, sender, places, plain);
        } catch (IOException | RuntimeException e) {
            uncount(sender.user());
            throw e;
        }
        open.add(stream);
        stream.done().thenRun(() -> {
            open.remove(stream);
            uncount(sender.user());
        });
        stream.begin(request);
        if (closing) {
            stream.end(null);
        }
    }

    private void count(String user) throws RefusedException {
        int most = STREAMS_PER_PAGE * presence().options().maxConnections();
        int now = byUser.merge(user, 1, Integer::sum);
        if (now > most || closing) {
            uncount(user);
            throw closing
                    ? RefusedException.unavailable("This node is just stopping; try again.")
                    : RefusedException.tooMany("You have too many streams open; there may be " + most + ".");
        }
    }

    private void uncount(String user) {
        byUser.computeIfPresent(user, (id, number) -> number == 1 ? null : number - 1);
    }

    Presence presence() {
        return site.presence();
    }

    PresenceGuard guard() {
        return site.guard();
    }

    PresenceRules rules() {
        return site.rules();
    }

    SessionWatch sessions() {
        return site.sessions();
    }

    Frames frames() {
        return frames;
    }

    long nanos() {
        return nanos.getAsLong();
    }

    /** A random part of {@code duration}, in nanoseconds. */
    long someOf(Duration duration) {
        return random.nextLong(duration.toNanos());
    }

    /** How long a client should wait before it connects again: for each another time, or all would come at once. */
    Duration retry() {
        return SHORTEST_RETRY.plusNanos(someOf(LONGEST_RETRY.minus(SHORTEST_RETRY)));
    }

    /**
     * How long a connection may be silent before its stream is ended: two heartbeats; if it is away, when browsers let it
     * work once a minute only, two thirds of its lease, which is the same part of it.
     */
    Duration longestSilence(boolean away) {
        Duration two = rules().heartbeat().multipliedBy(2);
        Duration most = presence().options().awayLease().multipliedBy(2).dividedBy(3);
        return away && most.compareTo(two) > 0 ? most : two;
    }

    PlainClients plainClients() {
        return plainClients;
    }

    /** Runs {@code task} on the loop, or, once that has ended, here: what is left then is the end of streams. */
    void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Has the loop write what was offered to {@code stream}. Quick, whatever the stream's reader does. */
    void wake(EventStream stream) {
        woken.add(stream);
        // One task for all that are woken meanwhile.
        if (waking.compareAndSet(false, true)) {
            execute(this::pumpAll);
        }
    }

    private void pumpAll() {
        waking.set(false);
        for (EventStream stream = woken.poll(); stream != null; stream = woken.poll()) {
            stream.pump();
        }
    }

    /** Whatever is due: comments, and the end of streams that nobody is heard of any more. To be called on the loop. */
    public void tend() {
        long now = nanos();
        for (RoomStream stream : open) {
            try {
                stream.tend(now);
            } catch (RuntimeException e) {
                LOG.warn("A stream was not looked after.", e);
            }
        }
    }

    /**
     * Ends all streams without a word, so that their clients connect again, each after its own while, wherever they find a
     * node. Waits until the container has finished with them, two seconds at most. Idempotent.
     */
    @Override
    public void close() {
        closing = true;
        long begun = nanos();
        List<RoomStream> all = List.copyOf(open);
        for (RoomStream stream : all) {
            stream.end(null);
            // One after the other: a thread that the container had to add because all were ended at once would, having
            // been made by a call from here, keep our class loader for as long as it lives.
            await(stream.done(), Math.min(ONE_CLOSE.toNanos(), begun + LONGEST_CLOSE.toNanos() - nanos()));
        }
        CompletableFuture<?>[] ends = all.stream().map(RoomStream::done).toArray(CompletableFuture[]::new);
        if (!await(CompletableFuture.allOf(ends), begun + LONGEST_CLOSE.toNanos() - nanos())) {
            LOG.debug("Readers that take nothing are left behind");
            all.forEach(RoomStream::abandon);
        }
    }

    private static boolean await(CompletableFuture<?> end, long nanos) {
        try {
            end.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.trace("Not ended", e);
        }
        return end.isDone();
    }
}
