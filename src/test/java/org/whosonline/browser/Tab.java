package org.whosonline.browser;

import com.google.gson.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.whosonline.testing.Await;

/**
 * One tab of a {@link Browser}, and the page in it. As with a user, whatever is done in a tab brings it to the front, which
 * hides the others of its window; only {@link #behind} does not.
 */
final class Tab {

    final Browser browser;
    private final String handle;

    Tab(Browser browser, String handle) {
        this.browser = browser;
        this.handle = handle;
    }

    /** The driver, as far as it is about this tab. */
    ChromeDriver driver() {
        ChromeDriver driver = browser.driver();
        driver.switchTo().window(handle);
        return driver;
    }

    /** Goes on to another page, as by typing its address; returns when it has loaded. */
    void go(URI address) {
        driver().get(address.toString());
    }

    void reload() {
        driver().navigate().refresh();
    }

    void back() {
        driver().navigate().back();
    }

    void forward() {
        driver().navigate().forward();
    }

    /** Closes it, as its user does. */
    void close() {
        driver().close();
    }

    /** Brings it to the front; returns when its page knows. */
    void show() {
        cdp("Page.bringToFront", Map.of());
        await("the page is to be seen", "document.visibilityState === 'visible'");
    }

    /** Waits until its page knows that it is not to be seen. */
    void awaitHidden() {
        Await.until(
                "the page is hidden",
                () -> evaluateBehind("document.visibilityState").equals("hidden"));
    }

    /** The value of an expression, as {@link #text}, of a page that stays as hidden as it is. */
    String evaluateBehind(String expression) {
        return behind("Runtime.evaluate", Map.of("expression", "String(" + expression + ")"))
                .getAsJsonObject("result")
                .get("value")
                .getAsString();
    }

    /** Sends a command of the browser's own protocol to this tab without bringing it to the front; its result. */
    JsonObject behind(String command, Map<String, Object> parameters) {
        return DevTools.send(browser.debugger(), handle, command, parameters);
    }

    /** Opens the same address in another tab, which begins with a copy of what this one keeps in its session storage. */
    Tab duplicate() {
        return browser.openedBy(() -> script("window.open(location.href)"));
    }

    /** Runs {@code script} in the page, with {@code arguments}; what it returns. */
    Object script(String script, Object... arguments) {
        return driver().executeScript(script, arguments);
    }

    /** Runs {@code script}, in which {@code await} may stand; what it returns. */
    Object later(String script, Object... arguments) {
        return driver().executeAsyncScript(
                        "const args = [...arguments], done = args.pop();" + "(async () => {" + script
                                + "})().then(done, e => done('failed: ' + e));",
                        arguments);
    }

    /** The value of an expression as a text. */
    String text(String expression) {
        return String.valueOf(script("return " + expression));
    }

    /** The name by which those who do not see it know the element that {@code expression} gives. */
    String name(String expression) {
        return ((WebElement) script("return " + expression)).getAccessibleName();
    }

    /** Waits until {@code expression} is true in the page. */
    void await(String what, String expression) {
        await(what, Await.PATIENCE, expression);
    }

    void await(String what, Duration patience, String expression) {
        Await.until(what, patience, () -> Boolean.TRUE.equals(script("return Boolean(" + expression + ")")));
    }

    /** Presses keys one after the other, wherever the focus is. */
    void press(CharSequence... keys) {
        new Actions(driver()).sendKeys(keys).perform();
    }

    /** Clicks the first element that matches {@code selector}, in its middle. */
    void click(String selector) {
        driver().findElement(By.cssSelector(selector)).click();
    }

    /** Sends a command of the browser's own protocol to this tab. */
    Map<String, Object> cdp(String command, Map<String, Object> parameters) {
        return driver().executeCdpCommand(command, parameters);
    }

    /** Takes the network away from this tab, or gives it back; open connections break, and the page is told. */
    void offline(boolean offline) {
        cdp("Network.enable", Map.of());
        cdp(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /** Halts all of the page's tasks, as browsers do with tabs that are hidden for long. */
    void freeze() {
        behind("Page.setWebLifecycleState", Map.of("state", "frozen"));
    }

    /** Ends {@link #freeze}. */
    void thaw() {
        behind("Page.setWebLifecycleState", Map.of("state", "active"));
    }

    /** Gives it the screen of a phone, which is touched. */
    void phone() {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 3, "mobile", true));
        cdp("Emulation.setTouchEmulationEnabled", Map.of("enabled", true));
    }

    /** Sets what a page learns of its user's wishes, such as {@code prefers-color-scheme} {@code dark}. */
    void media(String feature, String value) {
        cdp("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }
}
