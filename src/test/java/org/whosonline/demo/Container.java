package org.whosonline.demo;

import java.io.IOException;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** The containers that the demo is tried on. */
enum Container {
    TOMCAT {
        @Override
        Server create() throws IOException {
            return new Tomcat();
        }
    },
    JETTY {
        @Override
        Server create() throws IOException {
            return new Jetty();
        }
    };

    abstract Server create() throws IOException;
}
