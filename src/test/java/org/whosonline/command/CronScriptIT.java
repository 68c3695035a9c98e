package org.whosonline.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whosonline.command.Runs.Ended;
import org.whosonline.testing.MemcachedProcess;
import org.whosonline.testing.Readme;
import org.whosonline.testing.Server;

@DisplayName("The script for cron, in cron's empty environment")
class CronScriptIT {

    private static final Path SCRIPT = Path.of("cron", "whosonline-cleanup.sh").toAbsolutePath();

    private final Map<String, String> environment = new TreeMap<>(Map.of("PATH", "/usr/bin:/bin"));
    private MemcachedProcess memcached;
    private Data data;

    @TempDir
    private Path temporary;

    private Path home;
    private Path cache;

    /** Where the script goes if the cache in the home directory will not do; removed again unless it was there before. */
    private Path elsewhere;

    private boolean elsewhereIsOurs;

    @BeforeEach
    void start() throws IOException {
        memcached = MemcachedProcess.running();
        data = new Data(memcached);
        home = Files.createDirectory(temporary.resolve("a home"));
        cache = home.resolve(".cache/whosonline");
        environment.put("HOME", home.toString());
        elsewhere = Path.of("/var/tmp/whosonline-" + Files.getAttribute(home, "unix:uid"));
        elsewhereIsOurs = Files.notExists(elsewhere);
    }

    @AfterEach
    void stop() throws Exception {
        data.close();
        memcached.close();
        if (elsewhereIsOurs) {
            end(new ProcessBuilder("rm", "-rf", elsewhere.toString()).start());
        }
    }

