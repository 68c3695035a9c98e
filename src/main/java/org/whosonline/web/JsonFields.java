package org.whosonline.web;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;

/**
 * Reads the fields of a JSON object: texts, numbers, {@code true} and {@code false} are values, an array is several of
 * them, {@code null} is a field that was not sent. Anything deeper is skipped, like every field that nobody asks for.
 */
final class JsonFields {

    private JsonFields() {}

    /**
     * Adds the fields of {@code text}.
     *
     * @throws RefusedException 400 if it is no JSON object
     */
    static void read(String text, Fields fields) throws RefusedException {
        try (JsonReader json = new JsonReader(new StringReader(text))) {
            json.setStrictness(Strictness.STRICT);
            json.beginObject();
            while (json.hasNext()) {
                String name = json.nextName();
                if (json.peek() == JsonToken.BEGIN_ARRAY) {
                    json.beginArray();
                    while (json.hasNext()) {
                        value(json, name, fields);
                    }
                    json.endArray();
                } else {
                    value(json, name, fields);
                }
            }
            json.endObject();
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw malformed();
            }
        } catch (MalformedJsonException | EOFException | IllegalStateException e) {
            throw malformed();
        } catch (IOException e) {
            throw new IllegalStateException("A string cannot fail to be read from", e);
        }
    }

    private static void value(JsonReader json, String name, Fields fields) throws IOException {
        switch (json.peek()) {
            case STRING, NUMBER -> fields.add(name, json.nextString());
            case BOOLEAN -> fields.add(name, Boolean.toString(json.nextBoolean()));
            default -> json.skipValue();
        }
    }

    private static RefusedException malformed() {
        return RefusedException.bad("The body cannot be read: it must be a JSON object.");
    }
}
