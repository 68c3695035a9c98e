package org.whosonline.testing;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** One visitor of one application, with cookies of their own. Follows no redirects, so that they can be looked at. */
public final class Client {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Server server;
    private final String contextPath;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .build();

    /** @param contextPath empty for the root */
    public Client(Server server, String contextPath) {
        this.server = server;
        this.contextPath = contextPath;
    }

    /** Asks for a path within the application. */
    public HttpResponse<String> get(String path) throws Exception {
        return send("GET", path);
    }

    /** Asks with more headers: names and values in turn. */
    public HttpResponse<String> get(String path, String... headers) throws Exception {
        return send(request(path).headers(headers).GET());
    }

    public JsonObject json(String path) throws Exception {
        return JsonParser.parseString(get(path).body()).getAsJsonObject();
    }

    /** Sends a request without a body. */
    public HttpResponse<String> send(String method, String path) throws Exception {
        return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    /** Sends a form: names and values in turn, those that are null left out. */
    public HttpResponse<String> post(String path, String... form) throws Exception {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            if (form[i + 1] != null) {
                body.append(body.isEmpty() ? "" : "&")
                        .append(form[i])
                        .append('=')
                        .append(URLEncoder.encode(form[i + 1], StandardCharsets.UTF_8));
            }
        }
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    /** Logs in to the demo as a user without another name. */
    public HttpResponse<String> login(String user) throws Exception {
        return login(user, null);
    }

    public HttpResponse<String> login(String user, String name) throws Exception {
        return post("/login", "user", user, "name", name);
    }

    public HttpResponse<String> logout() throws Exception {
        return post("/logout");
    }

    /** The session that the cookie names. */
    public Optional<String> session() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("JSESSIONID"))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    private HttpRequest.Builder request(String path) {
        URI uri = server.uri(contextPath + path);
        return HttpRequest.newBuilder(uri).timeout(TIMEOUT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
