package org.whosonline.browser;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.whosonline.testing.Await;

/**
 * A line to one tab that leaves it where it is, while the driver brings to the front whatever it speaks to. For one command;
 * what it brings about outlives the line.
 */
final class DevTools implements WebSocket.Listener {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<JsonObject> answer = new CompletableFuture<>();

    private DevTools() {}

    /** Sends {@code command} to the tab {@code target} of the browser at {@code address}, a host and a port; its result. */
    static JsonObject send(String address, String target, String command, Map<String, Object> parameters) {
        DevTools line = new DevTools();
        WebSocket socket = Await.result(HTTP.newWebSocketBuilder()
                .buildAsync(URI.create("ws://" + address + "/devtools/page/" + target), line));
        try {
            Map<String, Object> message = Map.of("id", 1, "method", command, "params", parameters);
            Await.result(socket.sendText(new Gson().toJson(message), true));
            JsonObject said = Await.result(line.answer);
            if (said.has("error")) {
                throw new AssertionError(command + ": " + said);
            }
            return said.getAsJsonObject("result");
        } finally {
            socket.abort();
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
            text.setLength(0);
            if (message.has("id")) {
                answer.complete(message);
            }
        }
        socket.request(1);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        answer.completeExceptionally(error);
    }
}
