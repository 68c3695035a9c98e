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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** One visitor of one application, with cookies of their own. Follows no redirects, so that they can be looked at. */
public final class Client {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** For requests that are held. */
    private static final Duration LONG = Duration.ofSeconds(90);

    private final Function<String, URI> site;
    private final String contextPath;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .build();

    private final List<String> headers = new ArrayList<>();

    /** @param contextPath empty for the root */
    public Client(Server server, String contextPath) {
        this(server::uri, contextPath);
    }

    /** @param site the address of a path on some server */
    public Client(Function<String, URI> site, String contextPath) {
        this.site = site;
        this.contextPath = contextPath;
    }

    /** Sends a header with each request from now on. */
    public Client header(String name, String value) {
        headers.addAll(List.of(name, value));
        return this;
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
        return send(form(path, form));
    }

    private HttpRequest.Builder form(String path, String... form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            if (form[i + 1] != null) {
                body.append(body.isEmpty() ? "" : "&")
                        .append(form[i])
                        .append('=')
                        .append(URLEncoder.encode(form[i + 1], StandardCharsets.UTF_8));
            }
        }
        return request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    /** Sends a form as {@link #post}, without waiting for the answer. */
    public CompletableFuture<HttpResponse<String>> postLater(String path, String... form) {
        return http.sendAsync(
                form(path, form).timeout(LONG).build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Sends a body of whatever type with more headers: names and values in turn. */
    public HttpResponse<String> postBody(String path, String type, String body, String... headers) throws Exception {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        return send(headers.length == 0 ? request : request.headers(headers));
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

    /** Drops all cookies: from here on a new visitor. */
    public void forget() {
        cookies.getCookieStore().removeAll();
    }

    /** The session that the cookie names. */
    public Optional<String> session() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("JSESSIONID"))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(site.apply(contextPath + path)).timeout(TIMEOUT);
        return headers.isEmpty() ? request : request.headers(headers.toArray(String[]::new));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
