package org.whosonline.demo;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** The WAR that the build made, in the containers that it is made for, on the store inside the JVM. */
@ParameterizedClass
@EnumSource(Container.class)
abstract class OnBothServers {

    /**
     * For users of their own in every test: whoever logs in once more within the second of a logout is seen with the
     * next page view only.
     */
    private static final AtomicInteger NEXT = new AtomicInteger();

    final int n = NEXT.incrementAndGet();
    final String a = "a" + n;
    final String b = "b" + n;

    /** How long a change may take to be seen by everybody. */
    static final Duration SOON = Duration.ofSeconds(6);

    private static final String BROKEN_PAGE =
            "<%@ page session=\"false\" %><% if (true) { throw new IllegalStateException(\"secret\"); } %>";

    static Server server;

    private final List<Client> visitors = new ArrayList<>();

    /** Which one the server is, for the names of the tests. */
    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = container.create();
        server.deploy("", Server.war(), Map.of("broken.jsp", BROKEN_PAGE));
        server.deploy(
                "/open",
                Server.war(),
                Map.of("WEB-INF/classes/whosonline.properties", "whosonline.list.public=true\n"));
        server.deploy(
                "/auto",
                Server.war(),
                Map.of("WEB-INF/classes/whosonline.properties", "whosonline.demo.auto-login=true\n"));
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void logOutAll() throws Exception {
        for (Client visitor : visitors) {
            visitor.logout();
        }
        awaitCount(0);
    }

    final Client visitor(String contextPath) {
        Client visitor = new Client(server, contextPath);
        visitors.add(visitor);
        return visitor;
    }

    final void awaitCount(int count) throws Exception {
        Client anybody = new Client(server, "");
        Await.until(count + " users are online", SOON, () -> {
            JsonElement now = anybody.json("/whosonline/online/count").get("count");
            return !now.isJsonNull() && now.getAsInt() == count;
        });
    }

    static String type(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElse("none").replaceAll(";.*", "");
    }

    /** What a reader sees, blanks and line breaks as one blank. */
    static String text(String html) {
        return html.replaceAll("(?s)<head>.*</head>", "")
                .replaceAll("(?s)<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .replace(" ,", ",")
                .trim();
    }

    /** "name/id" of each user listed. */
    static List<String> users(JsonObject list) {
        return list.getAsJsonArray("users").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(user ->
                        user.get("name").getAsString() + "/" + user.get("id").getAsString())
                .toList();
    }
}
