package org.whosonline.config;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * How values of one kind are read.
 *
 * @param expected what a value must look like
 * @param parser throws {@link IllegalArgumentException} for anything else
 */
record ValueType(String expected, Function<String, Object> parser) {

    private static final Pattern BASE_PATH = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");
    private static final int LONGEST_BASE_PATH = 100;
    private static final Pattern EXTENSION = Pattern.compile("\\*\\.[^/*]+");

    /** Short, since it stands in keys; of what environment variables and JMX names can hold. */
    private static final Pattern ORIGIN =
            Pattern.compile("https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\\[[0-9a-f:]+](:[0-9]{1,5})?");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,30}");

    Object parse(String value) {
        return parser.apply(value);
    }

    static ValueType text(String expected) {
        return new ValueType(expected, value -> value);
    }

    static ValueType bool() {
        return new ValueType("true or false", value -> switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        });
    }

    static ValueType duration(Duration min, Duration max) {
        String expected = "a time from " + Durations.format(min) + " to " + Durations.format(max)
                + ", such as 250ms, 90s, 5m, 2h or PT5M";
        return new ValueType(expected, value -> inRange(Durations.parse(value), min, max));
    }

    /** For what is compared with Memcached's time, which has no fractions of a second. */
    static ValueType wholeSeconds(Duration min, Duration max) {
        String expected = "a time in whole seconds from " + Durations.format(min) + " to " + Durations.format(max)
                + ", such as 90s, 5m, 2h or PT5M";
        return new ValueType(expected, value -> {
            Duration duration = inRange(Durations.parse(value), min, max);
            if (duration.getNano() != 0) {
                throw new IllegalArgumentException();
            }
            return duration;
        });
    }

    private static Duration inRange(Duration duration, Duration min, Duration max) {
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new IllegalArgumentException();
        }
        return duration;
    }

    static ValueType origins() {
        return new ValueType("origins such as https://www.example.org, separated by commas", value -> {
            List<String> origins = elements(value);
            for (String origin : origins) {
                if (!ORIGIN.matcher(origin).matches()) {
                    throw new IllegalArgumentException();
                }
            }
            return origins;
        });
    }

    static ValueType number(int min, int max) {
        return new ValueType("a number from " + min + " to " + max, value -> {
            int number = Integer.parseInt(value);
            if (number < min || number > max) {
                throw new IllegalArgumentException();
            }
            return number;
        });
    }

    /** {@code auto}, read as empty, or a number. */
    static ValueType autoOr(int min, int max) {
        return new ValueType("auto or a number from " + min + " to " + max, value -> {
            if (value.equals("auto")) {
                return OptionalInt.empty();
            }
            int number = Integer.parseInt(value);
            if (number < min || number > max) {
                throw new IllegalArgumentException();
            }
            return OptionalInt.of(number);
        });
    }

    static ValueType list(String expected) {
        return new ValueType(expected, ValueType::elements);
    }

    /** Names of instances. */
    static ValueType names() {
        return new ValueType(
                "names of letters, digits and hyphens, at most 30 characters each, separated by commas, no two alike but"
                        + " for upper and lower case, and none of them " + MapSettings.MAIN,
                value -> {
                    Set<String> seen = new HashSet<>(Set.of(MapSettings.MAIN));
                    List<String> names = elements(value);
                    for (String name : names) {
                        if (!NAME.matcher(name).matches() || !seen.add(name.toLowerCase(Locale.ROOT))) {
                            throw new IllegalArgumentException();
                        }
                    }
                    return names;
                });
    }

    static ValueType paths() {
        return new ValueType("paths such as /ping, /api/* or *.css, separated by commas", value -> {
            List<String> paths = elements(value);
            for (String path : paths) {
                String exact = path.endsWith("/*") ? path.substring(0, path.length() - 2) : path;
                boolean valid = EXTENSION.matcher(path).matches() || path.startsWith("/") && exact.indexOf('*') < 0;
                if (!valid) {
                    throw new IllegalArgumentException();
                }
            }
            return paths;
        });
    }

    static ValueType basePath() {
        return new ValueType(
                "a path such as /whosonline: begins with a slash, does not end with one, of letters, digits and . _ ~ -, "
                        + "at most " + LONGEST_BASE_PATH + " characters",
                value -> {
                    if (value.length() > LONGEST_BASE_PATH
                            || !BASE_PATH.matcher(value).matches()) {
                        throw new IllegalArgumentException();
                    }
                    return value;
                });
    }

    /** Memcached's keys end at 250 bytes; what is left is for names, bucket numbers and hashes behind the prefix. */
    static ValueType keyPrefix(int maxLength) {
        return new ValueType(
                "at most " + maxLength
                        + " bytes, where blanks, percent signs and everything beyond ASCII take three a byte",
                value -> {
                    int length = 0;
                    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
                        length += b > ' ' && b < 127 && b != '%' ? 1 : 3;
                    }
                    if (length > maxLength) {
                        throw new IllegalArgumentException();
                    }
                    return value;
                });
    }

    /** What stands between commas, without blanks around it; an empty value has no element, an empty element is wrong. */
    private static List<String> elements(String value) {
        if (value.isEmpty()) {
            return List.of();
        }
        List<String> elements = new ArrayList<>();
        for (String element : value.split(",", -1)) {
            if (element.isBlank()) {
                throw new IllegalArgumentException();
            }
            elements.add(element.strip());
        }
        return List.copyOf(elements);
    }
}
