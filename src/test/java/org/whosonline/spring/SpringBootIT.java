package org.whosonline.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Exposition;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Readme;
import org.whosonline.testing.Server;
import org.whosonline.testing.SpringBoot;
import org.whosonline.testing.Tomcat;

/** An application of Spring Boot with Spring Security's form login, on embedded servers and as a WAR on others. */
class SpringBootIT {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    /** A reading every five seconds, two seconds for a session that ends outside of the filter, and the work. */
    private static final Duration SOON = Duration.ofSeconds(10);

    enum Kind {
        EMBEDDED_TOMCAT(""),
        EMBEDDED_JETTY(""),
        WAR_ON_TOMCAT_10("/sample"),
        WAR_ON_TOMCAT_11("/sample"),
        WAR_ON_JETTY_12("/sample");

        final String contextPath;

        Kind(String contextPath) {
            this.contextPath = contextPath;
        }

        Server create(Path directory) throws IOException {
            return switch (this) {
                case EMBEDDED_TOMCAT -> SpringBoot.onTomcat();
                case EMBEDDED_JETTY -> SpringBoot.onJetty();
                case WAR_ON_TOMCAT_10 -> withWar(new Tomcat(), directory);
                case WAR_ON_TOMCAT_11 -> withWar(Tomcat.eleven(), directory);
                case WAR_ON_JETTY_12 -> withWar(new Jetty(), directory);
            };
        }

        private Server withWar(Server server, Path directory) throws IOException {
            Path war = directory.resolve("sample.war");
            SpringBoot.writeWar(war);
            server.deploy(contextPath, war);
            return server;
        }
    }

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void countsWhoIsLoggedInAndIsThereOnce(Kind kind) throws Exception {
        try (Server server = kind.create(directory)) {
            server.start();
            Client anybody = new Client(server, kind.contextPath);
            assertEquals("Users online: 0", anybody.get("/").body(), "anonymousUser does not count");

            Client ana = login(new Client(server, kind.contextPath), "ana");
            assertEquals("Users online: 1", ana.get("/").body());
            Client bo = login(new Client(server, kind.contextPath), "bo");
            assertEquals("Users online: 2", bo.get("/").body());
            assertEquals(List.of("ana", "bo"), ids(bo));
            assertEquals(
                    2, anybody.json("/whosonline/online/count").get("count").getAsInt());
            assertTrue(
                    anybody.get("/whosonline/online")
                                    .headers()
                                    .firstValue("Location")
                                    .isPresent()
                            || anybody.get("/whosonline/online").statusCode() == 401,
                    "names are for users");

            assertEquals(2, new Exposition(bo.get("/whosonline/metrics").body()).main("users_online"));
            String figures = bo.get("/actuator/prometheus").body();
            assertTrue(figures.contains("jvm_info"), figures);
            // The one JAR has a Micrometer of its own, which the application's registry does not know.
            assertEquals(
                    kind != Kind.EMBEDDED_JETTY,
                    figures.contains("whosonline_users_online{instance=\"main\"} 2.0\n"),
                    figures);

            assertHooksOfRoomsAreBeans(kind, ana);

            assertEquals(302, post(ana, "/logout", "/logout").statusCode());
            Await.until("ana is gone", SOON, () -> ids(bo).equals(List.of("bo")));

            assertEquals(
                    "filter [/*], servlet [/whosonline/health], servlet [/whosonline/metrics],"
                            + " servlet [/whosonline/online/count], servlet [/whosonline/online],"
                            + " servlet [/whosonline/presence/leave], servlet [/whosonline/presence/poll],"
                            + " servlet [/whosonline/presence/stream], servlet [/whosonline/presence]",
                    // Files for browsers left out, but for the one that is made of the options.
                    bo.get("/registered")
                            .body()
                            .replaceAll(", servlet \\[[^,]*\\.[^,]*]|servlet \\[[^,]*\\.[^,]*], ", ""));
            assertTrue(bo.get("/whosonline/presence.js").body().startsWith("const options={heartbeat:10000,"));
            String starts = "WhosOnline starts in the application \"" + kind.contextPath + "\"";
            assertEquals(1, server.log().split(Pattern.quote(starts), -1).length - 1, server::log);
            assertTrue(server.log().contains("window PT7M"), "application.properties says so");
            server.stop();
            assertFalse(server.log().contains("did not end cleanly"), server::log);
            assertFalse(server.log().contains("has failed to stop it"), server::log);
        }
    }

    private static void assertHooksOfRoomsAreBeans(Kind kind, Client ana) throws Exception {
        String conn = "ana-made-this-up-at-random";
        String path = "/whosonline/presence";
        assertEquals(403, ana.post(path, "room", "/closed", "conn", conn).statusCode());
        assertEquals(
                200,
                ana.post(path, "room", "/open", "conn", conn, "state", "active").statusCode());
        assertEquals("ana", ana.get("/in?room=/open").body());
        if (kind == Kind.EMBEDDED_TOMCAT) {
            // Only one of them waits: who comes to a store that has just been started is told of after 15 seconds.
            Await.until(
                    "the listener was told",
                    Duration.ofSeconds(30),
                    () -> ana.post(path, "room", "/open", "conn", conn).statusCode() == 200
                            && ana.get("/told").body().equals("ana came to /open"));
        }
    }

    @Test
    void wrongOptionsRefuseTheStart() throws Exception {
        try (Server server = SpringBoot.onTomcat("--whosonline.windwo=5m")) {
            assertThrows(AssertionError.class, server::start);
            assertTrue(
                    server.log()
                            .contains(
                                    "WhosOnline cannot start: Property whosonline.windwo = \"5m\": there is no such option"),
                    server::log);
        }
    }

    @Test
    void theSampleIsWhatTheReadmeShows() throws Exception {
        String sample = Files.readString(Path.of("src/test/spring-boot/src/main/java/sample/SampleApplication.java"))
                .replaceAll("\\s+", " ");
        for (String text : List.of("SecurityFilterChain", "@GetMapping")) {
            String shown = Readme.block("java", text).strip().replaceAll("\\s+", " ");
            assertTrue(sample.contains(shown), shown);
        }
    }

    private static List<String> ids(Client client) throws Exception {
        return client.json("/whosonline/online").getAsJsonArray("users").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(user -> user.get("id").getAsString())
                .toList();
    }

    private static Client login(Client client, String user) throws Exception {
        HttpResponse<String> answer = post(client, "/login", "/login", "username", user, "password", "secret");
        assertEquals(302, answer.statusCode(), answer::body);
        return client;
    }

    /** Sends a form as a browser would: with the token that the page with the form has. */
    private static HttpResponse<String> post(Client client, String page, String path, String... form) throws Exception {
        Matcher token = CSRF.matcher(client.get(page).body());
        assertTrue(token.find(), page);
        String[] fields = new String[form.length + 2];
        System.arraycopy(form, 0, fields, 2, form.length);
        fields[0] = "_csrf";
        fields[1] = token.group(1);
        return client.post(path, fields);
    }
}
