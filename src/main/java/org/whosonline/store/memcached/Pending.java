package org.whosonline.store.memcached;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The commands under way on one {@link Link}, in order and bounded.
 *
 * <p>Thread-safe. The lock is held for moments only, and never while an answer is completed.
 */
final class Pending {

    private final ArrayDeque<Command<?>> commands = new ArrayDeque<>();
    private final long most;
    private long weight;

    /** @param most the most that may be under way, by {@linkplain Command#weight weight} */
    Pending(long most) {
        this.most = most;
    }

    /** Takes a command in, unless that would be too much. */
    synchronized boolean add(Command<?> command) {
        settle();
        if (weight + command.weight() > most) {
            return false;
        }
        weight += command.weight();
        commands.add(command);
        return true;
    }

    /** The first that has no answer yet, or null. */
    synchronized Command<?> first() {
        settle();
        return commands.peek();
    }

    /** Takes all out. */
    synchronized List<Command<?>> drain() {
        List<Command<?>> all = List.copyOf(commands);
        commands.clear();
        weight = 0;
        return all;
    }

    /** Replies come in the order of the commands, so those behind the first without an answer have none either. */
    private void settle() {
        for (Command<?> head = commands.peek(); head != null && head.isDone(); head = commands.peek()) {
            weight -= commands.remove().weight();
        }
    }
}
