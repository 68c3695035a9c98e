package org.whosonline.store.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.store.memcached.StoreFixture.TIMEOUT;
import static org.whosonline.store.memcached.StoreFixture.assertNoThreads;
import static org.whosonline.store.memcached.StoreFixture.connect;
import static org.whosonline.testing.Await.result;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import net.spy.memcached.MemcachedConnection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.store.Store;
import org.whosonline.testing.Await;
import org.whosonline.testing.MemcachedProcess;

/** What a closed store leaves behind: nothing. */
@Timeout(60)
class MemcachedStoreCloseIT {

    @Test
    @DisplayName("LIFE-H01 LIFE-H02: closed, no thread is left, whatever the server does")
    void closedNoThreadIsLeft() {
        try (MemcachedProcess running = MemcachedProcess.running();
                MemcachedProcess suspended = MemcachedProcess.running();
                MemcachedProcess absent = MemcachedProcess.absent()) {
            for (MemcachedProcess server : List.of(running, suspended, absent)) {
                MemcachedStore store = connect(server.address());
                CompletableFuture<byte[]> pending = null;
                if (server == suspended) {
                    suspended.suspend();
                    pending = store.get("k");
                }
                long start = System.nanoTime();
                store.close();
                assertTrue(System.nanoTime() - start < Duration.ofSeconds(1).toNanos(), "closing does not take long");
                assertNoThreads();
                if (pending != null) {
                    assertTrue(pending.isCompletedExceptionally(), "what was pending has failed");
                }
            }
            new MemcachedStore(ServerList.parse(suspended.address()), TIMEOUT, System::nanoTime).close();
            assertNoThreads();
        }
    }

    @Test
    void closingFromADependentActionDoesNotWaitForItself() {
        try (MemcachedProcess memcached = MemcachedProcess.running()) {
            // The action runs on the IO thread, with the answer; and on the watcher's, with the failure.
            for (boolean answered : new boolean[] {true, false}) {
                MemcachedStore store = connect(memcached.address(), answered ? Duration.ofSeconds(4) : TIMEOUT);
                memcached.suspend();
                CompletableFuture<Duration> closing = store.get("k").handle((value, failure) -> {
                    assertEquals(answered, failure == null);
                    long start = System.nanoTime();
                    store.close();
                    return Duration.ofNanos(System.nanoTime() - start);
                });
                if (answered) {
                    memcached.resume();
                }
                assertTrue(result(closing).compareTo(Duration.ofSeconds(1)) < 0, "closing does not take long");
                assertNoThreads();
                memcached.resume();
            }
        }
    }

    @Test
    void aLinkThatHasEndedFailsWhatItIsStillGiven() {
        try (MemcachedProcess memcached = MemcachedProcess.running()) {
            ServerList list = ServerList.parse(memcached.address());
            Servers servers = new Servers(list, TIMEOUT, System::nanoTime, InetAddress::getAllByName);
            servers.start();
            result(servers.settled());
            Link link = servers.route("k");
            link.end("for a test");
            assertTrue(link.submit(Commands.get("k")).isCompletedExceptionally());
            servers.close();
        }
    }

    @Test
    @DisplayName("LIFE-H01 LIFE-H06: closed, its class loader can be collected")
    void closedItsClassLoaderCanBeCollected() throws Exception {
        try (MemcachedProcess memcached = MemcachedProcess.running()) {
            WeakReference<ClassLoader> loader = useInALoaderOfItsOwn(memcached.address());
            Await.until("the class loader is collected", () -> {
                System.gc();
                return loader.get() == null;
            });
        }
    }

    /** As in a web application that is deployed, serves one request and is undeployed. */
    private static WeakReference<ClassLoader> useInALoaderOfItsOwn(String servers) throws Exception {
        URL[] urls = {location(Store.class), location(MemcachedConnection.class)};
        try (URLClassLoader loader = new URLClassLoader(urls, MemcachedStoreCloseIT.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                boolean own = name.startsWith("org.whosonline.store.") || name.startsWith("net.spy.");
                Class<?> loaded = own ? findLoadedClass(name) : super.loadClass(name, resolve);
                return loaded == null ? findClass(name) : loaded;
            }
        }) {
            Class<?> list = loader.loadClass(ServerList.class.getName());
            LongSupplier nanos = System::nanoTime;
            Object store = loader.loadClass(MemcachedStore.class.getName())
                    .getConstructor(list, Duration.class, LongSupplier.class)
                    .newInstance(list.getMethod("parse", String.class).invoke(null, servers), TIMEOUT, nanos);
            result((CompletableFuture<?>) call(store, "settled"));
            assertNull(result((CompletableFuture<?>)
                    store.getClass().getMethod("get", String.class).invoke(store, "k")));
            call(store, "close");
            return new WeakReference<>(loader);
        }
    }

    private static Object call(Object store, String method) throws ReflectiveOperationException {
        return store.getClass().getMethod(method).invoke(store);
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
