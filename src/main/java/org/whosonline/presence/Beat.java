package org.whosonline.presence;

/**
 * A sign of life of one connection in one room, with whatever it says about itself.
 *
 * @param user the user's id, exact
 * @param name the display name; null to show the id
 * @param avatar the address of a picture; null if there is none
 * @param hidden whether the user is shown to nobody but themselves
 * @param room the room's id, exact
 * @param conn the connection's id
 * @param state null to leave it as it is, active for a new connection
 * @param editing null to leave it as it is, false for a new connection
 * @param typing true if a key was pressed just now, false if typing has ended, null to leave it as it is
 * @param origin whatever the connection ends with, such as a session's id; null if nothing
 * @param stopAfterSeconds after how long without input the connection is no longer served
 */
public record Beat(
        String user,
        String name,
        String avatar,
        boolean hidden,
        String room,
        String conn,
        State state,
        Boolean editing,
        Boolean typing,
        String origin,
        long stopAfterSeconds) {

    /** Whether it is more than a mere sign of life. */
    boolean saysSomething() {
        return state != null || editing != null || typing != null;
    }

    /** Whom it is of, as one who has joined at {@code seconds}. */
    Viewer viewer(long seconds) {
        return new Viewer(
                user,
                name == null ? user : name,
                avatar,
                seconds,
                state == null ? State.ACTIVE : state,
                editing != null && editing,
                null,
                false,
                1,
                hidden);
    }
}
