package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Readme;
import org.whosonline.testing.Server;

/** The commands of the README about rooms, word by word but for the port, against the demo. */
class ReadmeRoomsIT {

    @TempDir
    Path directory;

    @Test
    void theCommandsOfTheReadmeWork() throws Exception {
        try (Server server = new Jetty()) {
            server.deploy("", Server.war());
            server.start();
            List<String> commands = Readme.block("sh", "whosonline/presence/leave")
                    .lines()
                    .map(line ->
                            line.replace("http://localhost:8080", server.uri("").toString()))
                    .toList();
            List<String> answers = new ArrayList<>();
            for (int i = 0; i < commands.size(); i++) {
                answers.add(run(commands.get(i)));
                if (i == 1) {
                    // Whoever types them is slower than a server that has just started.
                    Await.until("she is listed", () -> run(commands.get(2)).contains("Ana"));
                }
            }
            assertEquals(5, answers.size());
            assertEquals("ana", json(answers.get(1)).get("viewerId").getAsString());
            assertEquals(
                    "ana-made-this-up-at-random",
                    json(answers.get(1)).getAsJsonArray("conn").get(0).getAsString());
            for (int i = 2; i <= 3; i++) {
                JsonObject viewer = Tab.viewers(json(answers.get(i))).get(0);
                assertEquals("Ana", viewer.get("viewerName").getAsString());
            }
            assertTrue(json(answers.get(3)).get("hasChanged").getAsBoolean());
            assertEquals("", answers.get(4));
            HttpResponse<String> nobody = new Client(server, "").get(Tab.listPath("/docs/42"));
            assertEquals(401, nobody.statusCode());
        }
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }

    private String run(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command.replaceFirst("^curl", "curl -sS --max-time 20"))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), said);
        return said;
    }
}
