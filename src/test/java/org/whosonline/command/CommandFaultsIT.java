package org.whosonline.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whosonline.command.Runs.on;
import static org.whosonline.command.Runs.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.command.Runs.Ended;
import org.whosonline.testing.MemcachedProcess;

@DisplayName("Bad input to the command: a sentence on standard error, the right exit code, nothing changed")
class CommandFaultsIT {

    private static void assertRefused(String sentence, Ended ended) {
        assertEquals(new Ended(2, "", sentence + "\n"), ended);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cleanup", "list", "count", "remove a", "dump", "stats"})
    void anUnreachableServer(String command) {
        try (MemcachedProcess absent = MemcachedProcess.absent()) {
            assertEquals(
                    new Ended(1, "", "Memcached cannot be reached at " + absent.address() + ".\n"),
                    on(absent, command.split(" ")));
        }
    }

    @Test
    void aSuspendedServer() {
        try (MemcachedProcess memcached = MemcachedProcess.running()) {
            memcached.suspend();
            assertEquals(
                    new Ended(1, "", "Memcached cannot be reached at " + memcached.address() + ".\n"), on(memcached));
            memcached.resume();
        }
    }

    @Test
    void noMemcachedAtAll() {
        assertRefused(
                "No Memcached is configured (--servers, or the option memcached.servers), so users are kept in the memory"
                        + " of the application: there is nothing that cron could clean.",
                run("cleanup"));
    }

    @Test
    void wrongArguments() {
        assertRefused("Unknown option: '--sevrers'. See whosonline-cleanup.sh --help.", run("--sevrers"));
        assertRefused("Unmatched argument at index 0: 'clean'. See whosonline-cleanup.sh --help.", run("clean"));
        assertRefused("Missing required parameter: 'USER'. See whosonline-cleanup.sh --help.", run("remove"));
        assertRefused(
                "Missing required parameter for option '--servers' (HOST:PORT,...). See whosonline-cleanup.sh --help.",
                run("--servers"));
        assertRefused(
                "Unmatched argument at index 1: '\\u001B[2J'. See whosonline-cleanup.sh --help.",
                run("count", "\u001b[2J"));
    }

    @Test
    void anUnknownInstance() {
        assertRefused(
                "There is no instance \"forum\": none is configured (option instances).",
                run("--servers", "127.0.0.1:1", "--instance", "forum"));
    }

    @Test
    void wrongServers() {
        assertRefused(
                "--servers: \"127.0.0.1:x\" has no port from 1 to 65535; expected host, host:port, [IPv6]:port or a bare"
                        + " IPv6 address, separated by commas.",
                run("--servers", "127.0.0.1:x"));
        assertTrue(run(Map.of("WHOSONLINE_MEMCACHED_SERVERS", "a b"))
                .err()
                .startsWith("memcached.servers: \"a b\" is no server; expected host"));
    }

    @Test
    void aWrongWindow() {
        assertRefused(
                "Option --window = \"soon\": must be a time in whole seconds from 2s to 24h, such as 90s, 5m, 2h or PT5M.",
                run("--servers", "127.0.0.1:1", "--window", "soon"));
    }

    @Test
    void aWrongConfiguration(@TempDir Path directory) throws Exception {
        Path absent = directory.resolve("absent.properties");
        assertRefused(
                "Option --config = \"" + absent + "\": the file cannot be read (java.nio.file.NoSuchFileException: "
                        + absent + "); it must be the path of a properties file.",
                run("--config", absent.toString()));
        Path file = directory.resolve("x.properties");
        Files.writeString(file, "window=0s\ncleanup.intervall=1m\n");
        Ended ended = run(Map.of("WHOSONLINE_CONFIG", file.toString()));
        assertEquals(2, ended.code());
        String[] sentences = ended.err().split("\n");
        assertEquals(2, sentences.length, ended.err());
        assertTrue(sentences[0].contains("cleanup.intervall = \"1m\": there is no such option"), sentences[0]);
        assertTrue(sentences[1].contains("window = \"0s\": must be"), sentences[1]);
    }

    @Test
    void aMapOfANewerFormatIsLeftAsItIs() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                Data data = new Data(memcached)) {
            data.layout("{\"window\":300,\"layouts\":[[2,1]]}");
            data.set("usersOnline:2:0", Data.HEADER + data.seen("bob", 400));
            data.set("usersOnline:2:1", "[2,\"other\"]\n" + data.seen("eve", 400));
            var before = Data.writes(memcached);
            for (String command : new String[] {"cleanup", "list", "count", "remove eve", "stats"}) {
                assertEquals(
                        new Ended(
                                1,
                                "",
                                "The value of usersOnline:2:1 has format version 2, this release reads version 1: nothing was"
                                        + " changed.\n"),
                        on(memcached, command.split(" ")));
            }
            assertEquals(before, Data.writes(memcached));
        }
    }

    @Test
    void aSplitMapOfWhichNothingTellsHowIsNotTakenForAnEmptyOne() {
        try (MemcachedProcess memcached = MemcachedProcess.running();
                Data data = new Data(memcached)) {
            data.set("usersOnline:8:0", Data.HEADER + data.seen("bob", 1));
            var before = Data.writes(memcached);
            assertEquals(
                    new Ended(
                            1,
                            "",
                            "The value of usersOnline:layout, which tells how the map is split, is gone: a running"
                                    + " application writes it again within seconds.\n"),
                    on(memcached));
            assertEquals(before, Data.writes(memcached));
        }
    }

    @Test
    void whatCannotBeSavedIsSaid() {
        try (MemcachedProcess memcached = MemcachedProcess.running("-m", "1", "-I", "512k", "-M");
                Data data = new Data(memcached)) {
            data.map(data.seen("ana", 1));
            fill(memcached, data);
            Ended ended = on(memcached);
            assertEquals(1, ended.code());
            assertTrue(ended.out().endsWith("Now: 1 user.\nNot saved.\n"), ended.out());
            assertEquals(
                    "Not everything was saved: others wrote in the same moments, or Memcached refused. Nobody is lost;"
                            + " the next cleanup does the rest.\n",
                    ended.err());
        }
    }

    /** Until the server refuses even the shortest value. */
    private static void fill(MemcachedProcess memcached, Data data) {
        for (int size = 100_000; size > 0; size /= 10) {
            String value = "x".repeat(size);
            for (int i = 0; i < 200_000; i++) {
                try {
                    data.set(size + "-" + i, value);
                } catch (AssertionError full) {
                    break;
                }
            }
        }
    }

    @Test
    void helpAndVersion() {
        Ended help = run("--help");
        assertEquals(0, help.code());
        assertTrue(help.out().startsWith("Usage: whosonline-cleanup.sh "), help.out());
        for (String word :
                new String[] {"--servers", "--war", "--cache", "--dry-run", "remove", "stats", "Exit codes"}) {
            assertTrue(help.out().contains(word), word);
        }
        assertTrue(run("stats", "--help").out().startsWith("Usage: whosonline-cleanup.sh stats "));
        assertTrue(run("--version").out().matches("WhosOnline \\d+\\.\\d+\\.\\d+\\S*\n"));
    }
}
