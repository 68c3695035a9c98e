package org.whosonline.presence;

import static org.whosonline.testing.Await.result;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.whosonline.app.RealNode;
import org.whosonline.log.AppendedMap;
import org.whosonline.log.AppendedMap.Appended;
import org.whosonline.log.Line;

/** Many users in a room, each with one connection whose id is as long as those that pages make. */
public final class Crowd {

    private static final int AT_ONCE = 2_000;

    private Crowd() {}

    /** The id of the user of number {@code i}. */
    public static String user(int i) {
        return "user" + (100_000_000 + i);
    }

    private static String conn(int i) {
        return "c" + (100_000_000_000_000_000L + i) + "abc";
    }

    /** A heartbeat of the user of number {@code i} in {@code room}. */
    public static Beat beat(String room, int i) {
        return new Beat(user(i), name(i), null, false, room, conn(i), null, null, null, null, 1_800);
    }

    /** The user of number {@code i} leaves {@code room}. */
    public static CompletableFuture<Void> leave(RealNode node, String room, int i) {
        return node.presence().release(room, user(i), conn(i));
    }

    private static String name(int i) {
        return "Visitor " + i % 1_000 + " of Group " + i / 1_000;
    }

    /** Writes users 0 to before {@code count} into the map of {@code room}, to live for {@code seconds} from now. */
    public static void seed(RealNode node, String room, int count, int seconds) {
        AppendedMap map = map(node, room);
        long now = node.clock().seconds();
        for (int from = 0; from < count; from += AT_ONCE) {
            List<Line> lines = new ArrayList<>();
            for (int i = from; i < Math.min(from + AT_ONCE, count); i++) {
                Full full = new Full(name(i), null, State.ACTIVE, false, 0, now, seconds, now, false);
                lines.add(Lease.full(Lease.key(user(i), conn(i)), now, full));
            }
            if (result(map.appendAll(lines)) == Appended.REFUSED) {
                throw new AssertionError("refused");
            }
        }
        result(new Version(shared(node), new RoomKeys("").version(room)).bump());
        // Splits the map as it would be split after a minute.
        result(map.compact());
    }

    /** Reads {@code room} once, as a node does. */
    public static CompletableFuture<?> read(RealNode node, String room) {
        return new RoomLog(shared(node), new RoomKeys(""), room).read();
    }

    private static AppendedMap map(RealNode node, String room) {
        return AppendedMap.passing(
                node.store(),
                node.clock(),
                new RoomKeys("").leases(room),
                node.presence().options().windowSeconds(),
                node.worker(),
                RandomGenerator.getDefault());
    }

    private static Node shared(RealNode node) {
        return new Node(
                node.store(),
                node.clock(),
                node.presence().options(),
                Runnable::run,
                node.worker(),
                RandomGenerator.getDefault(),
                node.presence().figures(),
                new AtomicBoolean());
    }
}
