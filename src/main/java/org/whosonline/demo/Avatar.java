package org.whosonline.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands for a user in a small circle: the first sign of the name, on one of a few colours. */
final class Avatar {

    private static final int COLOURS = 8;
    /** What a reader takes for one sign, however many characters it is made of. */
    private static final Pattern LETTER_OR_DIGIT = Pattern.compile("(?=[\\p{L}\\p{N}])\\X");

    private static final Pattern VISIBLE = Pattern.compile("(?=[^\\p{Z}\\p{C}]|\\p{Co})\\X");

    private Avatar() {}

    /** The first letter or digit, else the first sign that can be seen, else a question mark; not escaped. */
    static String sign(String name) {
        for (Pattern pattern : new Pattern[] {firstIsEmoji(name) ? VISIBLE : LETTER_OR_DIGIT, VISIBLE}) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.find()) {
                String sign = matcher.group();
                int first = sign.codePointAt(0);
                // Title case of one character is one character: upper case would make SS of a sharp s.
                return Character.toString(Character.toTitleCase(first)) + sign.substring(Character.charCount(first));
            }
        }
        return "?";
    }

    private static boolean firstIsEmoji(String name) {
        Matcher matcher = VISIBLE.matcher(name);
        return matcher.find() && Character.getType(matcher.group().codePointAt(0)) == Character.OTHER_SYMBOL;
    }

    /** A number below 8 that stays the same for one user. */
    static int colour(String id) {
        return Math.floorMod(id.hashCode(), COLOURS);
    }
}
