package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.demo.Container;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;

/** The filter among forwards, includes, error pages and asynchronous requests, as it registers itself and as declared. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("waiting")
class DispatchCasesIT {

    /** Counts how often WhosOnline asks for the user: twice for each request that it looks at. */
    private static final String RESOLVER = """
            <context-param>
              <param-name>host.resolver</param-name>
              <param-value>true</param-value>
            </context-param>
            """;

    private static final String DECLARED = """
            <filter>
              <filter-name>ours</filter-name>
              <filter-class>org.whosonline.web.OnlineFilter</filter-class>
              %s
            </filter>
            <filter-mapping>
              <filter-name>ours</filter-name>
              <url-pattern>/*</url-pattern>
              %s
            </filter-mapping>
            """;

    private static final String EVERYWHERE = DECLARED.formatted(
            "<async-supported>true</async-supported>",
            "<dispatcher>REQUEST</dispatcher><dispatcher>FORWARD</dispatcher><dispatcher>INCLUDE</dispatcher>"
                    + "<dispatcher>ERROR</dispatcher><dispatcher>ASYNC</dispatcher>");

    private static final String WITHOUT_ASYNC = DECLARED.formatted("", "");

    private static final String TAGS_PAGE = """
            <%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
            <%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
            <b><c:out value="from the tag <>"/></b>
            <%@ include file="WEB-INF/online.jspf" %>
            """;

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static MemcachedProcess memcached;
    private static Server server;

    private final String user = "user" + NEXT.incrementAndGet();

    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        memcached = MemcachedProcess.running();
        server = container.create();
        server.option("whosonline.memcached.servers", memcached.address());
        deploy("/plain", RESOLVER);
        deploy("/everywhere", RESOLVER + EVERYWHERE);
        deploy("/unasync", RESOLVER + WITHOUT_ASYNC);
        Host tags = Host.withSessions("/tags").file("tags.jsp", TAGS_PAGE);
        try (Stream<Path> jars =
                Files.list(Path.of(System.getProperty("tomcat.home"), "webapps/examples/WEB-INF/lib"))) {
            jars.forEach(tags::library);
        }
        tags.deployOn(server);
        server.start();
    }

    private static void deploy(String contextPath, String webXml) throws Exception {
        Host.withSessions(contextPath)
                .option("record-after", "1s")
                .option("cleanup.enabled", "false")
                .webXml(webXml)
                .deployOn(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
        memcached.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/everywhere"})
    @DisplayName("DISP-H01: a forward to a page with two includes is looked at once, and is not shown twice")
    void aForwardIsOnePageView(String contextPath) throws Exception {
        Client ana = new Client(server, contextPath);
        ana.login(user);
        int once = questions(ana, "/plain.jsp");
        assertEquals(once, questions(ana, "/pages/forward"));
        assertEquals(once, questions(ana, "/nothing"));
        assertEquals(
                "<h1>Nest</h1> <i>part</i> <i>part</i>",
                ana.get("/pages/forward").body().trim().replaceAll("\\s+", " "));
    }

    /** How often WhosOnline asks for the user during a request for {@code path}. */
    private static int questions(Client client, String path) throws Exception {
        int before = Look.observed(client, "questions");
        client.get(path);
        // Of the requests for the figures themselves, the later half of the first and the earlier half of the second.
        return Look.observed(client, "questions") - before;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/everywhere"})
    @DisplayName(
            "DISP-H02: a page that throws gives one error page with its status and a short log, also without Memcached")
    void aBrokenPageGivesOneErrorPage(String contextPath) throws Exception {
        Client ana = new Client(server, contextPath);
        ana.login(user);
        assertOneErrorPage(ana);
        memcached.kill();
        try {
            assertOneErrorPage(ana);
        } finally {
            memcached.start();
            Await.until(
                    "the store is back",
                    () -> ana.json("/whosonline/health")
                            .get("status")
                            .getAsString()
                            .equals("up"));
        }
    }

    private static void assertOneErrorPage(Client client) throws Exception {
        int before = server.log().length();
        HttpResponse<String> page = client.get("/broken.jsp");
        assertEquals(500, page.statusCode());
        assertTrue(
                page.body().trim().matches("(?s)<h1>Sorry 500</h1>\\s*<p id=\"count\">(\\d+|unknown)</p>.*"),
                page::body);
        assertEquals(page.body().indexOf("<h1>"), page.body().lastIndexOf("<h1>"));
        String log = server.log().substring(before);
        assertFalse(log.contains("StackOverflow"), log);
        assertTrue(log.lines().count() < 300, log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/everywhere", "/unasync"})
    @DisplayName("DISP-H03, DISP-H04: asynchronous requests work however the filter came in, and record at their start")
    void anAsynchronousRequestIsRecordedAtItsStart(String contextPath) throws Exception {
        Client ana = new Client(server, contextPath);
        ana.login(user);
        Await.until("the login is recorded", () -> Look.records(memcached, contextPath, user) == 1);
        // Just recorded at its start; due again at its second half, when the throttle of one second is over.
        HttpResponse<String> slow = ana.get("/pages/slow?millis=3200");
        assertEquals(200, slow.statusCode());
        assertEquals("after a while", slow.body());
        assertEquals(1, Look.records(memcached, contextPath, user));

        ana.get("/pages/slow?millis=10");
        Await.until("the start is recorded", () -> Look.records(memcached, contextPath, user) == 2);
        // Nothing is left on the thread: whoever comes next is recorded under their own name.
        Client bo = new Client(server, contextPath);
        bo.login(user + "b");
        Await.until("the other is recorded", () -> Look.records(memcached, contextPath, user + "b") == 1);
        assertEquals(2, Look.records(memcached, contextPath, user));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/everywhere", "/tags"})
    @DisplayName("DISP-H05: error pages of web.xml show count and list, with and without a session")
    void errorPagesShowTheCount(String contextPath) throws Exception {
        Client ana = new Client(server, contextPath);
        ana.login(user);
        Client anybody = new Client(server, contextPath);
        for (Client visitor : List.of(ana, anybody)) {
            for (int status : List.of(404, 500)) {
                String path = status == 404 ? "/nothing" : "/broken.jsp";
                Await.until(
                        "the error page lists the user",
                        Look.SOON,
                        () -> visitor.get(path).body().contains("<li>" + user + "</li>"));
                HttpResponse<String> page = visitor.get(path);
                assertEquals(status, page.statusCode());
                assertTrue(page.body().contains("<h1>Sorry " + status + "</h1>"), page::body);
                assertFalse(page.body().contains("Exception"), page::body);
            }
        }
        assertEquals(Optional.empty(), anybody.session());
    }

    @Test
    @DisplayName("SHOW-H08: an application with a standard tag library of its own, and one without any, work")
    void ownTagLibrariesWork() throws Exception {
        HttpResponse<String> page = new Client(server, "/tags").get("/tags.jsp");
        assertEquals(200, page.statusCode(), page::body);
        assertTrue(page.body().contains("<b>from the tag &lt;&gt;</b>"), page::body);
        assertTrue(page.body().matches("(?s).*<p id=\"count\">\\d+</p>.*"), page::body);
        assertEquals(200, new Client(server, "/plain").get("/page.jsp").statusCode());
    }
}
