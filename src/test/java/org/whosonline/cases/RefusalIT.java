package org.whosonline.cases;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** Applications in which WhosOnline cannot work are refused at the start, in a sentence, and not left without it. */
class RefusalIT {

    private static void assertRefused(Server server, Host host, String sentence) throws Exception {
        try (server) {
            host.deployOn(server);
            assertThrows(AssertionError.class, server::start);
            assertTrue(server.log().contains(sentence), server::log);
        }
    }

    @Test
    @DisplayName("SHOW-H05: a server of the old javax names is told that it is too old")
    void aServerThatIsTooOld() throws Exception {
        assertRefused(
                Tomcat.nine(),
                Host.withPrincipals("/app").inOneJar(),
                "WhosOnline cannot start: this server is too old, it does not have Servlet 6.0. WhosOnline needs Tomcat 10.1"
                        + " or later, or Jetty 12.");
    }

    @Test
    @DisplayName("Both forms of the JAR in one application are refused on Tomcat")
    void bothJarsOnTomcat() throws Exception {
        assertRefused(
                Tomcat.eleven(),
                Host.withPrincipals("/app").library(Server.allJar()),
                "More than one fragment with the name [whosonline] was found");
    }

    @Test
    @DisplayName("Both forms of the JAR in one application are refused on Jetty")
    void bothJarsOnJetty() throws Exception {
        assertRefused(
                new Jetty(),
                Host.withPrincipals("/app").library(Server.allJar()),
                "Duplicate fragment name: whosonline");
    }
}
