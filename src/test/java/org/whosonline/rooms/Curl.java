package org.whosonline.rooms;

import java.util.List;
import org.whosonline.testing.Await;
import org.whosonline.testing.Client;
import org.whosonline.testing.Server;

/** The program curl as the reader of a stream, to be killed and stopped. */
final class Curl {

    private Curl() {}

    /** Starts it; whoever starts it ends it. */
    static Process stream(Server node, Client client, String room, String conn) throws Exception {
        String uri =
                node.uri(Nodes.STREAM + Nodes.query("room", room, "conn", conn)).toString();
        return new ProcessBuilder(List.of(
                        "curl",
                        "-sN",
                        "-o",
                        "/dev/null",
                        "-H",
                        Nodes.cookie(client)[0] + ": " + Nodes.cookie(client)[1],
                        uri))
                .redirectErrorStream(true)
                .start();
    }

    /** Stops its clock: its connections stay and take what is sent. */
    static void suspend(Process curl) throws Exception {
        Process kill = new ProcessBuilder("kill", "-STOP", "" + curl.pid()).start();
        Await.until("the signal is sent", () -> !kill.isAlive());
        if (kill.exitValue() != 0) {
            throw new AssertionError("kill ended with " + kill.exitValue());
        }
    }
}
