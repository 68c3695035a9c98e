package org.whosonline.rooms;

import java.nio.file.*;
import java.time.Duration;
import org.junit.jupiter.api.*;
import org.whosonline.testing.*;

class ScratchIT {
    @Test
    void measure() throws Exception {
        Path logging = Files.createTempFile("logging", ".properties");
        Files.writeString(
                logging,
                "handlers = java.util.logging.ConsoleHandler\njava.util.logging.ConsoleHandler.level = FINE\n"
                        + "java.util.logging.SimpleFormatter.format=%1$tT.%1$tL %5$s %6$s%n\norg.whosonline.web.level = FINE\n");
        Tomcat tomcat = new Tomcat();
        tomcat.configure(
                "conf/logging.properties",
                "handlers = java.util.logging.ConsoleHandler\n.handlers = java.util.logging.ConsoleHandler\njava.util.logging.ConsoleHandler.level = FINE\njava.util.logging.ConsoleHandler.formatter = org.apache.juli.OneLineFormatter\norg.whosonline.web.level = FINE\n");
        Jetty jetty = new Jetty();
        jetty.option("java.util.logging.config.file", logging.toString());
        try (Nodes nodes = Nodes.start(tomcat, jetty)) {
            try {
                for (Server server : java.util.List.of(nodes.jetty, nodes.tomcat)) {
                    System.out.println("=== " + server);
                    Client ana = Nodes.user(server, "ana");
                    EventSource a = Nodes.stream(server::uri, ana, "room", "r1");
                    Rosters.await(a, Duration.ofSeconds(5), "r1", "ana");
                    System.out.println(a.status() + "\n" + a.body());
                    for (String h : new String[] {
                        "Content-Type",
                        "Cache-Control",
                        "X-Accel-Buffering",
                        "Transfer-Encoding",
                        "Content-Length",
                        "Set-Cookie"
                    }) System.out.println(h + ": " + a.header(h));
                    Client bo = Nodes.user(nodes.all().get(1 - nodes.all().indexOf(server)), "bo");
                    EventSource b =
                            Nodes.stream(nodes.all().get(1 - nodes.all().indexOf(server))::uri, bo, "room", "r1");
                    long t = System.nanoTime();
                    Rosters.await(a, Duration.ofSeconds(5), "r1", "ana", "bo");
                    System.out.println("seen after ms " + (System.nanoTime() - t) / 1000000);
                    for (int i = 0; i < 4; i++) {
                        EventSource c = Nodes.stream(server::uri, ana, "room", "r2");
                        Rosters.await(c, Duration.ofSeconds(5), "r2", "ana");
                        java.util.concurrent.locks.LockSupport.parkNanos(700_000_000L * i);
                        int before = server.log().split("closed by the other").length;
                        t = System.nanoTime();
                        if (i % 2 == 0) c.close();
                        else c.reset();
                        Await.until("noticed", () -> server.log().split("closed by the other").length > before);
                        System.out.println("noticed after ms " + (System.nanoTime() - t) / 1000000);
                    }
                    a.close();
                    b.close();
                }
            } finally {
                System.out.println(jetty.jcmd("Thread.print"));
                System.out.println("==== TOMCAT LOG\n" + tomcat.log());
                System.out.println("==== JETTY LOG\n" + jetty.log());
            }
        }
    }
}
