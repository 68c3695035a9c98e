package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.whosonline.TestSnapshots.user;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;
import org.whosonline.testing.Exchange;

class CountServletTest {

    @Test
    void tellsHowManyAreOnline() throws Exception {
        Exchange exchange = get(TestSnapshots.of(user("1", "Ana", 0), user("2", "Bo", 3), user("3", "Cy", 299)));

        assertEquals("{\"count\":3,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":false}", exchange.body());
        assertEquals(200, exchange.status());
        assertEquals("application/json", exchange.header("Content-Type"));
        assertEquals("nosniff", exchange.header("X-Content-Type-Options"));
    }

    @Test
    void zeroIsANumber() throws Exception {
        assertEquals(
                "{\"count\":0,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":false}",
                get(TestSnapshots.of()).body());
    }

    @Test
    void oldNumbersAreMarked() throws Exception {
        assertEquals(
                "{\"count\":1,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":true}",
                get(TestSnapshots.stale(user("1", "Ana", 0))).body());
    }

    @Test
    void unknownIsNotZeroAndNoError() throws Exception {
        Exchange exchange = get(TestSnapshots.unknown(TestSnapshots.NOON));

        assertEquals("{\"count\":null,\"stale\":true}", exchange.body());
        assertEquals(200, exchange.status());
        assertEquals(
                "{\"count\":null,\"stale\":true}",
                get(TestSnapshots.unknown(null)).body());
    }

    /** COUNT-H03. */
    @Test
    void cachesMayKeepItForTheSecondInWhichItCannotChange() throws Exception {
        assertEquals(
                "public, max-age=1, must-revalidate", get(TestSnapshots.of()).header("Cache-Control"));
    }

    @Test
    void headHasTheHeadersOnly() throws Exception {
        Exchange exchange = Exchange.of(new CountServlet(TestSnapshots::of), "HEAD");

        assertEquals(200, exchange.status());
        assertEquals("", exchange.body());
        assertEquals("55", exchange.header("Content-Length"));
        assertEquals("application/json", exchange.header("Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"})
    void otherMethodsAreRefused(String method) throws Exception {
        Exchange exchange = Exchange.of(new CountServlet(TestSnapshots::of), method);

        assertEquals(405, exchange.status());
        assertEquals("GET, HEAD", exchange.header("Allow"));
        assertEquals("application/problem+json", exchange.header("Content-Type"));
        assertEquals(
                "{\"title\":\"Method Not Allowed\",\"status\":405,\"detail\":\"This address answers GET, HEAD only.\"}",
                exchange.body());
        assertEquals("no-store", exchange.header("Cache-Control"));
        assertNull(exchange.header("Set-Cookie"));
    }

    private static Exchange get(Snapshot snapshot) throws Exception {
        return Exchange.of(new CountServlet(() -> snapshot), "GET");
    }
}
