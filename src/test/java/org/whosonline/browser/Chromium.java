package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;
import org.whosonline.testing.Await;

/**
 * The processes of one Chromium without a window: the driver, the browser and all that it starts, with a new profile in a
 * directory of their own. All of it ends and goes with {@link #close}, at the latest with the JVM.
 */
final class Chromium implements AutoCloseable {

    /** The only name besides loopback addresses that is found: a page there is in no secure context. */
    static final String INSECURE_HOST = "intranet.test";

    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration SCRIPT = Duration.ofSeconds(20);

    /** It warns that it has no classes made for this very version; none are needed. Kept, or the level would be forgotten. */
    private static final Logger VERSIONS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    static {
        VERSIONS.setLevel(Level.SEVERE);
    }

    private final Path profile = Files.createTempDirectory("whosonline-browser");
    private final ChromeDriverService service = new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver", "chromium-driver"))
            .usingAnyFreePort()
            .build();
    private final Thread atExit = new Thread(this::end, "end-browser");
    private final ChromeDriver driver;

    Chromium() throws IOException {
        Runtime.getRuntime().addShutdownHook(atExit);
        System.setProperty("webdriver.remote.enableTracing", "false");
        try {
            driver = new ChromeDriver(
                    service, options(), ClientConfig.defaultConfig().readTimeout(ANSWER));
        } catch (WebDriverException e) {
            close();
            throw e;
        }
        driver.manage().timeouts().scriptTimeout(SCRIPT).pageLoadTimeout(SCRIPT);
    }

    private ChromeOptions options() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program("chromium", "chromium"));
        options.addArguments(
                "--user-data-dir=" + profile,
                "--crash-dumps-dir=" + profile,
                "--headless=new",
                "--disable-gpu",
                // Containers often have little of that memory.
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1200,900",
                "--lang=en",
                "--host-resolver-rules=MAP " + INSECURE_HOST + " 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
        if (System.getProperty("user.name").equals("root")) {
            options.addArguments("--no-sandbox");
        }
        // The driver would have hidden pages go on as if they were seen.
        options.setExperimentalOption(
                "excludeSwitches",
                List.of("disable-background-timer-throttling", "disable-backgrounding-occluded-windows"));
        options.setExperimentalOption("prefs", Map.of("intl.accept_languages", "en"));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        return options;
    }

    private static File program(String name, String debianPackage) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> new File(directory, name))
                .filter(File::canExecute)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        "These tests need the program \"" + name + "\" (Debian: apt install " + debianPackage + ")"));
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Ends the browser, not the driver, at once and without a word to anybody, as a power cut does. */
    void kill() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessHandle::destroyForcibly);
        // One that has ended and that nobody has asked for its end has no command line any more.
        Await.until(
                "the browser is dead",
                () -> all.stream()
                        .allMatch(process -> commandLine("" + process.pid()).isEmpty()));
    }

    /** Sends {@code signal}, such as {@code STOP}, to the browser, not the driver, and to all that it has started. */
    void signal(String signal) throws IOException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes().forEach(process -> command.add("" + process.pid()));
        Process kill = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, kill.onExit().join().exitValue());
    }

    /** The browser and all that it has started, also where the driver, whose child it is, has died. */
    private List<ProcessHandle> processes() {
        String mark = profile.toString();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("\\d+") && commandLine(name).contains(mark))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElse(null))
                    .filter(Objects::nonNull)
                    .flatMap(found -> Stream.concat(Stream.of(found), found.descendants()))
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("No list of processes", e);
        }
    }

    private static String commandLine(String pid) {
        try {
            return Files.readString(Path.of("/proc", pid, "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It has just ended.
            return "";
        }
    }

    private void end() {
        service.stop();
        kill();
    }

    @Override
    public void close() throws IOException {
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(profile);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
