package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.whosonline.cases.host.Shy;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jmx;
import org.whosonline.testing.Server;

/** Who hides, on everything that shows who is on the site; in applications that bring a hook of their own. */
@ParameterizedClass
@EnumSource(Container.class)
class HiddenCasesIT {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static final String SERVICE = "WEB-INF/classes/META-INF/services/org.whosonline.web.Visibility";

    private static final String HIDE_JSP = """
            <%@ page session="false" %><% String hidden = "hidden:" + request.getParameter("user");
            if (request.getParameter("off") == null) {
              application.setAttribute(hidden, true);
            } else {
              application.removeAttribute(hidden);
            } %>noted""";

    private static final String TAGS_JSP = """
            <%@ page contentType="text/html;charset=UTF-8" session="false" %><%@ taglib prefix="w" uri="whosonline" %>
            <w:online var="online"/>
            <h1><w:count format="short"/></h1>
            <div><w:users/></div>
            <p><w:ifOnline user="${param.of}">there</w:ifOnline><w:ifOnline user="${param.of}" not="true">away</w:ifOnline>
            ${online.count} ${online.hidden} ${online.users.size()}</p>
            """;

    private static Server server;

    private final String ana = "ana" + NEXT.incrementAndGet();
    private final String bo = "bo" + NEXT.get();
    private String path;
    private Client anasBrowser;
    private Client bosBrowser;

    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = container.create();
        Host.withSessions("/host")
                .file(SERVICE, Shy.class.getName())
                .file("hide.jsp", HIDE_JSP)
                .file("tags.jsp", TAGS_JSP)
                .deployOn(server);
        server.deploy(
                "/demo",
                demo(),
                Map.of(
                        SERVICE,
                        Shy.class.getName(),
                        "hide.jsp",
                        HIDE_JSP,
                        "WEB-INF/classes/whosonline.properties",
                        "whosonline.list.public=true\n"));
        server.start();
    }

    /** The demo with the hook of the host application. */
    private static Path demo() throws Exception {
        Path war = Apps.war(Server.war().resolveSibling("shy-demo.war"), Map.of());
        try (FileSystem zip = FileSystems.newFileSystem(war)) {
            Path target = zip.getPath("/WEB-INF/classes/org/whosonline/cases/host/Shy.class");
            Files.createDirectories(target.getParent());
            Files.copy(Host.classes().resolve("Shy.class"), target);
        }
        return war;
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    private void logIn(String path) throws Exception {
        this.path = path;
        anasBrowser = new Client(server, path);
        bosBrowser = new Client(server, path);
        assertEquals(302, anasBrowser.login(ana).statusCode());
        assertEquals(302, bosBrowser.login(bo).statusCode());
        Look.awaitCount(2, bosBrowser);
    }

    @AfterEach
    void leave() throws Exception {
        for (Client browser : List.of(anasBrowser, bosBrowser)) {
            browser.post("/logout", "how", "invalidate");
        }
        Look.awaitCount(0, new Client(server, path));
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H10: hidden by the application, a user is on no list, tag or page but their own")
    void hiddenOnEveryList() throws Exception {
        logIn("/host");
        assertEquals("noted", anasBrowser.get("/hide.jsp?user=" + ana).body().strip());

        JsonObject others = bosBrowser.json("/whosonline/online");
        assertEquals(List.of(bo), Site.ids(others));
        assertEquals(2, others.get("count").getAsInt());
        assertEquals(1, others.get("hidden").getAsInt());
        assertFalse(others.toString().contains(ana), others::toString);
        JsonObject own = anasBrowser.json("/whosonline/online");
        assertEquals(List.of(ana, bo), Site.ids(own));
        JsonElement self = own.getAsJsonArray("users").get(0);
        assertTrue(self.getAsJsonObject().get("hidden").getAsBoolean());
        assertFalse(own.getAsJsonArray("users").get(1).getAsJsonObject().has("hidden"));
        assertEquals(2, Look.count(bosBrowser));

        String page = bosBrowser.get("/tags.jsp?of=" + ana).body();
        assertFalse(page.contains(ana), page);
        assertTrue(page.contains("<h1>2 users online: 1 member, 1 hidden</h1>"), page);
        assertTrue(page.replaceAll("\\s+", " ").contains("<p>away 2 1 1</p>"), page);
        String ownPage = anasBrowser.get("/tags.jsp?of=" + ana).body();
        assertTrue(
                ownPage.contains(
                        "<li><bdi>" + ana + "</bdi> <span class=\"whosonline-hidden\" lang=\"en\">hidden</span>"),
                ownPage);
        assertTrue(ownPage.replaceAll("\\s+", " ").contains("<p>there 2 1 2</p>"), ownPage);
        // From Java, a page that knows nothing of hidden users does not show them either.
        String scriptlets = anasBrowser.get("/page.jsp").body();
        assertTrue(scriptlets.contains("<p id=\"count\">2</p>"), scriptlets);
        assertFalse(scriptlets.contains(ana), scriptlets);

        try (Jmx console = new Jmx(server)) {
            assertEquals(2, console.get("/host", "main", "UsersOnline"));
            assertEquals(1, console.get("/host", "main", "UsersHidden"));
        }
        anasBrowser.get("/hide.jsp?off=&user=" + ana);
        Look.awaitUsers(bosBrowser, ana, bo);
        assertEquals(0, bosBrowser.json("/whosonline/online").get("hidden").getAsInt());
    }

    @Test
    @DisplayName("PRIV-H05, PRIV-H09, PRIV-H10: on the demo's page, which everybody may read, the same")
    void hiddenOnTheDemo() throws Exception {
        logIn("/demo");
        anasBrowser.get("/hide.jsp?user=" + ana);
        Client anybody = new Client(server, "/demo");
        Await.until(
                "the number tells",
                Look.SOON,
                () -> anybody.get("/").body().contains(">2 users online: 1 member, 1 hidden</whos-online>"));
        for (Client other : List.of(bosBrowser, anybody)) {
            assertFalse(other.get("/").body().contains(ana));
            assertFalse(other.get("/whosonline/online").body().contains(ana));
        }
        String own = anasBrowser.get("/").body();
        assertTrue(own.contains("<bdi>" + ana + "</bdi>"), own);
        assertEquals(2, own.split("hidden from others", -1).length, own);
        anasBrowser.get("/hide.jsp?off=&user=" + ana);
        Look.awaitUsers(anybody, ana, bo);
    }
}
