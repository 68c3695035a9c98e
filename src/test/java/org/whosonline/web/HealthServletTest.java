package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.whosonline.Snapshot;
import org.whosonline.TestSnapshots;
import org.whosonline.testing.Exchange;

class HealthServletTest {

    private BooleanSupplier serving = () -> true;
    private Supplier<Snapshot> online = TestSnapshots::of;
    private Instant storeTime = TestSnapshots.NOON.plusSeconds(2);
    private boolean storeAvailable = true;
    private boolean displayed = true;
    private final List<HealthServlet.State> others = new ArrayList<>();
    private Instant lastCleanup = TestSnapshots.NOON.minusSeconds(30);

    /** CRON-H06: the time of the last run is there to see. */
    @Test
    void showsHowTheNodeIs() throws Exception {
        assertHealth(
                200,
                "{\"status\":\"up\",\"storeAvailable\":true,\"snapshotAgeSeconds\":2,"
                        + "\"lastCleanup\":\"2026-11-30T11:59:30Z\"}");
    }

    @Test
    void aStoreThatIsAwayOnlyDegrades() throws Exception {
        storeAvailable = false;
        online = TestSnapshots::stale;
        storeTime = TestSnapshots.NOON.plusSeconds(90);
        assertHealth(
                200,
                "{\"status\":\"degraded\",\"storeAvailable\":false,\"snapshotAgeSeconds\":90,"
                        + "\"lastCleanup\":\"2026-11-30T11:59:30Z\"}");
    }

    @Test
    void aStoreThatDidNotAnswerInTimeDegrades() throws Exception {
        online = TestSnapshots::stale;
        assertHealth(
                200,
                "{\"status\":\"degraded\",\"storeAvailable\":true,\"snapshotAgeSeconds\":2,"
                        + "\"lastCleanup\":\"2026-11-30T11:59:30Z\"}");
    }

    @Test
    void whatWasNeverReadAndNeverRunIsNull() throws Exception {
        storeAvailable = false;
        online = () -> TestSnapshots.unknown(null);
        lastCleanup = null;
        assertHealth(
                200,
                "{\"status\":\"degraded\",\"storeAvailable\":false,\"snapshotAgeSeconds\":null,\"lastCleanup\":null}");
    }

    @Test
    void aClockSetBackMakesNoNegativeAge() throws Exception {
        storeTime = TestSnapshots.NOON.minusSeconds(600);
        assertHealth(
                200,
                "{\"status\":\"up\",\"storeAvailable\":true,\"snapshotAgeSeconds\":0,"
                        + "\"lastCleanup\":\"2026-11-30T11:59:30Z\"}");
    }

    @Test
    void ofSeveralMapsTheWorstCounts_S1_8() throws Exception {
        others.add(new HealthServlet.State(true, TestSnapshots.of(), TestSnapshots.NOON.plusSeconds(1), true, null));
        assertHealth(200, "{\"status\":\"up\",\"storeAvailable\":true,\"snapshotAgeSeconds\":2,\"lastCleanup\":null}");
        others.set(
                0,
                new HealthServlet.State(
                        true,
                        TestSnapshots.stale(),
                        TestSnapshots.NOON.plusSeconds(70),
                        false,
                        TestSnapshots.NOON.minusSeconds(90)));
        assertHealth(
                200,
                "{\"status\":\"degraded\",\"storeAvailable\":false,\"snapshotAgeSeconds\":70,"
                        + "\"lastCleanup\":\"2026-11-30T11:58:30Z\"}");
    }

    @Test
    void aMapThatIsNotDisplayedIsNotDegraded() throws Exception {
        displayed = false;
        online = () -> TestSnapshots.unknown(null);
        assertHealth(
                200,
                "{\"status\":\"up\",\"storeAvailable\":true,\"snapshotAgeSeconds\":null,"
                        + "\"lastCleanup\":\"2026-11-30T11:59:30Z\"}");
    }

    @Test
    void onlyANodeThatCannotServeIsDown() throws Exception {
        serving = () -> false;
        online = () -> {
            throw new AssertionError("Not to be asked any more");
        };
        assertHealth(503, "{\"status\":\"down\"}");
    }

    private void assertHealth(int status, String body) throws Exception {
        HealthServlet servlet = new HealthServlet(serving, () -> {
            List<HealthServlet.State> states = new ArrayList<>(others);
            states.add(new HealthServlet.State(displayed, online.get(), storeTime, storeAvailable, lastCleanup));
            return states;
        });
        Exchange exchange = Exchange.of(servlet, "GET");

        assertEquals(body, exchange.body());
        assertEquals(status, exchange.status());
        assertEquals("application/json", exchange.header("Content-Type"));
        assertEquals("no-store", exchange.header("Cache-Control"));
    }
}
