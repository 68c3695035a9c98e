package org.whosonline.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;
import org.whosonline.store.Versioned;

/**
 * Memcached servers in one thread with a hand on every operation: each waits until the script carries it out, loses it,
 * loses only its answer, or carries it out long after its caller has given up.
 *
 * <p>Not thread-safe; time stands still unless told.
 */
public final class ScriptedCluster {

    /** How much later than its caller gave up an operation may still be carried out. */
    private static final long LATE_MILLIS = 20_000;

    private final Random random;
    private final int maxValue;
    private final List<Server> servers = new ArrayList<>();
    private final List<Operation<?>> pending = new ArrayList<>();
    private long millis = 1_764_500_000_000L;

    /** The shares of operations that are lost, that are carried out unanswered, and that are carried out late. */
    public double lost;

    public double unanswered;
    public double late;

    public ScriptedCluster(Random random, int servers, int maxValue) {
        this.random = random;
        this.maxValue = maxValue;
        for (int i = 0; i < servers; i++) {
            this.servers.add(new Server());
        }
    }

    private record Item(byte[] value, long cas, long expires) {}

    private static final class Server {
        Map<String, Item> items = new HashMap<>();
        Map<String, Item> old = new HashMap<>();
        long cas = 1;
        int life;
        boolean alive = true;
    }

    private class Operation<T> {
        final CompletableFuture<T> future = new CompletableFuture<>();
        final Server server;
        final int life;
        final Function<Server, T> action;
        final boolean read;
        long deadline;

        Operation(Server server, Function<Server, T> action, boolean read) {
            this.server = server;
            this.life = server == null ? 0 : server.life;
            this.action = action;
            this.read = read;
            this.deadline = millis + LATE_MILLIS;
        }

        boolean isConnected() {
            return server.alive && server.life == life;
        }

        T carryOut() {
            return action.apply(server);
        }

        void fail() {
            future.completeExceptionally(new StoreException("scripted"));
        }
    }

    public long millis() {
        return millis;
    }

    /** Lets time pass; what was left for late by then is carried out or gone. */
    public void advance(long by) {
        millis += by;
        List<Operation<?>> overdue = pending.stream()
                .filter(operation -> operation.future.isDone() && operation.deadline <= millis)
                .toList();
        pending.removeAll(overdue);
        overdue.stream().filter(Operation::isConnected).forEach(Operation::carryOut);
    }

    /** Carries out one operation of those that wait, in whatever way the shares say; false if none waits. */
    public boolean step() {
        if (pending.isEmpty()) {
            return false;
        }
        Operation<?> operation = pending.remove(random.nextInt(pending.size()));
        run(operation);
        return true;
    }

    private <T> void run(Operation<T> operation) {
        if (!operation.isConnected()) {
            operation.fail();
            return;
        }
        if (operation.future.isDone()) {
            operation.carryOut();
            return;
        }
        double fate = operation.server == null ? 1 : random.nextDouble();
        if (fate < lost) {
            operation.fail();
        } else if (fate < lost + unanswered) {
            operation.carryOut();
            operation.fail();
        } else if (fate < lost + unanswered + late && !operation.read) {
            pending.add(operation);
            operation.fail();
        } else {
            operation.future.complete(operation.carryOut());
        }
    }

    /** Carries out everything that waits and whatever follows from it. */
    public void settle() {
        while (step()) {
            // Each step may submit more.
        }
    }

    public int pending() {
        return pending.size();
    }

    public void flush(int server) {
        servers.get(server).items.clear();
    }

    /** Remembers what a server holds, for {@link #comeBackOld}. */
    public void saveOld(int server) {
        servers.get(server).old = new HashMap<>(servers.get(server).items);
    }

    /** Ends a server's connections and takes it away; another takes over its keys. The last one living stays. */
    public void kill(int number) {
        Server server = servers.get(number);
        if (servers.stream().filter(other -> other.alive).count() > 1 || servers.size() == 1) {
            server.alive = false;
            server.life++;
            List<Operation<?>> cut = pending.stream()
                    .filter(operation -> operation.server == server)
                    .toList();
            pending.removeAll(cut);
            cut.forEach(Operation::fail);
        }
    }

    /** Brings a server back empty, its cas ids beginning at one again. */
    public void restart(int number) {
        Server server = servers.get(number);
        server.items = new HashMap<>();
        comeBack(server);
        server.cas = 1;
    }

    /** Brings a server back with what it held when {@link #saveOld} was called last, as a network split would. */
    public void comeBackOld(int number) {
        Server server = servers.get(number);
        server.items = new HashMap<>(server.old);
        comeBack(server);
    }

    private void comeBack(Server server) {
        if (!server.alive) {
            server.alive = true;
            server.life++;
        }
    }

    public void reviveAll() {
        for (int i = 0; i < servers.size(); i++) {
            if (!servers.get(i).alive) {
                restart(i);
            }
        }
    }

    public boolean isAlive(int server) {
        return servers.get(server).alive;
    }

    /** Runs {@code task} some time later, between operations, as a busy machine would. */
    public void execute(Runnable task) {
        pending.add(new Operation<>(null, server -> null, true) {
            @Override
            boolean isConnected() {
                return true;
            }

            @Override
            Object carryOut() {
                task.run();
                return null;
            }
        });
    }

