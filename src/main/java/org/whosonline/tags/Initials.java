package org.whosonline.tags;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands for a user where there is no picture: the first signs of the first two words of the name. */
public final class Initials {

    private static final int MAX_WORDS = 2;
    private static final int COLOURS = 8;

    /** Longer than any emoji. What is longer is a letter that hundreds of marks are piled upon. */
    private static final int MAX_LENGTH = 32;

    private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\s]+");

    /**
     * What a reader takes for one sign, however many characters it is made of. A virama joins the letter behind it to the one
     * before, which older Unicode, and with it Java 17, does not know.
     */
    private static final String SIGN = "\\X(?:(?<=[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d]\\u200d?)(?=\\p{L})\\X)*";

    private static final Pattern LETTER_OR_DIGIT = Pattern.compile("(?=[\\p{L}\\p{N}])" + SIGN);

    private static final Pattern VISIBLE = Pattern.compile("(?=[^\\p{Z}\\p{C}]|\\p{Co})" + SIGN);

    private Initials() {}

    /**
     * The first letter, digit or emoji of each of the first two words that have one, as a whole; where no word has one, the
     * first sign that can be seen; where there is none either, a question mark. Not escaped.
     */
    public static String of(String name) {
        List<String> signs = new ArrayList<>();
        for (String word : BLANKS.split(name)) {
            if (signs.size() < MAX_WORDS) {
                sign(word).ifPresent(signs::add);
            }
        }
        return signs.isEmpty() ? first(VISIBLE, name).map(Initials::whole).orElse("?") : String.join("", signs);
    }

    /** A number from 0 to 7 for the colour of a user's picture, which stays the same: the hash code of the id, modulo 8. */
    public static int colour(String id) {
        return Math.floorMod(id.hashCode(), COLOURS);
    }

    private static Optional<String> sign(String word) {
        return first(VISIBLE, word)
                .filter(sign -> Character.getType(sign.codePointAt(0)) == Character.OTHER_SYMBOL)
                .or(() -> first(LETTER_OR_DIGIT, word))
                .map(Initials::whole);
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    private static String whole(String sign) {
        int first = sign.codePointAt(0);
        // Title case of one character is one character: upper case would make SS of a sharp s.
        String title = Character.toString(Character.toTitleCase(first));
        return sign.length() > MAX_LENGTH ? title : title + sign.substring(Character.charCount(first));
    }
}
