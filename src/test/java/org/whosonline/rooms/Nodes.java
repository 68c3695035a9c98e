package org.whosonline.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.whosonline.testing.Client;
import org.whosonline.testing.EventSource;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Two nodes of one site, a Tomcat and a Jetty, on one Memcached. */
final class Nodes implements AutoCloseable {

    static final String STREAM = "/whosonline/presence/stream";

    final MemcachedProcess memcached = MemcachedProcess.running();
    final Server tomcat;
    final Server jetty;

    /** Starts both with these options, keys (without prefix) and values in turn. */
    static Nodes start(String... options) throws Exception {
        return start(new Tomcat(), new Jetty(), options);
    }

    static Nodes start(Server tomcat, Server jetty, String... options) throws Exception {
        Nodes nodes = new Nodes(tomcat, jetty);
        try {
            for (Server server : nodes.all()) {
                for (int i = 0; i < options.length; i += 2) {
                    server.option("whosonline." + options[i], options[i + 1]);
                }
                server.option("whosonline.memcached.servers", nodes.memcached.address());
                server.deploy("", Server.war(), Map.of());
                server.start();
            }
            return nodes;
        } catch (Exception | AssertionError e) {
            nodes.close();
            throw e;
        }
    }

    private Nodes(Server tomcat, Server jetty) {
        this.tomcat = tomcat;
        this.jetty = jetty;
    }

    List<Server> all() {
        return List.of(tomcat, jetty);
    }

    /** Somebody who has logged in on that node. */
    static Client user(Function<String, URI> node, String id, String name) throws Exception {
        Client client = new Client(node, "");
        assertEquals(302, client.login(id, name).statusCode());
        return client;
    }

    static Client user(Server node, String id) throws Exception {
        return user(node::uri, id, null);
    }

    /** The cookie of a client, as a header's name and value, and more of them. */
    static String[] cookie(Client client, String... more) {
        List<String> headers = new ArrayList<>(
                List.of("Cookie", "JSESSIONID=" + client.session().orElseThrow()));
        headers.addAll(List.of(more));
        return headers.toArray(String[]::new);
    }

    /** A query of parameters, names and values in turn. */
    static String query(String... parameters) {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < parameters.length; i += 2) {
            query.append(i == 0 ? "?" : "&")
                    .append(parameters[i])
                    .append('=')
                    .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
        }
        return query.toString();
    }

    /** The stream of a client, which sends its parameters, names and values in turn. */
    static EventSource stream(Function<String, URI> node, Client client, String... parameters) throws Exception {
        return new EventSource(node.apply(STREAM + query(parameters)), cookie(client));
    }

    /** Says something about a connection: names and values of parameters in turn. Answers the status. */
    static int say(Client client, String... parameters) throws Exception {
        return client.post("/whosonline/presence", parameters).statusCode();
    }

    /** Leaves, as a page does that is closed. */
    static void leave(Client client, String room, String conn) throws Exception {
        assertEquals(
                204,
                client.post("/whosonline/presence/leave", "room", room, "conn", conn)
                        .statusCode());
    }

    /** A new id for a connection. */
    static String conn() {
        byte[] bytes = new byte[18];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() throws IOException {
        tomcat.close();
        jetty.close();
        memcached.close();
    }
}
