package org.whosonline.web;

import java.time.Duration;

/**
 * What the script in browsers has to know of the options.
 *
 * @param heartbeat how often a page gives a sign of life
 * @param lease how long it counts without one
 * @param awayLease the same while it is away
 * @param idleAfter how long without input it is called idle
 * @param awayAfter the same for away
 * @param typing how long somebody is shown as typing after the last key
 * @param hold how long a poll is held
 * @param rooms how many rooms one page may be in
 */
public record ScriptOptions(
        Duration heartbeat,
        Duration lease,
        Duration awayLease,
        Duration idleAfter,
        Duration awayAfter,
        Duration typing,
        Duration hold,
        int rooms) {

    /** As a module, times in milliseconds: {@code export default {heartbeat:10000,lease:30000,…};}. */
    String module() {
        return "export default {heartbeat:" + heartbeat.toMillis()
                + ",lease:" + lease.toMillis()
                + ",awayLease:" + awayLease.toMillis()
                + ",idleAfter:" + idleAfter.toMillis()
                + ",awayAfter:" + awayAfter.toMillis()
                + ",typing:" + typing.toMillis()
                + ",hold:" + hold.toMillis()
                + ",rooms:" + rooms + "};\n";
    }
}
