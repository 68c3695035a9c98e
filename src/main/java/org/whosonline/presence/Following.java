package org.whosonline.presence;

/** Somebody following a room. */
public interface Following extends AutoCloseable {

    /** Ends it: after a moment nothing more is handed out. Idempotent, does not wait. */
    @Override
    void close();
}
