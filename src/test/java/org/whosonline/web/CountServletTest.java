package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.whosonline.TestSnapshots.user;

import java.util.Map;
import java.util.Optional;
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
        Exchange exchange = Exchange.of(servlet(TestSnapshots.of()), "HEAD");

        assertEquals(200, exchange.status());
        assertEquals("", exchange.body());
        assertEquals("55", exchange.header("Content-Length"));
        assertEquals("application/json", exchange.header("Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"})
    void otherMethodsAreRefused(String method) throws Exception {
        Exchange exchange = Exchange.of(servlet(TestSnapshots.of()), method);

        assertEquals(405, exchange.status());
        assertEquals("GET, HEAD", exchange.header("Allow"));
        assertEquals("application/problem+json", exchange.header("Content-Type"));
        assertEquals(
                "{\"title\":\"Method Not Allowed\",\"status\":405,\"detail\":\"This address answers GET, HEAD only.\"}",
                exchange.body());
        assertEquals("no-store", exchange.header("Cache-Control"));
        assertNull(exchange.header("Set-Cookie"));
    }

    @Test
    void anInstanceHasANumberOfItsOwn_S1_8() throws Exception {
        Snapshot forum = TestSnapshots.of(user("1", "Ana", 0));
        CountServlet servlet = new CountServlet(
                instance -> Optional.of(instance).filter("forum"::equals).map(name -> forum));

        assertEquals(
                "{\"count\":1,\"asOf\":\"2026-11-30T12:00:00Z\",\"stale\":false}",
                Exchange.of(servlet, "GET", Map.of("instance", new String[] {"forum"}))
                        .body());
        Exchange unknown = Exchange.of(servlet, "GET", Map.of("instance", new String[] {"shop"}));
        assertEquals(400, unknown.status());
        assertEquals(
                "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"instance: There is no such list.\"}",
                unknown.body());
    }

    private static CountServlet servlet(Snapshot snapshot) {
        return new CountServlet(instance -> {
            assertEquals("", instance);
            return Optional.of(snapshot);
        });
    }

    private static Exchange get(Snapshot snapshot) throws Exception {
        return Exchange.of(servlet(snapshot), "GET");
    }
}
