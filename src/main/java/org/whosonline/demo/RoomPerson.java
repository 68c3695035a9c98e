package org.whosonline.demo;

/**
 * One line of the list of a room, its texts ready for HTML.
 *
 * @param name the display name
 * @param id the user's id; null where it is the name
 * @param sign what stands in the avatar
 * @param colour the avatar's colour, 0 to 7
 * @param self whether this is whoever looks at the page
 * @param hidden whether nobody else sees this line
 * @param state {@code active}, {@code idle} or {@code away}
 * @param editing whether the user is editing, not only viewing
 * @param status the user's own words; null if there are none
 * @param tabs how many tabs the user has the room open in
 * @param since ISO-8601
 * @param came "2 min ago"
 */
public record RoomPerson(
        String name,
        String id,
        String sign,
        int colour,
        boolean self,
        boolean hidden,
        String state,
        boolean editing,
        String status,
        int tabs,
        String since,
        String came) {}
