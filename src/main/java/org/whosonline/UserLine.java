package org.whosonline;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.time.Instant;
import org.whosonline.log.JsonText;
import org.whosonline.log.Line;

/**
 * A user as a line of the map.
 *
 * <p>What is known besides id and time is the name, {@code "Ana"}; nothing where the id is shown; and of who hides
 * {@code {"name":"Ana","hidden":true}} or {@code {"hidden":true}}, without blanks.
 */
final class UserLine {

    private static final String HIDDEN = "\"hidden\":true}";

    private UserLine() {}

    static Line of(OnlineUser user) {
        String name = user.name().equals(user.id()) ? null : JsonText.quote(user.name());
        String value = !user.hidden() ? name : name == null ? "{" + HIDDEN : "{\"name\":" + name + "," + HIDDEN;
        return new Line(user.id(), user.lastSeen().getEpochSecond(), value);
    }

    /**
     * The user of a line that is no removal, in any spelling. A value that makes no sense is none: then the user has no
     * name and hides from nobody. Whatever stands for {@code hidden} but false and null hides.
     */
    static OnlineUser user(Line line) {
        String value = line.value();
        String name = null;
        boolean hidden = false;
        if (value != null && value.startsWith("{")) {
            JsonObject object = object(value);
            hidden = hides(object.get("hidden"));
            name = text(object.get("name"));
        } else if (value != null) {
            name = JsonText.unquote(value);
        }
        return new OnlineUser(
                line.member(), name == null ? line.member() : name, Instant.ofEpochSecond(line.time()), hidden);
    }

    private static JsonObject object(String json) {
        try {
            return JsonParser.parseString(json) instanceof JsonObject object ? object : new JsonObject();
        } catch (JsonParseException notJson) {
            return new JsonObject();
        }
    }

    private static boolean hides(JsonElement element) {
        return element != null
                && !element.isJsonNull()
                && !(element.isJsonPrimitive() && element.getAsJsonPrimitive().isBoolean() && !element.getAsBoolean());
    }

    private static String text(JsonElement element) {
        return element != null
                        && element.isJsonPrimitive()
                        && element.getAsJsonPrimitive().isString()
                ? element.getAsString()
                : null;
    }
}
