package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** S1 1.8 on a real Tomcat: a main list, a forum with a Memcached of its own, and a shop on the main one. */
class InstancesIT {

    private static final Duration RECOVERY = Duration.ofSeconds(15);
    private static final String PAGE = "<%@ page session=\"false\" %>page";

    private final MemcachedProcess main = MemcachedProcess.running();
    private final MemcachedProcess forum = MemcachedProcess.running();
    private Tomcat tomcat;

    @BeforeEach
    void prepare() throws Exception {
        tomcat = new Tomcat();
        tomcat.deploy(
                "/app",
                Server.war(),
                Map.of(
                        "forum/index.jsp",
                        PAGE,
                        "shop/index.jsp",
                        PAGE,
                        "WEB-INF/classes/whosonline.properties",
                        """
                        instances = forum, shop
                        instance.forum.servers = %s
                        instance.forum.paths = /forum/*
                        instance.forum.window = 6s
                        instance.forum.record-after = 2s
                        instance.shop.paths = /shop/*
                        cleanup.interval = 1s
                        """.formatted(forum.address())));
        tomcat.option("whosonline.memcached.servers", main.address());
        tomcat.start();
    }

    @AfterEach
    void end() throws Exception {
        tomcat.close();
        main.close();
        forum.close();
    }

    private Client visitor(String user) throws Exception {
        Client client = new Client(tomcat, "/app");
        assertEquals(302, client.login(user).statusCode());
        return client;
    }

    private static void view(Client client, String path) throws Exception {
        assertEquals(200, client.get(path).statusCode());
    }

    private static JsonObject list(Client client, String instance) throws Exception {
        return client.json("/whosonline/online" + (instance.isEmpty() ? "" : "?instance=" + instance));
    }

    private static JsonElement count(Client client, String instance) throws Exception {
        return client.json("/whosonline/online/count?instance=" + instance).get("count");
    }

    /** The ids on a list; its own number and that of the count's address agree with it. */
    private static List<String> online(Client client, String instance) throws Exception {
        JsonObject list = list(client, instance);
        assertFalse(list.get("stale").getAsBoolean(), list::toString);
        List<String> ids = list.getAsJsonArray("users").asList().stream()
                .map(user -> user.getAsJsonObject().get("id").getAsString())
                .toList();
        assertEquals(ids.size(), list.get("count").getAsInt());
        return ids;
    }

    private static void assertKeys(MemcachedProcess memcached, List<String> there, List<String> absent) {
        there.forEach(key -> assertTrue(memcached.ask("get " + key).startsWith("VALUE " + key), key));
        absent.forEach(key -> assertEquals("END", memcached.ask("get " + key), key));
    }

    @Test
    void listsKeysAndCountsAreFullySeparate_S1_8() throws Exception {
        Client ana = visitor("ana");
        Client bob = visitor("bob");
        view(ana, "/shop/index.jsp");
        view(bob, "/forum/index.jsp");
        assertEquals(List.of("ana", "bob"), online(ana, ""));
        assertEquals(List.of("bob"), online(ana, "forum"));
        assertEquals(List.of("ana"), online(ana, "shop"));
        assertEquals(1, count(ana, "forum").getAsInt());

        assertKeys(
                main,
                List.of("usersOnline", "numUsersOnline", "shop/usersOnline", "shop/numUsersOnline"),
                List.of("forum/usersOnline", "forum/numUsersOnline"));
        assertKeys(
                forum,
                List.of("forum/usersOnline", "forum/numUsersOnline"),
                List.of("usersOnline", "numUsersOnline", "shop/usersOnline"));

        bob.logout();
        assertEquals(List.of("ana"), online(ana, ""));
        assertEquals(List.of(), online(ana, "forum"));
        assertEquals("up", ana.json("/whosonline/health").get("status").getAsString());
    }

    @Test
    void eachListIsCleanedByItself_S1_8() throws Exception {
        Client ana = visitor("ana");
        view(ana, "/forum/index.jsp");
        view(ana, "/shop/index.jsp");
        Await.until(
                "the forum's window has passed, and its cleanup says so",
                () -> Pattern.compile("Cleanup of forum: 0 users online, 1 removed, saved")
                        .matcher(tomcat.log())
                        .find());
        // The page may show a reading of some seconds ago.
        Await.until("nobody is shown in the forum", () -> online(ana, "forum").isEmpty());
        assertEquals(List.of("ana"), online(ana, ""));
        assertEquals(List.of("ana"), online(ana, "shop"));
        assertEquals("VALUE forum/numUsersOnline 0 1", forum.ask("get forum/numUsersOnline"));
        assertKeys(main, List.of("usersOnline:turn", "shop/usersOnline:turn"), List.of("forum/usersOnline:turn"));
    }

    @Test
    void anUnknownListIsNamedToNobody_S1_8() throws Exception {
        HttpResponse<String> count = new Client(tomcat, "/app").get("/whosonline/online/count?instance=nothing");
        assertEquals(400, count.statusCode());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"instance: There is no such list.\"}",
                count.body());
        assertEquals(
                401,
                new Client(tomcat, "/app")
                        .get("/whosonline/online?instance=nothing")
                        .statusCode());
        assertEquals(
                400, visitor("ana").get("/whosonline/online?instance=nothing").statusCode());
    }

    @Test
    void aMemcachedKilledTakesOnlyItsOwnListAway_S1_8() throws Exception {
        Client ana = visitor("ana");
        view(ana, "/forum/index.jsp");
        view(ana, "/shop/index.jsp");
        assertEquals(List.of("ana"), online(ana, "forum"));

        forum.kill();
        Await.until("nobody knows who is in the forum, which is not zero", RECOVERY, () -> {
            view(ana, "/forum/index.jsp");
            return count(ana, "forum").isJsonNull();
        });
        visitor("bob");
        Await.until("the main list is right", RECOVERY, () -> online(ana, "").equals(List.of("ana", "bob")));
        assertEquals(List.of("ana"), online(ana, "shop"));
        JsonObject health = ana.json("/whosonline/health");
        assertEquals("degraded", health.get("status").getAsString());
        assertFalse(health.get("storeAvailable").getAsBoolean());

        forum.start();
        Await.until("the forum is back", RECOVERY, () -> {
            view(ana, "/forum/index.jsp");
            JsonObject list = list(ana, "forum");
            return !list.get("stale").getAsBoolean() && list.get("count").getAsInt() == 1;
        });
        Await.until(
                "all is well",
                RECOVERY,
                () -> ana.json("/whosonline/health").get("status").getAsString().equals("up"));
    }

    /** Some are on two lists, and machines on none: the site's number is no sum. */
    @Test
    void theTotalIsTheNumberOfUsers_COUNT_H02() throws Exception {
        List<Client> users = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            users.add(visitor("user" + i));
        }
        for (Client client : users.subList(0, 2)) {
            view(client, "/forum/index.jsp");
            view(client, "/shop/index.jsp");
        }
        HttpClient http = HttpClient.newHttpClient();
        for (int i = 0; i < 20; i++) {
            HttpRequest crawler = HttpRequest.newBuilder(tomcat.uri("/app/forum/index.jsp"))
                    .header("User-Agent", "Googlebot/2." + i)
                    .build();
            assertEquals(
                    200,
                    http.send(crawler, HttpResponse.BodyHandlers.discarding()).statusCode());
        }
        assertEquals(5, count(users.get(0), "").getAsInt());
        assertEquals(List.of("user0", "user1"), online(users.get(0), "forum"));
        assertEquals(List.of("user0", "user1"), online(users.get(0), "shop"));
    }
}
