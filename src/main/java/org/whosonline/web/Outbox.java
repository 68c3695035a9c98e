package org.whosonline.web;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** What waits to be written to one stream: of each topic the newest event only. Thread-safe; nobody waits for long. */
final class Outbox {

    /** By topic, the one that waits for the longest first. */
    private final Map<String, byte[]> pending = new LinkedHashMap<>();

    private boolean commentDue;
    private boolean ending;
    private byte[] last;

    /** Puts {@code event} in, in the place of an earlier one of that topic. */
    synchronized void offer(String topic, byte[] event) {
        if (!ending) {
            pending.put(topic, event);
        }
    }

    /** Puts a comment in, unless there is one. */
    synchronized void comment() {
        commentDue = !ending;
    }

    /**
     * Drops everything and takes no more. The first call counts.
     *
     * @param event comes as the last one; null for none
     */
    synchronized void end(byte[] event) {
        if (!ending) {
            ending = true;
            last = event;
            pending.clear();
            commentDue = false;
        }
    }

    /** Takes out what is next; null if there is nothing. */
    synchronized byte[] next() {
        Iterator<byte[]> events = pending.values().iterator();
        byte[] next = null;
        if (events.hasNext()) {
            next = events.next();
            events.remove();
        } else if (commentDue) {
            commentDue = false;
            next = Events.COMMENT;
        } else if (last != null) {
            next = last;
            last = null;
        }
        return next;
    }

    synchronized boolean isEnding() {
        return ending;
    }
}
