package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.ServletContextEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whosonline.testing.Await;
import org.whosonline.web.Recording;

@Timeout(30)
class BootstrapTest {

    private final Application application = new Application();
    private final ServletContextEvent event = new ServletContextEvent(application.context);

    private static List<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("whosonline-") && name.contains("/app"))
                .toList();
    }

    private Lifecycle registered() throws Exception {
        new Initializer().onStartup(null, application.context);
        return (Lifecycle) application.listeners.get(application.listeners.size() - 1);
    }

    @Test
    void runsFromTheStartOfTheApplicationToItsEndAndLeavesNothing_LIFE_H01() throws Exception {
        Lifecycle lifecycle = registered();
        awaitNoThreads();
        lifecycle.contextInitialized(event);
        WhosOnline whosOnline = WhosOnline.from(application.context);
        assertEquals(OptionalInt.of(0), whosOnline.usersOnline().snapshot().count());
        assertEquals(Duration.ofMinutes(5), whosOnline.settings().window());
        assertFalse(ourThreads().isEmpty());
        Bootstrap bootstrap = Registration.find(application.context).orElseThrow();
        assertTrue(bootstrap.metrics().orElseThrow().contains("whosonline_users_online{instance=\"main\"} 0.0\n"));

        lifecycle.contextDestroyed(event);
        awaitNoThreads();
        assertTrue(application.attributes.isEmpty(), application.attributes::toString);
        assertThrows(IllegalStateException.class, whosOnline::usersOnline);
        assertEquals(Optional.empty(), bootstrap.metrics());
        lifecycle.contextDestroyed(event);
    }

    @Test
    void aListenerInWebXmlBesidesTheInitializerChangesNothing() throws Exception {
        Lifecycle own = registered();
        Lifecycle declared = new Lifecycle();
        declared.contextInitialized(event);
        own.contextInitialized(event);
        assertEquals(
                1,
                ourThreads().stream()
                        .filter(name -> name.startsWith("whosonline-worker"))
                        .count());
        own.contextDestroyed(event);
        declared.contextDestroyed(event);
        awaitNoThreads();
    }

    /** An executor has terminated a moment before its thread has. */
    private static void awaitNoThreads() {
        Await.until("no thread of ours is left", () -> ourThreads().isEmpty());
    }

    @Test
    void aListenerInWebXmlAloneIsEnough() {
        Lifecycle declared = new Lifecycle();
        declared.contextInitialized(event);
        assertTrue(application.attributes.get(Recording.ATTRIBUTE) instanceof Recording);
        declared.contextDestroyed(event);
        awaitNoThreads();
    }

    @Test
    void aStartThatFailsHalfWayClosesWhatThereWas() throws Exception {
        Lifecycle lifecycle = registered();
        application.refuse = Recording.ATTRIBUTE;
        assertThrows(UnsupportedOperationException.class, () -> lifecycle.contextInitialized(event));
        awaitNoThreads();
        assertThrows(IllegalStateException.class, () -> WhosOnline.from(application.context));
    }

    @Test
    void memcachedMayBeAbsentAtTheStart() throws Exception {
        application.parameters.put("whosonline.memcached.servers", "127.0.0.1:1");
        Lifecycle lifecycle = registered();
        long begun = System.nanoTime();
        lifecycle.contextInitialized(event);
        assertTrue(Duration.ofNanos(System.nanoTime() - begun).toSeconds() < 5);
        assertEquals(
                OptionalInt.empty(),
                WhosOnline.from(application.context).usersOnline().snapshot().count());
        lifecycle.contextDestroyed(event);
        awaitNoThreads();
    }

    @Test
    void withoutTheCleanupNoSchedulerRuns_CRON_H06() throws Exception {
        application.parameters.put("whosonline.cleanup.enabled", "false");
        Lifecycle lifecycle = registered();
        lifecycle.contextInitialized(event);
        assertEquals(
                List.of("whosonline-rooms/app", "whosonline-streams/app", "whosonline-worker/app"),
                ourThreads().stream().sorted().toList());
        lifecycle.contextDestroyed(event);
    }

    @Test
    void nothingIsToldOfBeforeTheStart() throws Exception {
        Bootstrap bootstrap = Registration.register(application.context);
        assertFalse(bootstrap.isRunning());
        assertThrows(IllegalStateException.class, bootstrap::maps);
        assertThrows(IllegalStateException.class, bootstrap::states);
        assertThrows(IllegalStateException.class, () -> bootstrap.snapshot(""));
    }
}
