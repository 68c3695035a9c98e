package org.whosonline.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.whosonline.testing.Await;

/**
 * A browser with a profile of its own and any number of tabs. One tab stays empty and open throughout, so that the browser
 * outlives the others. Not thread-safe, and neither are its tabs: they share one line to it.
 */
final class Browser implements AutoCloseable {

    private final Chromium chromium;
    private final ChromeDriver driver;
    private final String blank;
    private final List<Pattern> expected = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private boolean killed;

    Browser() throws IOException {
        chromium = new Chromium();
        driver = chromium.driver();
        blank = driver.getWindowHandle();
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Host and port where the browser's own protocol is spoken. */
    String debugger() {
        Map<?, ?> options = (Map<?, ?>) driver.getCapabilities().getCapability(ChromeOptions.CAPABILITY);
        return (String) options.get("debuggerAddress");
    }

    /** Opens a tab in front of all others, which are hidden from then on, and returns when the page has loaded. */
    Tab open(URI address) {
        Tab tab = newTab();
        tab.go(address);
        return tab;
    }

    /** Opens an empty tab in front of all others. */
    Tab newTab() {
        return open(WindowType.TAB);
    }

    /** Opens a page in a window of its own, which hides nothing. */
    Tab openWindow(URI address) {
        Tab tab = open(WindowType.WINDOW);
        tab.go(address);
        return tab;
    }

    private Tab open(WindowType type) {
        driver.switchTo().window(blank);
        driver.switchTo().newWindow(type);
        Tab tab = new Tab(this, driver.getWindowHandle());
        tab.show();
        return tab;
    }

    /** The tab that {@code action} makes a page open. */
    Tab openedBy(Runnable action) {
        Set<String> before = driver.getWindowHandles();
        action.run();
        Set<String> opened = new HashSet<>();
        Await.until("a tab opens", () -> {
            opened.addAll(driver.getWindowHandles());
            opened.removeAll(before);
            return !opened.isEmpty();
        });
        assertEquals(1, opened.size());
        return new Tab(this, opened.iterator().next());
    }

    /** Closes all tabs but the empty one, as their users do. */
    void closeTabs() {
        if (killed) {
            return;
        }
        for (String handle : driver.getWindowHandles()) {
            if (!handle.equals(blank)) {
                driver.switchTo().window(handle);
                driver.close();
            }
        }
        driver.switchTo().window(blank);
    }

    /** Puts a picture of the tab that was opened last into {@code file}. */
    void picture(Path file) throws IOException {
        if (!killed) {
            List<String> tabs = List.copyOf(driver.getWindowHandles());
            driver.switchTo().window(tabs.get(tabs.size() - 1));
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    /** Quits the browser, as its user does. */
    void quit() {
        killed = true;
        driver.quit();
    }

    /** Ends the browser at once and without a word, as a power cut does. */
    void kill() {
        killed = true;
        chromium.kill();
    }

    /** Halts the browser with all its pages, as a computer does that is put to sleep. Nothing may be asked of it meanwhile. */
    void sleep() throws IOException {
        chromium.signal("STOP");
    }

    /** Ends {@link #sleep}. */
    void wake() throws IOException {
        chromium.signal("CONT");
    }

    /** Until the next {@link #assertQuiet} a severe message of the console that has {@code regex} in it is no fault. */
    void expect(String regex) {
        expected.add(Pattern.compile(regex));
    }

    /** Asserts that no page has complained since the last time, be it of a script, a policy or an answer. */
    void assertQuiet() {
        List<String> all = complaints();
        complaints.clear();
        List<Pattern> allowed = List.copyOf(expected);
        expected.clear();
        assertEquals(
                List.of(),
                all.stream()
                        .distinct()
                        .filter(message -> allowed.stream()
                                .noneMatch(e -> e.matcher(message).find()))
                        .toList());
    }

    /** The severe messages of the console since the last {@link #assertQuiet}. */
    List<String> complaints() {
        if (!killed) {
            for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
                // Browsers ask for the icon of a site that has none.
                if (entry.getLevel().intValue() >= Level.SEVERE.intValue()
                        && !entry.getMessage().contains("/favicon.ico ")) {
                    complaints.add(entry.getMessage());
                }
            }
        }
        return List.copyOf(complaints);
    }

    @Override
    public void close() throws IOException {
        chromium.close();
    }
}
