package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whosonline.web.OnlineFilter;
import org.whosonline.web.Recording;
import org.whosonline.web.SessionListener;

class RegistrationTest {

    private final Application application = new Application();

    @Test
    void containersFindTheInitializer() {
        assertTrue(ServiceLoader.load(ServletContainerInitializer.class).stream()
                .anyMatch(found -> found.type() == Initializer.class));
    }

    @Test
    void theInitializerRegistersEverythingAndStartsNothing() throws Exception {
        new Initializer().onStartup(null, application.context);
        assertEquals(Set.of("whosonline"), application.filters.keySet());
        assertEquals(
                List.of(SessionListener.class, Lifecycle.class),
                application.listeners.stream().map(Object::getClass).toList());
        assertFalse(application.attributes.containsKey(Recording.ATTRIBUTE));
        assertTrue(assertThrows(IllegalStateException.class, () -> WhosOnline.from(application.context))
                .getMessage()
                .startsWith("WhosOnline has not started yet in the application \"/app\""));
    }

    @Test
    void nothingIsRegisteredTwice() throws Exception {
        Bootstrap first = Registration.register(application.context);
        assertSame(first, Registration.register(application.context));
        assertEquals(1, application.filters.size());
        assertEquals(1, application.listeners.size());
    }

    @Test
    void aFilterDeclaredInWebXmlStands() throws Exception {
        application.addFilter("mine", OnlineFilter.class.getName());
        Registration.register(application.context);
        assertEquals(Set.of("mine"), application.filters.keySet());
        assertEquals(1, application.listeners.size());
    }

    @Test
    void aDeclaredFilterLetsAsynchronousRequestsPassWhateverWasForgotten_DISP_H03() throws Exception {
        application.addFilter("mine", OnlineFilter.class.getName());
        application.addFilter("other", "com.example.Other");
        Registration.register(application.context);
        assertEquals(Map.of("mine", true), application.asynchronous);
    }

    @Test
    void wrongOptionsRefuseTheStartInASentence() {
        application.parameters.put("whosonline.window", "5 minutes");
        assertEquals(
                "WhosOnline cannot start: Servlet context parameter whosonline.window = \"5 minutes\": must be a time in"
                        + " whole seconds from 2s to 24h, such as 90s, 5m, 2h or PT5M.",
                assertThrows(ServletException.class, () -> new Initializer().onStartup(null, application.context))
                        .getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> new Lifecycle().contextInitialized(new ServletContextEvent(application.context)));
    }

    @Test
    void figuresAreThereUnlessTheyAreSwitchedOff() throws Exception {
        Registration.register(application.context);
        Application other = new Application();
        other.parameters.put("whosonline.metrics.enabled", "false");
        Registration.register(other.context);
        Set<String> all = new HashSet<>(application.servlets.keySet());
        assertTrue(all.remove("/whosonline/metrics"));
        assertEquals(all, other.servlets.keySet());
    }

    @Test
    void anApplicationWithoutUsIsToldSo() {
        assertTrue(assertThrows(IllegalStateException.class, () -> WhosOnline.from(application.context))
                .getMessage()
                .startsWith("WhosOnline does not run in the application \"/app\""));
    }

    @Test
    void anEndWithoutAStartDoesNoHarm() {
        new Lifecycle().contextDestroyed(new ServletContextEvent(application.context));
    }
}
