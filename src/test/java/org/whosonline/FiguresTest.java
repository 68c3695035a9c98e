package org.whosonline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.whosonline.SiteMap.Session;
import org.whosonline.SiteMap.Time;
import org.whosonline.store.HeapStore;
import org.whosonline.store.Operation;
import org.whosonline.store.Store;
import org.whosonline.store.StoreException;

/** What is counted, and as what. */
class FiguresTest {

    private enum Writes {
        WORK,
        FAIL,
        ARE_REFUSED
    }

    private final Time time = new Time();
    private final Store heap = new HeapStore(time);
    private Writes writes = Writes.WORK;
    private final SiteMap map = new SiteMap(store(), time, 1);
    private final Figures figures = map.users.figures();
    private final Session session = new Session();

    private Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, arguments) -> {
                    boolean write = Set.of("append", "add").contains(method.getName());
                    if (write && writes == Writes.FAIL) {
                        return CompletableFuture.failedFuture(new StoreException("test"));
                    }
                    return write && writes == Writes.ARE_REFUSED
                            ? CompletableFuture.completedFuture(false)
                            : method.invoke(heap, arguments);
                });
    }

    @Test
    void recordsAndRemovalsAreCountedAndViewsWithinTheThrottleAreNot() {
        map.view("ana", session);
        map.view("ana", session);
        map.users.remove(session.mark);
        assertEquals(1, figures.records());
        assertEquals(1, figures.removals());
        assertEquals(0, figures.recordsFailed() + figures.recordsRefused() + figures.repairs());
    }

    @Test
    void recordsThatDoNotArriveAreNoRecords() {
        map.view("ana", session);
        writes = Writes.FAIL;
        map.view("bob", new Session());
        writes = Writes.ARE_REFUSED;
        map.view("eve", new Session());
        assertEquals(1, figures.records());
        assertEquals(1, figures.recordsFailed());
        assertEquals(1, figures.recordsRefused());
    }

    @Test
    void linesWrittenAgainAfterALossAreRepairs() {
        map.view("ana", session);
        time.pass(Duration.ofSeconds(3));
        map.view("ana", session);
        heap.delete("usersOnline").join();
        map.users.renew().join();
        assertEquals(1, figures.repairs());
        assertEquals(1, figures.records());
        assertTrue(map.users.snapshot().user("ana").isPresent());
    }

    @Test
    void operationsAreCountedAndThoseThatTheStoreDidNotAnswer() {
        map.view("ana", session);
        long appends = figures.storeOperations(Operation.APPEND);
        writes = Writes.ARE_REFUSED;
        map.view("bob", new Session());
        assertTrue(figures.storeOperations(Operation.APPEND) > appends);
        assertEquals(0, figures.storeFailures(Operation.APPEND), "a refusal is an answer");
        writes = Writes.FAIL;
        map.view("eve", new Session());
        assertEquals(1, figures.storeFailures(Operation.APPEND));
        assertEquals(0, figures.storeFailures(Operation.MULTI_GET));
    }

    @Test
    void theLastSnapshotAsksTheStoreForNothing() {
        map.view("ana", session);
        time.pass(Duration.ofSeconds(30));
        long readings = figures.readings();
        assertEquals(OptionalInt.of(1), map.users.lastSnapshot().count());
        assertTrue(map.users.lastSnapshot().stale());
        assertEquals(Optional.of(Duration.ofSeconds(30)), map.users.snapshotAge());
        assertEquals(readings, figures.readings());
        map.users.switches().setDisplayed(false);
        assertEquals(OptionalInt.empty(), map.users.lastSnapshot().count());
        assertEquals(Optional.empty(), map.users.snapshotAge());
    }

    @Test
    void readingsAndTheLastCleanupAreTold() {
        long before = figures.readings();
        map.users.renew().join();
        assertEquals(before + 1, figures.readings());
        assertEquals(0, figures.readingsFailed());
        assertNull(figures.lastCleanup());
        map.view("ana", session);
        time.pass(SiteMap.WINDOW.plusSeconds(1));
        map.users.cleanUp();
        assertEquals(1, figures.lastCleanup().removed());
        assertEquals(map.users.storeTime(), figures.lastCleanup().ended());
        heap.set("usersOnline", new byte[0], Store.FOREVER).join();
        heap.close();
        map.users.renew().join();
        assertEquals(1, figures.readingsFailed());
    }
}
