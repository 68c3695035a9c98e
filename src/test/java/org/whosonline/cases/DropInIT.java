package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.cases.late.LateFilter;
import org.whosonline.cases.late.LateInitializer;
import org.whosonline.testing.Client;
import org.whosonline.testing.Exposition;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Readme;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/**
 * Applications of somebody else on every kind of server that the README names: with nothing but the JAR dropped in, in
 * both of its forms, and with each block of XML that the README has, word by word.
 */
@ParameterizedClass
@EnumSource(DropInIT.Kind.class)
class DropInIT {

    enum Kind {
        TOMCAT_10,
        TOMCAT_11,
        JETTY_12;

        Server create() throws IOException {
            return switch (this) {
                case TOMCAT_10 -> new Tomcat();
                case TOMCAT_11 -> Tomcat.eleven();
                case JETTY_12 -> new Jetty();
            };
        }
    }

    private static final String PAGE_HEAD = "<%@ page contentType=\"text/html;charset=UTF-8\" session=\"false\" %>\n";

    /** What of ours is registered in the application, one line each, without the files for browsers. */
    private static final String REGISTERED = """
            <%@ page contentType="text/plain;charset=UTF-8" session="false" %><%
            for (jakarta.servlet.FilterRegistration filter : application.getFilterRegistrations().values()) {
              if (("" + filter.getClassName()).startsWith("org.whosonline.web.")) {
                out.print("filter " + filter.getUrlPatternMappings() + "\\n");
              }
            }
            for (jakarta.servlet.ServletRegistration servlet : application.getServletRegistrations().values()) {
              if (("" + servlet.getClassName()).startsWith("org.whosonline.web.")
                  && !servlet.getClassName().endsWith(".BrowserServlet")) {
                out.print("servlet " + servlet.getMappings() + "\\n");
              }
            }
            %>""";

    private static final String ABSOLUTE = "<absolute-ordering/>";

    @TempDir
    private static Path directory;

    private static Server server;

    /** For the names of the tests. */
    @Parameter
    Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws Exception {
        String listener = Readme.block("xml", "org.whosonline.app.Lifecycle");
        String filter = Readme.block("xml", "org.whosonline.web.OnlineFilter");
        server = kind.create();
        deploy(host("/jar"));
        deploy(host("/one").inOneJar());
        deploy(host("/listener").webXml(listener));
        deploy(host("/filter").webXml(filter));
        deploy(host("/all").webXml(filter + listener).inOneJar());
        deploy(host("/complete").webXmlElement("metadata-complete=\"true\""));
        deploy(host("/both").webXml(listener).webXmlElement("metadata-complete=\"true\""));
        deploy(host("/ordered").webXml(ABSOLUTE + listener));
        deploy(host("/alone").webXml(ABSOLUTE + listener + filter).inOneJar());
        deploy(host("/named").webXml("<absolute-ordering><name>whosonline</name></absolute-ordering>"));
        for (String name : List.of("aa-late.jar", "zz-late.jar")) {
            deploy(host("/" + name.substring(0, 2)).library(lateJar(name)));
        }
        server.start();
    }

    /** A library whose initializer registers a filter that logs people in. */
    private static Path lateJar(String name) throws IOException {
        Path jar = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/jakarta.servlet.ServletContainerInitializer"));
            zip.write(LateInitializer.class.getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> type : List.of(
                    LateInitializer.class, LateFilter.class, LateFilter.class.getDeclaredClasses()[0])) {
                String path = type.getName().replace('.', '/') + ".class";
                zip.putNextEntry(new ZipEntry(path));
                try (InputStream bytes = type.getClassLoader().getResourceAsStream(path)) {
                    bytes.transferTo(zip);
                }
            }
        }
        return jar;
    }

    private static Host host(String contextPath) {
        return Host.withPrincipals(contextPath);
    }

    private static void deploy(Host host) throws Exception {
        host.file("online.jsp", PAGE_HEAD + Readme.block("jsp", "<w:count/>"))
                .file("registered.jsp", REGISTERED)
                .deployOn(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jar",
                "/one",
                "/listener",
                "/filter",
                "/all",
                "/complete",
                "/both",
                "/ordered",
                "/alone",
                "/named"
            })
    @DisplayName("SHOW-H04: an application that never mentions us counts its users and has the tags, registered once")
    void anApplicationCountsItsUsers(String contextPath) throws Exception {
        // Whom a filter of the application knows: so ours is behind it.
        HttpResponse<String> page =
                new Client(server, contextPath).header("X-Remote-User", "ana").get("/online.jsp");
        assertEquals(200, page.statusCode(), page::body);
        assertEquals(
                "1 user online, active in the last 5 minutes <ul class=\"whosonline-users\"><li><bdi>ana</bdi></li></ul>",
                page.body().strip().replaceAll("\\s+", " "));
        Client anybody = new Client(server, contextPath);
        assertEquals(1, anybody.json("/whosonline/online/count").get("count").getAsInt());
        assertEquals(401, anybody.get("/whosonline/online").statusCode());
        // No page view of eve.
        String script = new Client(server, contextPath)
                .header("X-Remote-User", "eve")
                .get("/whosonline/presence.js")
                .body();
        assertTrue(script.startsWith("const options={heartbeat:10000,"), script);
        Exposition figures = new Exposition(anybody.get("/whosonline/metrics").body());
        assertEquals(1, figures.main("users_online"));
        assertEquals(1, figures.main("records_total"));
        assertEquals(
                "filter [/*]\nservlet [/whosonline/health]\nservlet [/whosonline/metrics]\n"
                        + "servlet [/whosonline/online/count]\n"
                        + "servlet [/whosonline/online]\nservlet [/whosonline/presence/leave]\n"
                        + "servlet [/whosonline/presence/poll]\nservlet [/whosonline/presence/stream]\n"
                        + "servlet [/whosonline/presence]\n",
                sorted(anybody.get("/registered.jsp").body()));
        Pattern start = Pattern.compile("WhosOnline starts in the application \"" + contextPath + "\"");
        assertEquals(1, start.matcher(server.log()).results().count(), server::log);
        assertTrue(server.log().lines().noneMatch(line -> line.contains("SLF4J")), server::log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aa", "/zz"})
    @DisplayName("Whom a filter of another JAR knows is counted, whatever the JARs are called")
    void oursIsBehindTheFiltersOfOtherJars(String contextPath) throws Exception {
        String page = new Client(server, contextPath)
                .header("X-Late-User", "lea")
                .get("/online.jsp")
                .body();
        assertTrue(page.contains("<bdi>lea</bdi>"), page);
    }

    private static String sorted(String lines) {
        return lines.strip().lines().sorted().map(line -> line + "\n").reduce("", String::concat);
    }
}