    private Process begin(Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(script.toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(Path.of("/").toFile()).start();
    }

    private Ended run(Path script, String... arguments) throws Exception {
        return end(begin(script, arguments));
    }

    private Ended run(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--war", Server.war().toString(), "--servers", memcached.address()));
        all.addAll(List.of(arguments));
        return run(SCRIPT, all.toArray(String[]::new));
    }

    private static Ended end(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private static void assertEnded(int code, String out, String err, Ended ended) {
        assertEquals(err, ended.err());
        assertEquals(out, ended.outWithoutSeconds());
        assertEquals(code, ended.code());
    }

    private List<Path> unpacked() throws IOException {
        try (Stream<Path> entries = Files.list(cache)) {
            return entries.toList();
        }
    }

    @Test
    @DisplayName("S1 1.5, S1 1.6: cleans up from the WAR file; the second run finds libraries and classes prepared")
    void cleansUpFromTheWar() throws Exception {
        for (int run = 0; run < 2; run++) {
            data.map(data.seen("ana", 1), data.seen("語", 400));
            assertEnded(0, """
                    Before: 2 users.
                    Removed: 語, last seen N s ago.
                    Removed: 1 user.
                    Now: 1 user.
                    Saved.
                    """, "", run());
            assertEquals("1", data.get("numUsersOnline"));
        }
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
        assertEquals(1, unpacked().size());
        // The libraries, what is to be there of them, the archive of classes and its size.
        try (Stream<Path> files = Files.list(unpacked().get(0))) {
            assertEquals(4, files.count());
        }
    }

    @Test
    @DisplayName("S1 1.7: nobody online")
    void nobody() throws Exception {
        assertEnded(0, "No users online.\nSaved.\n", "", run("cleanup"));
        assertEnded(0, "", "", run("--quiet"));
    }

    @Test
    void passesCommandsOptionsAndCodesThrough() throws Exception {
        data.map(data.seen("--war", 1), data.seen("語", 1));
        assertEnded(0, "2\n", "", run("count"));
        assertEquals(0, run("remove", "--", "--war").code());
        assertEquals(0, run("remove", "語").code());
        assertEnded(0, "0\n", "", run("count"));
        assertEquals(2, run("--nonsense").code());
        memcached.stop();
        assertEnded(1, "", "Memcached cannot be reached at " + memcached.address() + ".\n", run());
    }

    @Test
    void findsTheWarBesideItselfAlsoThroughALinkAndWithBlanks() throws Exception {
        Path site = Files.createDirectories(temporary.resolve("my site/cron"));
        Path script = Files.copy(SCRIPT, site.resolve("clean up.sh"), StandardCopyOption.COPY_ATTRIBUTES);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("my site/cron/clean up.sh"));
        assertEnded(
                2,
                "",
                "whosonline-cleanup.sh: There is no whosonline.war in ../target, .. or . of " + site
                        + ": name it with --war.\n",
                run(link));
        Files.copy(Server.war(), site.resolve("../whosonline.war"));
        assertEquals(0, run(link, "--servers", memcached.address()).code());
        assertEquals(0, run(script, "--servers", memcached.address()).code());
    }

    @Test
    void cleansUpFromAnUnpackedApplicationWithItsOptions() throws Exception {
        Path application = temporary.resolve("an app");
        unpack(Server.war(), application);
        data.map(data.seen("bob", 400));
        assertEquals(
                0,
                run(SCRIPT, "--war", application.toString(), "--servers", memcached.address())
                        .code());
        assertEquals(Data.HEADER, data.get("usersOnline"));
        Files.writeString(
                application.resolve("WEB-INF/classes/whosonline.properties"),
                "memcached.servers=" + memcached.address());
        data.map(data.seen("bob", 400));
        assertEnded(0, "", "", run(SCRIPT, "--war=" + application, "-q"));
        assertEquals(Data.HEADER, data.get("usersOnline"));
    }

    private static void unpack(Path war, Path directory) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(war);
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : files.toList()) {
                Path target = directory.resolve(file.toString().substring(1));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    @Test
    void readsTheOptionsThatLieInTheWar() throws Exception {
        Path war = Files.copy(Server.war(), temporary.resolve("shop.war"));
        try (FileSystem zip = FileSystems.newFileSystem(war)) {
            Files.writeString(
                    zip.getPath("/WEB-INF/classes/whosonline.properties"), "memcached.servers=" + memcached.address());
        }
        data.map(data.seen("bob", 400));
        for (int run = 0; run < 2; run++) {
            assertEnded(0, "", "", run(SCRIPT, "--war", war.toString(), "--quiet"));
            assertEquals(Data.HEADER, data.get("usersOnline"));
        }
    }

    @Test
    void aNewWarIsUnpackedAndTheOldOneForgotten() throws Exception {
        Path war = Files.copy(Server.war(), temporary.resolve("shop.war"));
        String[] arguments = {"--war", war.toString(), "--servers", memcached.address()};
        assertEquals(0, run(SCRIPT, arguments).code());
        List<Path> first = unpacked();
        Files.setLastModifiedTime(war, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        assertEquals(0, run(SCRIPT, arguments).code());
        assertEquals(1, unpacked().size());
        assertFalse(first.equals(unpacked()));
    }

    @Test
    void whatIsNoWarIsRefused() throws Exception {
        Path text = Files.writeString(temporary.resolve("text.war"), "no archive");
        assertEnded(
                2,
                "",
                "whosonline-cleanup.sh: " + text + " is no WAR file, or damaged.\n",
                run(SCRIPT, "--war", "" + text));
        Path half = temporary.resolve("half.war");
        byte[] war = Files.readAllBytes(Server.war());
        Files.write(half, java.util.Arrays.copyOf(war, war.length / 2));
        assertEnded(
                2,
                "",
                "whosonline-cleanup.sh: " + half + " is no WAR file, or damaged.\n",
                run(SCRIPT, "--war", "" + half));
        Path empty = temporary.resolve("empty.war");
        try (FileSystem zip = FileSystems.newFileSystem(empty, Map.of("create", "true"))) {
            Files.writeString(zip.getPath("/index.html"), "");
        }
        assertEnded(
                2,
                "",
                "whosonline-cleanup.sh: " + empty
                        + " is no WAR of WhosOnline: it has no whosonline*.jar in WEB-INF/lib.\n",
                run(SCRIPT, "--war", "" + empty));
        assertEnded(2, "", "whosonline-cleanup.sh: There is no /absent.war.\n", run(SCRIPT, "--war", "/absent.war"));
        assertEnded(2, "", "whosonline-cleanup.sh: --war must be followed by a path.\n", run(SCRIPT, "--war"));
        assertEquals(List.of(), unpacked());
    }

    @Test
    void twoFirstRunsAtOnceDoNotDisturbEachOther() throws Exception {
        data.map(data.seen("ana", 1));
        List<Process> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            runs.add(begin(SCRIPT, "--war", Server.war().toString(), "--servers", memcached.address(), "-q"));
        }
        for (Process run : runs) {
            assertEnded(0, "", "", end(run));
        }
        assertEquals(1, unpacked().size());
        // The libraries, what is to be there of them, the archive of classes and its size.
        try (Stream<Path> files = Files.list(unpacked().get(0))) {
            assertEquals(4, files.count());
        }
    }

    @Test
    void aCacheThatOthersCanWriteToIsNotUsed() throws Exception {
        Files.createDirectories(cache);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEnded(0, "No users online.\nSaved.\n", "", run());
        assertEquals(List.of(), unpacked());
        assertEnded(
                2,
                "",
                "whosonline-cleanup.sh: " + cache
                        + " must be a directory that belongs to this user and is closed to all"
                        + " others (mode 700), in directories that others cannot change.\n",
                run("--cache", cache.toString()));
        // Private itself, but whoever may write beside it can put another one in its place.
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals(2, run("--cache", cache.toString()).code());
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        assertEquals(0, run("--cache", cache.toString()).code());
        assertEquals(1, unpacked().size());
    }

    @Test
    void aCacheThatBelongsToSomebodyElseIsNotUsed() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can make files of another user");
        Path trap = temporary.resolve("trap");
        Files.createDirectories(cache);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwx------"));
        Ended chown = end(new ProcessBuilder("chown", "nobody", cache.toString()).start());
        assertEquals(0, chown.code(), chown.err());
        assertEnded(0, "No users online.\nSaved.\n", "", run());
        assertEquals(List.of(), unpacked());
        // A link to it is no better.
        Files.createSymbolicLink(trap, cache);
        assertEquals(2, run("--cache", trap.toString()).code());
    }

