package org.whosonline;

import java.io.Serializable;

/**
 * What a session remembers of its last record, so that it records at most once in a while.
 *
 * <p>Immutable, and serializable for containers that keep or replicate sessions.
 *
 * @param user the id that was recorded; a mark says nothing about another user of the same session
 * @param time when, in epoch seconds of the store's time
 */
public record Mark(String user, long time) implements Serializable {}
