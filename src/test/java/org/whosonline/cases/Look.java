package org.whosonline.cases;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.MemcachedProcess;

/** What can be seen of a site map from outside. */
final class Look {

    /** How long a change may take to be seen by everybody, on a busy machine too. */
    static final Duration SOON = Duration.ofSeconds(8);

    private static final Pattern LINE_BREAKS = Pattern.compile("\\r?\\n");

    private Look() {}

    /** The number of users by the address that everybody may ask; -1 while it is unknown. */
    static int count(Client client) throws Exception {
        JsonElement count = client.json("/whosonline/online/count").get("count");
        return count.isJsonNull() ? -1 : count.getAsInt();
    }

    /** The ids on the list, in its order. The client must be allowed to see it. */
    static List<String> users(Client client) throws Exception {
        JsonObject list = client.json("/whosonline/online?limit=1000");
        return list.getAsJsonArray("users").asList().stream()
                .map(user -> user.getAsJsonObject().get("id").getAsString())
                .toList();
    }

    static void awaitCount(int count, Client client) {
        Await.until(count + " users are online", SOON, () -> count(client) == count);
    }

    /** Waits until exactly these are on the list. */
    static void awaitUsers(Client client, String... ids) {
        Await.until(List.of(ids) + " are online", SOON, () -> users(client).equals(List.of(ids)));
    }

    /** One of the figures that the host application counts. */
    static int observed(Client client, String figure) throws Exception {
        return client.json("/pages/observed").get(figure).getAsInt();
    }

    /** How often {@code user} was recorded in the application at {@code contextPath}, as the map itself has it. */
    static long records(MemcachedProcess memcached, String contextPath, String user) {
        String record = "[\"" + user + "\",";
        return LINE_BREAKS
                .splitAsStream(memcached.value(Host.prefix(contextPath) + "usersOnline"))
                .filter(line -> line.startsWith(record))
                .count();
    }
}
