package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.tags.TagPages.in;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** The tags in real containers: in the demo's WAR, and in one that has nothing but the JAR with what it needs. */
@ParameterizedClass
@EnumSource(TagsIT.Container.class)
class TagsIT {

    enum Container {
        TOMCAT,
        TOMCAT_11,
        JETTY
    }

    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Server server;

    private final String ana = "ana" + NEXT.incrementAndGet();
    private final Client visitor = new Client(server, "/foreign");
    private final Client anybody = new Client(server, "/foreign");

    /** For the names of the tests. */
    @Parameter
    Container container;

    @BeforeParameterizedClassInvocation
    static void start(Container container) throws Exception {
        server = switch (container) {
            case TOMCAT -> new Tomcat();
            case TOMCAT_11 -> Tomcat.eleven();
            case JETTY -> new Jetty();
        };
        server.deploy("/demo", Server.war(), TagPages.TWO);
        try (ForeignWar foreign = new ForeignWar()) {
            server.deploy("/foreign", foreign.path(), TagPages.ALL);
            server.deploy("/without", foreign.path(), TagPages.WITHOUT_US);
        }
        server.start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void logOut() throws Exception {
        if (visitor.session().isPresent()) {
            visitor.get("/logout.jsp");
        }
        Await.until(
                "everybody is gone",
                () -> anybody.json("/whosonline/online/count")
                        .get("count")
                        .toString()
                        .equals("0"));
    }

    private void login(String name) throws Exception {
        assertEquals(200, visitor.post("/login.jsp", "user", ana, "name", name).statusCode());
    }

    private static Optional<String> cacheControl(HttpResponse<String> page) {
        return page.headers().firstValue("Cache-Control");
    }

    /** SHOW-H03, SHOW-H04, SHOW-H08; COUNT-H01: also with what a page includes. */
    @Test
    void aForeignApplicationHasAllTagsByTheJarAlone() throws Exception {
        login("Ana");
        HttpResponse<String> response = visitor.get("/page.jsp?of=" + ana);
        String page = response.body();
        assertAll(
                () -> assertEquals(200, response.statusCode()),
                () -> assertEquals("1 user online", in("title", page)),
                () -> assertEquals("1 user online, active in the last 5 minutes", in("h1", page)),
                () -> assertEquals("1", in("b", page)),
                () -> assertEquals("1 true false 5", in("i", page)),
                () -> assertEquals(
                        "<ul class=\"whosonline-users\"><li><bdi>Ana</bdi></li></ul>", in("div id=\"plain\"", page)),
                () -> assertEquals(
                        "<ul class=\"whosonline-users\"><li><a href=\"/people?id=" + ana
                                + "\" title=\"Ana\">Ana</a></li></ul>",
                        in("div id=\"links\"", page)),
                () -> assertEquals("1 Ana", in("div id=\"bean\"", page)),
                () -> assertTrue(in("div id=\"time\"", page).matches("\\d{4}-.*Z"), page),
                () -> assertEquals(in("div id=\"time\"", page), in("div id=\"part\"", page)),
                () -> assertEquals("42", in("div id=\"me\"", page)),
                () -> assertEquals("", in("div id=\"not\"", page)),
                () -> assertEquals(Optional.of("private, no-store"), cacheControl(response)));
        String other = visitor.get("/page.jsp?of=nobody").body();
        assertEquals("", in("div id=\"me\"", other));
        assertEquals("away", in("div id=\"not\"", other));
    }

    @Test
    void theDocumentedLinesAreEnough() throws Exception {
        login("Ana");
        String page = visitor.get("/documented.jsp").body().strip();
        assertEquals(
                "1 user online, active in the last 5 minutes <ul class=\"whosonline-users\"><li><bdi>Ana</bdi></li></ul>",
                page.replaceAll("\\s+", " "));
    }

    /** PRIV-H09, SESS-H01, SESS-H08. */
    @ParameterizedTest
    @ValueSource(strings = {"/page.jsp?of=", "/broken.jsp?of=", "/documented.jsp", "/top.jsp"})
    void whoIsNotLoggedInGetsTheCountAndNoNamesNoCookieNoHeader(String path) throws Exception {
        login("hidden-name");
        Await.until(
                "ana is counted", () -> anybody.get("/documented.jsp").body().contains("1 user online"));
        HttpResponse<String> page = anybody.get(path.endsWith("=") ? path + ana : path);
        assertFalse(page.body().contains("hidden-name"), page::body);
        assertTrue(page.body().contains("Log in to see who is online."), page::body);
        assertEquals(Optional.empty(), page.headers().firstValue("Set-Cookie"));
        assertEquals(Optional.empty(), cacheControl(page));
        if (path.endsWith("=")) {
            assertEquals("", in("div id=\"me\"", page.body()));
            assertEquals("", in("div id=\"not\"", page.body()));
            assertEquals("0", in("div id=\"bean\"", page.body()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en|1 user online, active in the last 5 minutes|1|Log in to see who is online.",
                "ja-JP,ja;q=0.9|1人のユーザーがオンライン（過去5分間に活動）|1|オンラインのユーザーを見るには、ログインしてください。",
                "bn|১ জন ব্যবহারকারী অনলাইনে আছেন (গত ৫ মিনিটে সক্রিয়)|১|কারা অনলাইনে আছেন তা দেখতে লগ ইন করুন।",
                "fr|1 user online, active in the last 5 minutes|1|Log in to see who is online."
            })
    void speaksTheLanguageOfTheBrowser(String language, String sentence, String number, String note) throws Exception {
        login("Ana");
        Await.until(
                "ana is counted", () -> anybody.get("/documented.jsp").body().contains("1 user online"));
        String page = anybody.get("/page.jsp", "Accept-Language", language).body();
        assertEquals(sentence, in("h1", page));
        assertEquals(number, in("b", page));
        assertTrue(in("div id=\"plain\"", page).endsWith(">" + note + "</p>"), page);
    }

    static Stream<String> names() {
        return Stream.of(
                "</title></script><img src=x onerror=\"alert('1')\">${1+1}#{1}",
                "Tom & <Jerry> \"x\" &amp; 'y' {0}",
                "\ud83d\ude04 \u0645\u062d\u0645\u062f \u674e e\u0301 \u00df",
                "x".repeat(400));
    }

    /** PRIV-H01, PRIV-H02. */
    @ParameterizedTest
    @MethodSource("names")
    void anyNameIsEscapedExactlyOnce(String name) throws Exception {
        login(name);
        String page = visitor.get("/page.jsp").body();
        String escaped = Html.text(name);
        assertEquals(
                "<ul class=\"whosonline-users\"><li><bdi>" + escaped + "</bdi></li></ul>",
                in("div id=\"plain\"", page));
        assertTrue(in("div id=\"links\"", page).contains("title=\"" + escaped + "\">" + escaped + "</a>"), page);
        assertEquals("1 " + escaped, in("div id=\"bean\"", page));
        assertFalse(page.contains("<img"), page);
    }

    @Test
    void aPageThatFillsItsBufferFirstStaysPrivate() throws Exception {
        login("Ana");
        HttpResponse<String> page = visitor.get("/top.jsp");
        assertTrue(page.body().contains("<bdi>Ana</bdi>"), page::body);
        assertEquals(Optional.of("private, no-store"), cacheControl(page));
    }

    /** DISP-H05. */
    @Test
    void errorPagesHaveTags() throws Exception {
        login("Ana");
        HttpResponse<String> page = visitor.get("/broken.jsp?of=" + ana);
        assertEquals(500, page.statusCode());
        assertEquals("1 user online, active in the last 5 minutes", in("h1", page.body()));
        assertTrue(in("div id=\"plain\"", page.body()).contains("Ana"), page::body);
        assertEquals(Optional.of("private, no-store"), cacheControl(page));
    }

    @Test
    void anUnknownInstanceIsSaidInTheLogAndNotOnThePage() throws Exception {
        HttpResponse<String> page = anybody.get("/instance.jsp");
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("Number of users online unknown"), page::body);
        assertTrue(page.body().contains("Nobody can say at the moment who is online."), page::body);
        anybody.get("/instance.jsp");
        assertEquals(1, count("There is no instance \"shop\" of WhosOnline"), server::log);
    }

    @Test
    void whereWhosOnlineDoesNotRunPagesSaySoAndTheLogOnce() throws Exception {
        Client without = new Client(server, "/without");
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> page = without.get("/page.jsp?of=1");
            assertEquals(200, page.statusCode());
            assertEquals("Number of users online unknown", in("h1", page.body()));
            assertEquals("unknown", in("b", page.body()));
            assertEquals("false true 0", in("i", page.body()));
            assertTrue(in("div id=\"plain\"", page.body()).contains("Nobody can say"), page::body);
            assertEquals("", in("div id=\"not\"", page.body()));
            assertEquals(Optional.empty(), page.headers().firstValue("Set-Cookie"));
        }
        assertEquals(1, count("WhosOnline does not run in this application"), server::log);
    }

    @Test
    void aPageThatIsAddedToTheDemoFindsTheTags() throws Exception {
        Client demo = new Client(server, "/demo");
        demo.login(ana, "Ana");
        String page = demo.get("/page.jsp", "Accept-Language", "ja").body();
        assertEquals("1 user online, active in the last 5 minutes", in("h1", page), "web.xml says English");
        assertEquals("1 Ana", in("div id=\"bean\"", page));
        demo.logout();
    }

    private static long count(String text) {
        return server.log().lines().filter(line -> line.contains(text)).count();
    }
}
