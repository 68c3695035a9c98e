package org.whosonline;

/** Where one session keeps its {@link Mark}. Called on the request's thread only. */
public interface Marks {

    /** What tells this session from all others, by {@code equals}; the same for every request of the session. */
    Object session();

    /** The mark, or null if there is none. */
    Mark get();

    /** Keeps {@code mark}, or forgets it if null. */
    void set(Mark mark);
}
