package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpResponse;
import java.util.UUID;

/** A page that a user has open in one room: one connection. Whoever wants it to stop without a word lets it be. */
final class OpenPage {

    final Someone user;
    final String room;
    final String conn = UUID.randomUUID().toString().replace("-", "");

    OpenPage(Someone user, String room) {
        this.user = user;
        this.room = room;
    }

    /** What names this page in a request, and then {@code more}, names and values in turn. */
    String[] form(String... more) {
        return Someone.with(new String[] {"room", room, "conn", conn}, more);
    }

    /** A sign of life at one node, which has to be taken. */
    OpenPage beat(int node, String... more) throws Exception {
        return taken(user.post(node, Someone.PRESENCE, form(more)));
    }

    /** The same at that node, or at another should it be down. */
    OpenPage beatSomewhere(int node, String... more) throws Exception {
        return taken(user.postSomewhere(node, Someone.PRESENCE, form(more)));
    }

    private OpenPage taken(HttpResponse<String> answer) {
        assertEquals(200, answer.statusCode(), answer.body());
        return this;
    }

    /** What the browser sends when the page is closed, or left for another. */
    void leave(int node) throws Exception {
        assertEquals(204, user.post(node, Someone.PRESENCE + "/leave", form()).statusCode());
    }
}
