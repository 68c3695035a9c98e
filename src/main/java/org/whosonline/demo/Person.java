package org.whosonline.demo;

/**
 * One line of the list, its texts ready for HTML.
 *
 * @param name the display name
 * @param id the user's id; null where it is the name
 * @param sign what stands in the avatar
 * @param colour the avatar's colour, 0 to 7
 * @param self whether this is whoever looks at the page
 * @param hidden whether nobody else sees this line
 * @param lastSeen ISO-8601
 * @param ago "12 s ago"
 */
public record Person(
        String name, String id, String sign, int colour, boolean self, boolean hidden, String lastSeen, String ago) {}
