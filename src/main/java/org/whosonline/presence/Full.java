package org.whosonline.presence;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.Objects;
import org.whosonline.log.JsonText;

/**
 * All that a connection says of itself, the value of its full line:
 * {@code ["Ana","/ana.png","active",0,0,1764500000,30,1764500000,0]}.
 *
 * @param name the display name; null to show the id
 * @param avatar null if there is none
 * @param typedAt when a key was last pressed, in epoch seconds; 0 if not lately
 * @param episode when the user's stay in the room began, in epoch seconds
 * @param lease how long the connection lives without a sign of life, in seconds
 * @param activeAt when it was last known to be active, in epoch seconds
 * @param hidden whether the user is shown to nobody but themselves
 */
record Full(
        String name,
        String avatar,
        State state,
        boolean editing,
        long typedAt,
        long episode,
        long lease,
        long activeAt,
        boolean hidden) {

    private static final int FIELDS = 9;

    String encode() {
        return "[" + quote(name) + ',' + quote(avatar) + ",\"" + state.text() + "\"," + bit(editing) + ',' + typedAt
                + ',' + episode + ',' + lease + ',' + activeAt + ',' + bit(hidden) + ']';
    }

    private static String quote(String text) {
        return text == null ? "null" : JsonText.quote(text);
    }

    private static char bit(boolean value) {
        return value ? '1' : '0';
    }

    /** What {@link #encode} wrote; null if {@code value} is anything else. */
    static Full decode(String value) {
        Full plain = new FullText(value).read();
        return plain != null ? plain : decodeAny(value);
    }

    /** As {@link #decode}, in any spelling that JSON allows. */
    private static Full decodeAny(String value) {
        try {
            JsonArray array = JsonParser.parseString(value).getAsJsonArray();
            State state = State.of(array.get(2).getAsString());
            return array.size() < FIELDS || state == null
                    ? null
                    : new Full(
                            text(array.get(0)),
                            text(array.get(1)),
                            state,
                            array.get(3).getAsInt() != 0,
                            array.get(4).getAsLong(),
                            array.get(5).getAsLong(),
                            array.get(6).getAsLong(),
                            array.get(7).getAsLong(),
                            array.get(8).getAsInt() != 0);
        } catch (JsonParseException
                | IllegalStateException
                | UnsupportedOperationException
                | NumberFormatException
                | IndexOutOfBoundsException notOurs) {
            return null;
        }
    }

    private static String text(JsonElement element) {
        return element.isJsonNull() ? null : element.getAsString();
    }

    /** Whether this says the same as {@code other}, but for when the connection was last active. */
    boolean saysTheSameAs(Full other) {
        return Objects.equals(name, other.name)
                && Objects.equals(avatar, other.avatar)
                && state == other.state
                && editing == other.editing
                && typedAt == other.typedAt
                && episode == other.episode
                && lease == other.lease
                && hidden == other.hidden;
    }

    Full withLease(long seconds) {
        return new Full(name, avatar, state, editing, typedAt, episode, seconds, activeAt, hidden);
    }
}
