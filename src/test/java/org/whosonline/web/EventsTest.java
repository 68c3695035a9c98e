package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EventsTest {

    private static String event(String name, String id, String data) {
        return new String(Events.event(name, id, data.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @Test
    void anEventHasNameIdAndData() {
        assertEquals("event: presence\nid: 7f\ndata: {\"a\":1}\n\n", event("presence", "7f", "{\"a\":1}"));
        assertEquals("event: conn\ndata: []\n\n", event("conn", null, "[]"));
    }

    @Test
    @DisplayName("STREAM-H07: every line of the data is a line of the event, whatever it ends with")
    void linesAreFramed() {
        assertEquals("event: e\ndata: a\ndata: b\ndata: c\ndata: d\n\n", event("e", null, "a\nb\r\nc\rd"));
        assertEquals("event: e\ndata: \ndata: \ndata: :x\n\n", event("e", null, "\n\n:x"));
        assertEquals("event: e\ndata: a\ndata: \n\n", event("e", null, "a\r\n"));
        assertEquals("event: e\ndata: \ndata: \ndata: \n\n", event("e", null, "\r\r\n"));
        assertEquals("event: e\ndata: \n\n", event("e", null, ""));
        assertEquals("event: e\ndata: a\u2028\u0085é\n\n", event("e", null, "a\u2028\u0085é"));
    }

    @Test
    void theDelayIsInMilliseconds() {
        assertEquals("retry: 1500\n\n", new String(Events.retry(Duration.ofMillis(1_500)), StandardCharsets.US_ASCII));
    }
}
