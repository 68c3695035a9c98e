package org.whosonline.demo;

import java.io.IOException;
import org.whosonline.testing.Jetty;
import org.whosonline.testing.Server;
import org.whosonline.testing.Tomcat;

/** The containers that the demo is tried on. */
public enum Container {
    TOMCAT {
        @Override
        public Server create() throws IOException {
            return new Tomcat();
        }
    },
    JETTY {
        @Override
        public Server create() throws IOException {
            return new Jetty();
        }
    };

    /** One that is not started yet. */
    public abstract Server create() throws IOException;
}
