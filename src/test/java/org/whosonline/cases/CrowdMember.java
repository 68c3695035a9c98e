package org.whosonline.cases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One of a crowd, and their pages that still live. Its lock is held for each of their requests, so that they are in order. */
final class CrowdMember {

    final Someone someone;
    final Turn statuses = new Turn();
    final List<Live> pages = new ArrayList<>();

    CrowdMember(Someone someone) {
        this.someone = someone;
    }

    /**
     * Which node a change goes to. What was changed at one node is known to the other after a second (of a room that nobody
     * follows there; after some on a busy machine), and the clocks by which changes are put in order may be one apart. Until
     * then, further changes of the same go to the same node.
     */
    static final class Turn {
        private static final long NANOS = Duration.ofSeconds(5).toNanos();
        private int node = -1;
        private long nanos;

        int next(int random) {
            node = node < 0 || System.nanoTime() - nanos > NANOS ? random : node;
            nanos = System.nanoTime();
            return node;
        }
    }

    /** A page, and what it has to say. */
    static final class Live {
        final OpenPage page;
        final Turn changes = new Turn();
        String state = "active";
        boolean editing;

        /** When it last gave a sign of life, on the monotonic clock. */
        long beaten;

        Live(OpenPage page) {
            this.page = page;
        }

        /** All of it, as in every heartbeat: it may reach a node that does not know of the last change yet. */
        String[] says() {
            return new String[] {"state", state, "editing", Boolean.toString(editing)};
        }
    }
}
