package org.whosonline.config;

import java.time.Duration;

/**
 * How presence is set up.
 *
 * @param lease how long a connection lives without a sign of life, in whole seconds
 * @param heartbeat how often a page gives a sign of life, in whole seconds
 * @param awayLease as {@code lease}, of one that is away
 * @param grace the same of one whose stream was closed without a word
 * @param leaveGrace how long after a release its user is still shown
 * @param tick the time between two looks for changes
 * @param sweep how often a followed room is read whole
 * @param pollHold how long a long poll waits
 * @param sample how many viewers are sent of a room
 * @param typing how long somebody is shown as typing
 * @param idleAfter how long without input a page is called idle by its script
 * @param awayAfter the same for away, not less than {@code idleAfter}
 * @param stopAfter how long without input a page is served
 * @param counts whether an active renewal records on the site map
 * @param maxConnections connections of a user in one room
 * @param maxRooms rooms of a connection
 * @param statusLength characters of a status
 * @param maxBody bytes of a body
 * @param rate requests of a session a second
 */
public record PresenceSettings(
        Duration lease,
        Duration heartbeat,
        Duration awayLease,
        Duration grace,
        Duration leaveGrace,
        Duration tick,
        Duration sweep,
        Duration pollHold,
        int sample,
        Duration typing,
        Duration idleAfter,
        Duration awayAfter,
        Duration stopAfter,
        boolean counts,
        int maxConnections,
        int maxRooms,
        int statusLength,
        int maxBody,
        int rate) {}