    @Test
    void aJavaThatIsTooOldIsPassedOver() throws Exception {
        Path old = Files.createDirectories(temporary.resolve("jdk8/bin")).getParent();
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_292\"\n");
        Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\necho old\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        environment.put("JAVA_HOME", old.toString());
        assertEnded(0, "0\n", "", run("count"));
    }

    @Test
    void theScriptIsPosixShell() throws Exception {
        assertEnded(0, "", "", end(new ProcessBuilder("dash", "-n", SCRIPT.toString()).start()));
    }

    @Test
    void theSystemdUnitsAreValid() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd-analyze is not there");
        List<String> command = new ArrayList<>(List.of("systemd-analyze", "verify"));
        for (String unit : List.of("whosonline-cleanup.service", "whosonline-cleanup.timer")) {
            String text = Files.readString(SCRIPT.resolveSibling(unit))
                    .replace("/opt/whosonline/cron/whosonline-cleanup.sh", SCRIPT.toString());
            command.add(Files.writeString(temporary.resolve(unit), text).toString());
        }
        assertEnded(0, "", "", end(new ProcessBuilder(command).start()));
        assertTrue(Files.readString(SCRIPT.resolveSibling("whosonline-cleanup.timer"))
                .contains("OnUnitActiveSec=60"));
    }

    @Test
    @DisplayName(
            "a cache that a cleaner of old files has been at, or whose archive of classes is cut short, mends itself")
    void aDamagedCacheMendsItself() throws Exception {
        assertEquals(0, run().code());
        Path application = unpacked().get(0);
        Path archive;
        try (Stream<Path> files = Files.list(application)) {
            archive = files.filter(file -> file.toString().endsWith(".jsa"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] whole = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        assertEquals(0, run().code());
        try (Stream<Path> libraries = Files.list(application.resolve("WEB-INF/lib"))) {
            Files.delete(libraries
                    .filter(library -> library.getFileName().toString().startsWith("picocli"))
                    .findFirst()
                    .orElseThrow());
        }
        assertEquals(0, run().code());
    }

    @Test
    void anApplicationWithoutAllLibrariesIsToldSo() throws Exception {
        Path application = home.resolve("app");
        unpack(Server.war(), application);
        try (Stream<Path> libraries = Files.list(application.resolve("WEB-INF/lib"))) {
            Files.delete(libraries
                    .filter(library -> library.getFileName().toString().startsWith("picocli"))
                    .findFirst()
                    .orElseThrow());
        }
        Ended ended = run(SCRIPT, "--war", application.toString(), "--servers", memcached.address());
        assertEquals(2, ended.code());
        assertTrue(ended.err().contains("has no picocli-*.jar in WEB-INF/lib"), ended.err());
    }

    @Test
    @DisplayName("the README's lines of \"Clean by cron\", in the order in which they stand, below another root")
    void theReadmesLinesWork(@TempDir Path root) throws Exception {
        Files.createDirectory(root.resolve("etc"));
        String lines = Readme.block("sh", "sudo mkdir -p /opt/whosonline")
                .replace("sudo ", "")
                .replace("/opt/", root + "/opt/")
                .replace("/etc/", root + "/etc/")
                .replace("target/whosonline.war", Server.war().toString())
                // Where it says that the servers are to be set.
                .replace(
                        "   # set memcached.servers in it",
                        "; echo memcached.servers=" + memcached.address() + " >> " + root
                                + "/etc/whosonline.properties");
        data.map(data.seen("ana", 5), data.seen("bob", 312), data.seen("eve", 7));
        Ended ended = end(new ProcessBuilder("sh", "-e", "-c", lines).start());
        assertEquals("", ended.err());
        String shown = Readme.block("", "Removed: bob, last seen");
        assertEquals(shown.replaceAll("\\d+ s ago", "N s ago"), ended.outWithoutSeconds());
        String crontab = Readme.block("", "* * * * * /opt/whosonline/cron/whosonline-cleanup.sh");
        String command = crontab.substring(crontab.indexOf('/'))
                .strip()
                .replace("/opt/", root + "/opt/")
                .replace("/etc/", root + "/etc/");
        assertEnded(0, "", "", end(new ProcessBuilder("env", "-i", "sh", "-c", command).start()));
        String stats = Readme.block("sh", "stats --servers localhost:11211")
                .strip()
                .replace("/opt/", root + "/opt/")
                .replace("localhost:11211", memcached.address());
        assertTrue(end(new ProcessBuilder("sh", "-c", stats).start())
                .out()
                .startsWith("Users online: 2, seen within the last"));
    }
}
