package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;

/** What those get who wait while their node is stopped in good order. */
class RoomsStopIT {

    @Test
    @DisplayName("S2 2.2: a poll that is held when its node stops is answered as one in which nothing happened")
    void aHeldPollIsAnsweredAtTheEnd() throws Exception {
        try (RoomsCluster cluster = new RoomsCluster()) {
            for (int node = 0; node < 2; node++) {
                int at = node;
                Someone ana = cluster.calm.login("ana");
                OpenPage page = ana.page("/stop").beat(at);
                JsonObject first = Someone.json(ana.post(at, Someone.PRESENCE + "/poll", page.form()));
                String[] form = page.form("lastHash", first.get("hash").getAsString());
                CompletableFuture<HttpResponse<String>> held = CompletableFuture.supplyAsync(() -> {
                    try {
                        return ana.post(at, Someone.PRESENCE + "/poll", form);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                Await.until(
                        "the poll is held",
                        () -> ana.get(at, "/whosonline/metrics").body().contains("whosonline_rooms_followers 1.0"));
                assertFalse(held.isDone());
                cluster.nodes.get(at).stop();
                HttpResponse<String> answer = Await.result(held);
                assertEquals(200, answer.statusCode());
                assertEquals("{\"hasChanged\":false}", answer.body(), () -> "At " + cluster.nodes.get(at));
                page.leave(1 - at);
                cluster.nodes.get(at).start();
            }
        }
    }
}
