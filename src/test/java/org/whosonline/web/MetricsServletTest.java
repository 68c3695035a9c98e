package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Exchange;

class MetricsServletTest {

    private Optional<String> text = Optional.of("a 1.0\n");
    private final MetricsServlet servlet = new MetricsServlet(() -> text);

    @Test
    void answersTheTextThatNobodyKeeps() throws Exception {
        Exchange exchange = Exchange.of(servlet, "GET");
        assertEquals(200, exchange.status());
        assertEquals("text/plain; version=0.0.4; charset=utf-8", exchange.header("Content-Type"));
        assertEquals("no-store", exchange.header("Cache-Control"));
        assertEquals("6", exchange.header("Content-Length"));
        assertEquals("a 1.0\n", exchange.body());
    }

    @Test
    void aHeadIsAnsweredWithoutTheText() throws Exception {
        Exchange exchange = Exchange.of(servlet, "HEAD");
        assertEquals(200, exchange.status());
        assertEquals("6", exchange.header("Content-Length"));
        assertEquals("", exchange.body());
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        Exchange exchange = Exchange.of(servlet, "POST");
        assertEquals(405, exchange.status());
        assertEquals("GET, HEAD", exchange.header("Allow"));
    }

    @Test
    void aNodeThatDoesNotRunHasNone() throws Exception {
        text = Optional.empty();
        Exchange exchange = Exchange.of(servlet, "GET");
        assertEquals(503, exchange.status());
        assertTrue(exchange.body().contains("does not run"), exchange.body());
    }
}
