package org.whosonline.web;

import java.time.Duration;
import java.util.List;

/**
 * What can be set about the addresses of presence.
 *
 * @param origins other sites whose pages may send requests with the user's session, such as
 *     {@code https://www.example.org}
 * @param heartbeat how often a page gives a sign of life
 * @param pollHold how long a long poll waits
 * @param sample how many viewers are sent to every page of a room
 * @param stopAfter how long without input a page is served
 * @param counts whether a sign of life of somebody active also records on the site map
 * @param maxRooms rooms of one request
 * @param statusLength characters of a status
 * @param maxBody bytes of a body
 * @param rate requests of a session a second in the long run; three times as many at once
 */
public record PresenceRules(
        List<String> origins,
        Duration heartbeat,
        Duration pollHold,
        int sample,
        Duration stopAfter,
        boolean counts,
        int maxRooms,
        int statusLength,
        int maxBody,
        int rate) {

    public PresenceRules {
        origins = List.copyOf(origins);
    }
}
