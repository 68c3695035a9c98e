package org.whosonline.cases;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.whosonline.cases.host.Observer;
import org.whosonline.testing.Server;

/**
 * An application of somebody else with the WhosOnline JAR and its libraries dropped into {@code WEB-INF/lib}, and
 * nothing about it in web.xml unless a test says so. Each has a prefix of its own: its context path, if any, and a hyphen.
 */
public final class Host {

    private static final Path PAGES = Path.of("src/test/webapp/host");
    private static final String OPTIONS = "WEB-INF/classes/whosonline.properties";
    private static final String WEB_XML = "WEB-INF/web.xml";

    /** For Jetty, which is told of logins by the application; Tomcat has them in a file of its own. */
    private static final String JETTY_LOGINS = """
            <?xml version="1.0"?>
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_12_0.dtd">
            <Configure class="org.eclipse.jetty.ee10.webapp.WebAppContext">
              <Get name="securityHandler">
                <Set name="loginService">
                  <New class="org.eclipse.jetty.security.HashLoginService">
                    <Set name="name">host</Set>
                    <Set name="userStore">
                      <New class="org.eclipse.jetty.security.UserStore">
                        <Call name="addUser">
                          <Arg>ana</Arg>
                          <Arg>
                            <Call class="org.eclipse.jetty.util.security.Credential" name="getCredential">
                              <Arg>secret</Arg>
                            </Call>
                          </Arg>
                          <Arg><Array type="String"><Item>user</Item></Array></Arg>
                        </Call>
                      </New>
                    </Set>
                  </New>
                </Set>
              </Get>
            </Configure>
            """;

    private static final String TOMCAT_LOGINS = """
            <tomcat-users xmlns="http://tomcat.apache.org/xml">
              <role rolename="user"/>
              <user username="ana" password="secret" roles="user"/>
            </tomcat-users>
            """;

    private final String contextPath;
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, Path> libraries = new HashMap<>();
    private final StringBuilder options = new StringBuilder();
    private boolean inOneJar;

    /** One whose users are known by the session attribute {@code user}. */
    public static Host withSessions(String contextPath) {
        return new Host(contextPath).option("user.attribute", "user");
    }

    /** One whose users are known by the container, by a cookie or by a header. */
    public static Host withPrincipals(String contextPath) {
        return new Host(contextPath);
    }

    private Host(String contextPath) {
        this.contextPath = contextPath;
        option("prefix", prefix(contextPath));
    }

    /** What all keys of the application at {@code contextPath} begin with. */
    static String prefix(String contextPath) {
        return contextPath.replaceFirst("^/", "") + "-";
    }

    public Host option(String key, String value) {
        options.append("whosonline.").append(key).append('=').append(value).append('\n');
        return this;
    }

    /** Adds all files below {@code root}, which are text. */
    public Host files(Path root) throws IOException {
        try (Stream<Path> found = Files.walk(root)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                file(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return this;
    }

    /** Adds lines to web.xml. */
    public Host webXml(String more) throws IOException {
        String xml = Files.readString(PAGES.resolve(WEB_XML));
        return file(WEB_XML, xml.replace("<!-- more -->", more));
    }

    public Host file(String path, String content) {
        files.put(path, content);
        return this;
    }

    /** Replaces web.xml by a declaration of the application's own that keeps its content. */
    Host webXmlElement(String attributes) throws IOException {
        String xml = files.getOrDefault(WEB_XML, Files.readString(PAGES.resolve(WEB_XML)));
        return file(WEB_XML, xml.replace("version=\"6.0\">", "version=\"6.0\" " + attributes + ">"));
    }

    /** Drops in the one JAR that has all libraries within it, instead of the JAR and its libraries. */
    Host inOneJar() {
        inOneJar = true;
        return this;
    }

    /** Provides {@code implementation} for {@code hook}, as a service. */
    public Host service(Class<?> hook, Class<?> implementation) {
        return file("WEB-INF/classes/META-INF/services/" + hook.getName(), implementation.getName() + '\n');
    }

    /** Adds a library of the application's own. */
    Host library(Path jar) {
        libraries.put(jar.getFileName().toString(), jar);
        return this;
    }

    /** Lets the container know the user {@code ana} with the password {@code secret}. */
    Host containerLogin(Server server, String method) throws IOException {
        server.configure("conf/tomcat-users.xml", TOMCAT_LOGINS);
        return file("WEB-INF/jetty-ee10-web.xml", JETTY_LOGINS).webXml("""
                        <security-constraint>
                          <web-resource-collection>
                            <web-resource-name>members</web-resource-name>
                            <url-pattern>/app.css</url-pattern>
                          </web-resource-collection>
                          <auth-constraint><role-name>user</role-name></auth-constraint>
                        </security-constraint>
                        <login-config>
                          <auth-method>%s</auth-method>
                          <realm-name>host</realm-name>
                          <form-login-config>
                            <form-login-page>/plain.jsp</form-login-page>
                            <form-error-page>/plain.jsp</form-error-page>
                          </form-login-config>
                        </login-config>
                        <security-role><role-name>user</role-name></security-role>
                        """.formatted(method));
    }

    /** Deploys it with the next start. */
    public void deployOn(Server server) throws Exception {
        files.put(OPTIONS, options.toString());
        deploy(server, true);
    }

    /** Deploys the same application without WhosOnline. */
    void deployWithoutUsOn(Server server) throws Exception {
        deploy(server, false);
    }

    private void deploy(Server server, boolean withUs) throws IOException, URISyntaxException {
        Path war = Files.createTempFile("whosonline-host", ".war");
        write(war, withUs);
        server.deploy(contextPath, war, files);
        Files.delete(war);
    }

    private void write(Path war, boolean withUs) throws IOException, URISyntaxException {
        try (OutputStream file = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            addTree(zip, PAGES, "");
            addTree(zip, classes(), "WEB-INF/classes/org/whosonline/cases/host/");
            if (withUs && inOneJar) {
                add(zip, "WEB-INF/lib/whosonline-all.jar", Files.readAllBytes(Server.allJar()));
            } else if (withUs) {
                add(zip, "WEB-INF/lib/whosonline.jar", Files.readAllBytes(Server.classesJar()));
                addOurLibraries(zip);
            }
            for (Map.Entry<String, Path> library : libraries.entrySet()) {
                add(zip, "WEB-INF/lib/" + library.getKey(), Files.readAllBytes(library.getValue()));
            }
        }
    }

    /** Where the compiled classes of the host application are. */
    static Path classes() throws URISyntaxException {
        URI root = Observer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        return Path.of(root).resolve("org/whosonline/cases/host");
    }

    private static void addTree(ZipOutputStream zip, Path root, String target) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                add(zip, target + root.relativize(file), Files.readAllBytes(file));
            }
        }
    }

    /** What the JAR needs is what the WAR of the demo has beside it. */
    private static void addOurLibraries(ZipOutputStream zip) throws IOException {
        try (FileSystem war = FileSystems.newFileSystem(Server.war());
                Stream<Path> found = Files.list(war.getPath("/WEB-INF/lib"))) {
            List<Path> jars = found.filter(jar -> !jar.getFileName().toString().startsWith("whosonline-"))
                    .toList();
            for (Path jar : jars) {
                add(zip, "WEB-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar));
            }
        }
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
