package org.whosonline.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ContainerCheckTest {

    @Test
    void aContainerOfServlet6Passes() {
        assertDoesNotThrow(() -> new ContainerCheck());
    }

    @Test
    void aContainerOfTheOldNamesIsRefused_SHOW_H05() {
        assertEquals(
                "WhosOnline cannot start: this server is too old, it does not have Servlet 6.0. WhosOnline needs Tomcat 10.1"
                        + " or later, or Jetty 12.",
                assertThrows(
                                IllegalStateException.class,
                                () -> new ContainerCheck(ClassLoader.getPlatformClassLoader()))
                        .getMessage());
    }
}
