package org.whosonline.presence;

/**
 * What became of a {@link Beat}.
 *
 * @param outcome whether the connection counts
 * @param roster the roster as this node knows it then, the connection's own change included if it was stored
 */
public record Heard(Outcome outcome, Roster roster) {

    /** Whether a connection counts. */
    public enum Outcome {
        /** It does. While the store is away it does again once the store is back. */
        TAKEN,
        /** It was released before, which is final. */
        RELEASED,
        /** It was without input for so long that it is no longer served; with the next input it is again. */
        STOPPED,
        /** The user has as many connections in the room, or the connection is in as many rooms, as may be. */
        TOO_MANY
    }
}
