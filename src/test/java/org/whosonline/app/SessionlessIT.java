package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whosonline.testing.Await;
import org.whosonline.testing.Jmx;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** S1 1.15 on a real Tomcat: users log in with BASIC, and there are no sessions at all. */
class SessionlessIT {

    /** More than a node remembers. */
    private static final int USERS = 10_300;

    private static final int AT_ONCE = 16;

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <security-constraint>
                <web-resource-collection>
                  <web-resource-name>all</web-resource-name>
                  <url-pattern>/*</url-pattern>
                </web-resource-collection>
                <auth-constraint><role-name>user</role-name></auth-constraint>
              </security-constraint>
              <login-config><auth-method>BASIC</auth-method></login-config>
              <security-role><role-name>user</role-name></security-role>
            </web-app>
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final MemcachedProcess memcached = MemcachedProcess.running();
    private Tomcat tomcat;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StringBuilder users = new StringBuilder("<tomcat-users>\n");
        for (int i = 0; i < USERS; i++) {
            users.append("<user username=\"user").append(i).append("\" password=\"p\" roles=\"user\"/>\n");
        }
        Path file = Files.writeString(directory.resolve("users.xml"), users.append("</tomcat-users>\n"));
        tomcat = new Tomcat();
        tomcat.deploy(
                "/app",
                Server.war(),
                Map.of(
                        "WEB-INF/web.xml",
                        WEB_XML,
                        "META-INF/context.xml",
                        "<Context><Realm className=\"org.apache.catalina.realm.MemoryRealm\" pathname=\"" + file
                                + "\"/></Context>",
                        "page.jsp",
                        "<%@ page session=\"false\" %><%= request.getRemoteUser() %>"));
        tomcat.option("whosonline.memcached.servers", memcached.address());
        tomcat.option("whosonline.demo.auto-login", "false");
        tomcat.start();
    }

    @AfterEach
    void end() throws Exception {
        tomcat.close();
        memcached.close();
    }

    private HttpRequest request(String path, String user) {
        String credentials = Base64.getEncoder().encodeToString((user + ":p").getBytes(StandardCharsets.US_ASCII));
        return HttpRequest.newBuilder(tomcat.uri("/app" + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Authorization", "Basic " + credentials)
                .build();
    }

    private HttpResponse<String> view(String user) throws Exception {
        HttpResponse<String> response = http.send(request("/page.jsp", user), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode());
        assertEquals(user, response.body().strip());
        assertTrue(response.headers().firstValue("Set-Cookie").isEmpty(), "a session was made");
        return response;
    }

    /** Every user of a range looks at one page, several at a time. */
    private void all(int from, int to) throws Exception {
        Semaphore free = new Semaphore(AT_ONCE);
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        CompletableFuture<?>[] pages = new CompletableFuture<?>[to - from];
        for (int i = from; i < to; i++) {
            String user = "user" + i;
            free.acquire();
            pages[i - from] = http.sendAsync(request("/page.jsp", user), HttpResponse.BodyHandlers.ofString())
                    .whenComplete((response, fault) -> {
                        free.release();
                        if (fault != null || response.statusCode() != 200) {
                            wrong.add(user + ": " + (fault == null ? response.statusCode() : fault));
                        }
                    });
        }
        CompletableFuture.allOf(pages).join();
        assertTrue(wrong.isEmpty(), wrong::toString);
    }

    private int count() throws Exception {
        String body = http.send(request("/whosonline/online/count", "user0"), HttpResponse.BodyHandlers.ofString())
                .body();
        return JsonParser.parseString(body).getAsJsonObject().get("count").getAsInt();
    }

    @Test
    void usersWithoutSessionsCountOnceAndAreThrottled_S1_15() throws Exception {
        try (Jmx console = new Jmx(tomcat)) {
            for (int i = 0; i < 20; i++) {
                view("user1");
                view("user2");
            }
            Await.until("both are online", () -> count() == 2);
            assertEquals(2L, console.get("/app", "main", "Records"));

            memcached.kill();
            Await.until("the outage is noticed", () -> {
                view("user1");
                return !(boolean) console.get("/app", "main", "StoreAvailable");
            });
            memcached.start();
            Await.until("whoever goes on is back", () -> {
                view("user1");
                view("user2");
                return (int) console.get("/app", "main", "UsersOnline") == 2
                        && !(boolean) console.get("/app", "main", "Stale");
            });
        }
    }

    @Test
    void beyondWhatANodeRemembersNobodyIsLost_S1_15() throws Exception {
        try (Jmx console = new Jmx(tomcat)) {
            all(0, USERS);
            Await.until("all are online", () -> count() == USERS);
            long records = (long) console.get("/app", "main", "Records");
            assertEquals(USERS, records);
            // Those who came last are remembered, each for two minutes.
            all(USERS - 2_000, USERS);
            assertEquals(records, console.get("/app", "main", "Records"));
            // The first were forgotten, and are recorded once more.
            all(0, 10);
            Await.until("they are recorded again", () -> (long) console.get("/app", "main", "Records") == records + 10);
            assertEquals(USERS, count());
        }
    }
}
