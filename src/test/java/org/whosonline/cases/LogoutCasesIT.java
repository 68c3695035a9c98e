package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** How people log out, and who may see who is there; on the store inside the JVM. */
@ParameterizedClass
@EnumSource(Container.class)
class LogoutCasesIT {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Server server;

    private final String user = "user" + NEXT.incrementAndGet();

    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = container.create();
        Host.withSessions("/host").deployOn(server);
        Host.withPrincipals("/form")
                .option("list.public", "true")
                .containerLogin(server, "FORM")
                .deployOn(server);
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/host|invalidate",
                "/host|attribute",
                "/form|logout",
                "/form|logout, invalidate",
                "/form|invalidate, logout",
                "/form|invalidate"
            })
    @DisplayName(
            "PRIV-H07, PRIV-H06: whichever way somebody logs out, they leave at once, and may read no list after it")
    void everyLogoutLeaves(String contextPath, String how) throws Exception {
        Client watcher = loggedIn("/host", "watcher");
        Client ana = new Client(server, contextPath);
        boolean container = contextPath.equals("/form");
        String id = container ? "ana" : user;
        ana.post("/login", "user", id, "password", container ? "secret" : null);
        Client reader = container ? ana : watcher;
        Await.until("the user is listed", Look.SOON, () -> Look.users(reader).contains(id));
        assertEquals(200, ana.post("/logout", "how", how).statusCode());
        Await.until("the user is gone", Look.SOON, () -> !Look.users(reader).contains(id));
        if (!container) {
            HttpResponse<String> list = ana.get("/whosonline/online");
            assertEquals(401, list.statusCode());
            assertFalse(list.body().contains("watcher"), list::body);
        }
    }

    @Test
    @DisplayName("PRIV-H07: a session that times out takes its user away, long before the window is over")
    void aTimeoutLeaves() throws Exception {
        Client watcher = loggedIn("/host", "watcher");
        Client ana = new Client(server, "/host");
        ana.post("/login", "user", user, "idleSeconds", "1");
        Await.until("the user is listed", Look.SOON, () -> Look.users(watcher).contains(user));
        awaitNextSecond();
        awaitNextSecond();
        // Containers look after their sessions now and then; the dead cookie makes them look at once.
        ana.get("/plain.jsp");
        Await.until("the user is gone", Look.SOON, () -> !Look.users(watcher).contains(user));
    }

    @Test
    @DisplayName("PRIV-H09: the list is for users unless the site is open; the number is for everybody")
    void theListIsForUsers() throws Exception {
        loggedIn("/host", user);
        HttpResponse<String> list = new Client(server, "/host").get("/whosonline/online");
        assertEquals(401, list.statusCode());
        assertFalse(list.body().contains(user), list::body);
        Client anybody = new Client(server, "/host");
        Await.until("the number is known", Look.SOON, () -> Look.count(anybody) > 0);
        assertEquals(200, new Client(server, "/form").get("/whosonline/online").statusCode());
    }

    private static void awaitNextSecond() {
        long begin = System.nanoTime();
        Await.until("a second has passed", () -> System.nanoTime() - begin > 1_100_000_000L);
    }

    private static Client loggedIn(String contextPath, String user) throws Exception {
        Client client = new Client(server, contextPath);
        assertEquals(302, client.login(user).statusCode());
        return client;
    }
}
