package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whosonline.web.OnlineFilter;
import org.whosonline.web.SessionListener;

class EmbeddedTest {

    private static final Map<String, String> OPTIONS = Map.of("whosonline.window", "7m");

    private final Application application = new Application();

    @Test
    void canBeAskedBeforeAnythingIsRegistered() throws Exception {
        try (Embedded embedded = Embedded.start(application.context, OPTIONS)) {
            assertEquals(Duration.ofMinutes(7), embedded.whosOnline().settings().window());
            assertSame(embedded.whosOnline(), WhosOnline.from(application.context));
            assertEquals(
                    0, embedded.whosOnline().usersOnline().snapshot().count().orElseThrow());
            assertEquals(Set.of(), application.filters.keySet());
            assertEquals(List.of(), application.listeners);
        }
        assertEquals(Map.of(), application.attributes);
    }

    @Test
    void registersOnceAlsoWhereTheContainerLooksForInitializers() throws Exception {
        try (Embedded embedded = Embedded.start(application.context, OPTIONS)) {
            embedded.register();
            embedded.register();
            new Initializer().onStartup(null, application.context);
            new Lifecycle().contextInitialized(new ServletContextEvent(application.context));
            assertRegisteredOnce(Set.of("whosonline"));
            assertEquals(
                    Duration.ofMinutes(7),
                    WhosOnline.from(application.context).settings().window());
        }
    }

    @Test
    void aDeclaredFilterIsNotTakenForARegistration() throws Exception {
        application.addFilter("mine", OnlineFilter.class.getName());
        try (Embedded embedded = Embedded.start(application.context, OPTIONS)) {
            embedded.register();
            new Initializer().onStartup(null, application.context);
            assertRegisteredOnce(Set.of("mine"));
        }
    }

    @Test
    void takesWhatTheContainerHasRegistered() throws Exception {
        new Initializer().onStartup(null, application.context);
        try (Embedded embedded = Embedded.start(application.context, Map.of())) {
            embedded.register();
            assertRegisteredOnce(Set.of("whosonline"));
        }
    }

    @Test
    void optionsThatComeTooLateAreRefused() throws Exception {
        new Initializer().onStartup(null, application.context);
        assertTrue(assertThrows(ServletException.class, () -> Embedded.start(application.context, OPTIONS))
                .getMessage()
                .contains("[whosonline.window]"));
    }

    @Test
    void theContainerEndsItToo() throws Exception {
        Embedded embedded = Embedded.start(application.context, OPTIONS);
        embedded.register();
        ((Lifecycle) application.listeners.get(1)).contextDestroyed(new ServletContextEvent(application.context));
        assertFalse(application.attributes.containsKey(WhosOnline.ATTRIBUTE));
        assertThrows(IllegalStateException.class, () -> embedded.whosOnline().usersOnline());
        embedded.close();
    }

    private void assertRegisteredOnce(Set<String> filters) {
        assertEquals(filters, application.filters.keySet());
        assertEquals(
                List.of(SessionListener.class, Lifecycle.class),
                application.listeners.stream().map(Object::getClass).toList());
        Set<String> addresses = new HashSet<>(application.servlets.keySet());
        assertTrue(addresses.contains("/whosonline/presence.js"));
        // What is for browsers is listed where it is served.
        addresses.removeIf(address -> address.contains("."));
        assertEquals(
                Set.of(
                        "/whosonline/online",
                        "/whosonline/online/count",
                        "/whosonline/presence",
                        "/whosonline/presence/leave",
                        "/whosonline/presence/poll",
                        "/whosonline/presence/stream",
                        "/whosonline/metrics",
                        "/whosonline/health"),
                addresses);
    }
}
