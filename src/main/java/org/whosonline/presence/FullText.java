package org.whosonline.presence;

/**
 * Reads what {@link Full#encode} writes of texts without escapes, as nearly all are, in one pass: a big room has a hundred
 * thousand of them every few seconds. Of one text, once.
 */
final class FullText {

    /** Fewer than a long can hold. */
    private static final int MAX_DIGITS = 12;

    private final String text;
    private int at;
    private boolean broken;

    FullText(String text) {
        this.text = text;
    }

    /** Null if the text is spelled differently, which does not mean that it makes no sense. */
    Full read() {
        take('[');
        String name = string();
        take(',');
        String avatar = string();
        take(',');
        State state = State.of(string());
        take(',');
        boolean editing = bit();
        take(',');
        long typedAt = number();
        take(',');
        long episode = number();
        take(',');
        long lease = number();
        take(',');
        long activeAt = number();
        take(',');
        boolean hidden = bit();
        take(']');
        return broken || state == null || at != text.length()
                ? null
                : new Full(name, avatar, state, editing, typedAt, episode, lease, activeAt, hidden);
    }

    private void take(char wanted) {
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
        } else {
            broken = true;
        }
    }

    /** Null where it says so. */
    private String string() {
        if (text.startsWith("null", at)) {
            at += 4;
            return null;
        }
        take('"');
        int end = broken ? -1 : text.indexOf('"', at);
        if (end < 0) {
            broken = true;
            return null;
        }
        String found = text.substring(at, end);
        broken |= found.indexOf('\\') >= 0;
        at = end + 1;
        return found;
    }

    private boolean bit() {
        long number = number();
        broken |= number > 1;
        return number == 1;
    }

    private long number() {
        long number = 0;
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && at - begin < MAX_DIGITS) {
            number = number * 10 + (text.charAt(at++) - '0');
        }
        broken |= at == begin;
        return number;
    }
}
