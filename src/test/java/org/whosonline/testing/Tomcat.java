package org.whosonline.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** A Tomcat as it is distributed, with the manager application for taking applications away and looking for leaks. */
public final class Tomcat extends Server {

    private static final String SERVER_XML = """
            <Server port="%d" address="127.0.0.1" shutdown="SHUTDOWN">
              <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
              <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
              <GlobalNamingResources>
                <Resource name="UserDatabase" auth="Container" type="org.apache.catalina.UserDatabase"
                          factory="org.apache.catalina.users.MemoryUserDatabaseFactory"
                          pathname="conf/tomcat-users.xml"/>
              </GlobalNamingResources>
              <Service name="Catalina">
                <Connector port="%d" address="127.0.0.1" protocol="HTTP/1.1" %s/>
                <Engine name="Catalina" defaultHost="localhost">
                  <Realm className="org.apache.catalina.realm.UserDatabaseRealm" resourceName="UserDatabase"/>
                  <Host name="localhost" appBase="webapps" unpackWARs="true" autoDeploy="false"/>
                </Engine>
              </Service>
            </Server>
            """;

    private static final String USERS_XML = """
            <tomcat-users xmlns="http://tomcat.apache.org/xml">
              <role rolename="manager-script"/>
              <user username="test" password="test" roles="manager-script"/>
            </tomcat-users>
            """;

    private static final String MANAGER_XML = """
            <Context docBase="${catalina.home}/webapps/manager" privileged="true" antiResourceLocking="false"/>
            """;

    private static final String LOGGING = """
            handlers = java.util.logging.ConsoleHandler
            .handlers = java.util.logging.ConsoleHandler
            .level = INFO
            java.util.logging.ConsoleHandler.formatter = org.apache.juli.OneLineFormatter
            """;

    /** What Tomcat's own script opens, so that it can find what an application has left behind. */
    private static final List<String> OPEN = List.of(
            "java.base/java.lang",
            "java.base/java.io",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.rmi/sun.rmi.transport");

    private final Path home;
    private final HttpClient http = HttpClient.newHttpClient();
    private String connector = "";
    private int shutdownPort;

    /** The oldest line that is supported. */
    public Tomcat() throws IOException {
        this("tomcat.home");
    }

    /** The newest line. */
    public static Tomcat eleven() throws IOException {
        return new Tomcat("tomcat11.home");
    }

    /** One that is too old. */
    public static Tomcat nine() throws IOException {
        return new Tomcat("tomcat9.home");
    }

    private Tomcat(String homeProperty) throws IOException {
        home = Path.of(property(homeProperty));
        Path conf = Files.createDirectories(base.resolve("conf"));
        Path host = Files.createDirectories(conf.resolve("Catalina/localhost"));
        Files.createDirectories(base.resolve("temp"));
        Files.copy(home.resolve("conf/web.xml"), conf.resolve("web.xml"));
        Files.writeString(conf.resolve("context.xml"), "<Context/>");
        Files.writeString(conf.resolve("tomcat-users.xml"), USERS_XML);
        Files.writeString(conf.resolve("logging.properties"), LOGGING);
        Files.writeString(host.resolve("manager.xml"), MANAGER_XML);
    }

    /** Sets attributes of the connector, as they stand in server.xml, from the next start on. */
    public void connector(String attributes) {
        connector = attributes;
    }

    @Override
    List<String> arguments(int port) throws IOException {
        // The shutdown port cannot be asked for afterwards; a moment lies between choosing and using it.
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            shutdownPort = free.getLocalPort();
        }
        Files.writeString(base.resolve("conf/server.xml"), SERVER_XML.formatted(shutdownPort, port, connector));
        List<String> arguments = new ArrayList<>();
        OPEN.forEach(open -> arguments.add("--add-opens=" + open + "=ALL-UNNAMED"));
        arguments.addAll(List.of(
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"),
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-Dcatalina.home=" + home,
                "-Dcatalina.base=" + base,
                "-cp",
                home.resolve("bin/bootstrap.jar") + ":" + home.resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return arguments;
    }

    @Override
    Pattern started() {
        return Pattern.compile("Server startup in \\[");
    }

    @Override
    Pattern failed() {
        return Pattern.compile("startup failed due to previous errors|Error deploying web application");
    }

    @Override
    Pattern listening() {
        return Pattern.compile("Starting ProtocolHandler \\[\"http-nio-127\\.0\\.0\\.1-(?:auto-\\d+-)?(\\d+)\"");
    }

    /** The same bytes that {@code catalina.sh stop} sends: threads that are no daemons then keep the process alive. */
    @Override
    void askToStop(Process process) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shutdownPort)) {
            socket.getOutputStream().write("SHUTDOWN".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Puts a library where all applications see it, from the next start on. */
    public void share(String jar, byte[] content) throws IOException {
        Files.write(Files.createDirectories(base.resolve("lib")).resolve(jar), content);
    }

    /** Takes an application away while the others run; returns when it is gone. */
    public void undeploy(String contextPath) throws Exception {
        manager("undeploy?path=" + contextPath);
    }

    /** Deploys {@code war} while the others run; returns when it is started. */
    public void deployNow(String contextPath, Path war) throws Exception {
        manager("deploy?path=" + contextPath + "&war=" + war.toUri());
    }

    /** The context paths of applications that were taken away and whose classes are still in memory. */
    public List<String> findLeaks() throws Exception {
        return manager("findleaks?statusLine=true")
                .lines()
                .skip(1)
                .filter(line -> !line.isBlank())
                .toList();
    }

    private String manager(String command) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(uri("/manager/text/") + command))
                        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString("test:test".getBytes()))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200 || !response.body().startsWith("OK")) {
            throw new AssertionError("manager " + command + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    @Override
    public String toString() {
        return "Tomcat";
    }
}