    /** A client of the cluster; each node has its own. */
    public Store client() {
        return new Client();
    }

    private final class Client implements Store {

        private Server serverOf(String key) {
            int at = Math.floorMod(key.hashCode(), servers.size());
            for (int i = 0; i < servers.size(); i++) {
                Server server = servers.get((at + i) % servers.size());
                if (server.alive) {
                    return server;
                }
            }
            return null;
        }

        private <T> CompletableFuture<T> submit(String key, boolean read, Function<Server, T> action) {
            Server server = serverOf(key);
            if (server == null) {
                return CompletableFuture.failedFuture(new StoreException("no server"));
            }
            Operation<T> operation = new Operation<>(server, action, read);
            pending.add(operation);
            return operation.future;
        }

        private Item item(Server server, String key) {
            Item item = server.items.get(key);
            return item != null && item.expires != 0 && item.expires <= millis ? null : item;
        }

        private boolean put(Server server, String key, byte[] value, Duration expiry) {
            if (value.length > maxValue) {
                return false;
            }
            long expires = expiry.isZero() ? 0 : millis + expiry.toMillis();
            server.items.put(key, new Item(value, server.cas++, expires));
            return true;
        }

        @Override
        public CompletableFuture<byte[]> get(String key) {
            return submit(key, true, server -> {
                Item item = item(server, key);
                return item == null ? null : item.value;
            });
        }

        @Override
        public CompletableFuture<Map<String, byte[]>> getAll(Collection<String> keys) {
            Map<String, CompletableFuture<byte[]>> gets = new HashMap<>();
            keys.forEach(key -> gets.put(key, get(key)));
            return CompletableFuture.allOf(gets.values().toArray(CompletableFuture[]::new))
                    .thenApply(done -> {
                        Map<String, byte[]> found = new HashMap<>();
                        gets.forEach((key, get) -> {
                            if (get.join() != null) {
                                found.put(key, get.join());
                            }
                        });
                        return found;
                    });
        }

        private record Version(Server server, int life, long cas) {}

        @Override
        public CompletableFuture<Versioned> gets(String key) {
            return submit(key, true, server -> {
                Item item = item(server, key);
                return item == null ? null : new Versioned(key, item.value, new Version(server, server.life, item.cas));
            });
        }

        @Override
        public CompletableFuture<Boolean> cas(Versioned read, byte[] value, Duration expiry) {
            Version version = (Version) read.version();
            Server now = serverOf(read.key());
            if (now != version.server || now.life != version.life) {
                return CompletableFuture.completedFuture(false);
            }
            return submit(read.key(), false, server -> {
                Item item = item(server, read.key());
                return item != null && item.cas == version.cas && put(server, read.key(), value, expiry);
            });
        }

        @Override
        public CompletableFuture<Boolean> add(String key, byte[] value, Duration expiry) {
            return submit(key, false, server -> item(server, key) == null && put(server, key, value, expiry));
        }

        @Override
        public CompletableFuture<Boolean> set(String key, byte[] value, Duration expiry) {
            return submit(key, false, server -> put(server, key, value, expiry));
        }

        @Override
        public CompletableFuture<Boolean> append(String key, byte[] tail) {
            return submit(key, false, server -> {
                Item item = item(server, key);
                if (item == null || item.value.length + tail.length > maxValue) {
                    return false;
                }
                byte[] longer = Arrays.copyOf(item.value, item.value.length + tail.length);
                System.arraycopy(tail, 0, longer, item.value.length, tail.length);
                server.items.put(key, new Item(longer, server.cas++, item.expires));
                return true;
            });
        }

        @Override
        public CompletableFuture<OptionalLong> incr(String key, long by) {
            return submit(key, false, server -> {
                Item item = item(server, key);
                if (item == null) {
                    return OptionalLong.empty();
                }
                long sum = Long.parseUnsignedLong(new String(item.value, StandardCharsets.US_ASCII)) + by;
                byte[] value = Long.toUnsignedString(sum).getBytes(StandardCharsets.US_ASCII);
                server.items.put(key, new Item(value, server.cas++, item.expires));
                return OptionalLong.of(sum);
            });
        }

        @Override
        public CompletableFuture<Boolean> touch(String key, Duration expiry) {
            return submit(key, false, server -> {
                Item item = item(server, key);
                if (item == null) {
                    return false;
                }
                long expires = expiry.isZero() ? 0 : millis + expiry.toMillis();
                server.items.put(key, new Item(item.value, item.cas, expires));
                return true;
            });
        }

        @Override
        public CompletableFuture<Boolean> delete(String key) {
            return submit(key, false, server -> server.items.remove(key) != null);
        }

        @Override
        public CompletableFuture<Instant> time() {
            return available()
                    ? CompletableFuture.completedFuture(Instant.ofEpochSecond(Math.floorDiv(millis, 1000L)))
                    : CompletableFuture.failedFuture(new StoreException("no server"));
        }

        @Override
        public CompletableFuture<Long> evictions() {
            return CompletableFuture.completedFuture(0L);
        }

        @Override
        public boolean available() {
            return servers.stream().anyMatch(server -> server.alive);
        }

        @Override
        public long epoch() {
            return servers.stream().mapToLong(server -> server.life).sum();
        }

        @Override
        public void close() {}
    }
}
