package org.whosonline.web;

/**
 * Who sends a request about rooms, never as the request's parameters say, but as its session or principal does.
 *
 * @param user the exact id
 * @param name the display name, not longer than may be shown; null to show the id
 * @param avatar the address of a picture, fit to be shown; null if there is none
 * @param hidden whether the user hides
 * @param session the id of the session; null if there is none
 * @param stopAfterSeconds after how long without input the user's connections are no longer served
 */
record Sender(String user, String name, String avatar, boolean hidden, String session, long stopAfterSeconds) {}
