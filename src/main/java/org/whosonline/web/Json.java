package org.whosonline.web;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Writes JSON that may stand inside a script block or an attribute: {@code < > & = '} and the line separators of
 * JavaScript are written as escapes, so no name can end the block it is printed in.
 */
final class Json {

    private static final Gson GSON = new GsonBuilder().serializeNulls().create();

    private Json() {}

    /** Something that writes JSON: one value, unless told otherwise. */
    interface Body {
        void writeTo(JsonWriter json) throws IOException;
    }

    /** The value as UTF-8; half a surrogate pair, which UTF-8 cannot hold, becomes a question mark. */
    static byte[] bytes(Body body) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = GSON.newJsonWriter(text)) {
            body.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot fail to be written to", e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** ISO-8601 in UTC and whole seconds, which is what the store's clock counts in; null stays null. */
    static String time(Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
