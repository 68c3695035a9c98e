package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.whosonline.testing.Server;

/** One application on all nodes of a cluster, as the clients of its rooms see it. Thread-safe. */
final class RoomsSite {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    final List<Server> nodes;
    final String contextPath;

    /** One for all users, whose cookies are no business of it: some hundred would be as many threads. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RoomsSite(List<Server> nodes, String contextPath) {
        this.nodes = nodes;
        this.contextPath = contextPath;
    }

    /** A user who is logged in on each node. */
    Someone login(String id) throws Exception {
        Someone someone = new Someone(this, id);
        for (int node = 0; node < nodes.size(); node++) {
            someone.login(node);
        }
        return someone;
    }

    /** A new session of {@code user}; answers its cookie. */
    String session(int node, String user) throws Exception {
        HttpResponse<String> answer = send(node, "/login", null, "user", user);
        assertEquals(302, answer.statusCode(), answer.body());
        return answer.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
    }

    /**
     * Sends a form, or a GET where there is none.
     *
     * @param cookie null for none
     * @param form names and values in turn
     */
    HttpResponse<String> send(int node, String path, String cookie, String... form) throws Exception {
        return send(TIMEOUT, node, path, cookie, form);
    }

    /** The same with a time after which there is no answer. */
    HttpResponse<String> send(Duration timeout, int node, String path, String cookie, String... form) throws Exception {
        URI address = nodes.get(node).uri(contextPath + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(timeout);
        if (cookie != null) {
            request.header("Cookie", cookie);
        }
        if (form.length > 0) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(encode(form)));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static String encode(String... form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            body.append(i == 0 ? "" : "&").append(form[i]).append('=').append(encode(form[i + 1]));
        }
        return body.toString();
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
